def tree_all_reduce(dev, x):
    def up_and_down(x, reach):
        if reach >= dev.size:
            return x
        other = dev.rank ^ reach
        if dev.rank & reach:
            dev.send(x, other)
            return dev.recv(other, like=x)
        if other < dev.size:
            x = x + dev.recv(other, like=x)
        x = up_and_down(x, 2 * reach)
        if other < dev.size:
            dev.send(x, other)
        return x

    return up_and_down(x, 1)
