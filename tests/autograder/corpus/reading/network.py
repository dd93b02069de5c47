# Every way out: the loopback, the world, names, the metadata of clouds, raw and abstract sockets.
# shows: connected: []
# own cell: total
import socket
connected = []
for family, kind, place in [
    (socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 8888)),
    (socket.AF_INET, socket.SOCK_STREAM, ("169.254.169.254", 80)),
    (socket.AF_INET, socket.SOCK_DGRAM, ("8.8.8.8", 53)),
    (socket.AF_INET6, socket.SOCK_STREAM, ("::1", 8888)),
    (socket.AF_UNIX, socket.SOCK_STREAM, "\0/tmp/.X11-unix/X0"),
    (socket.AF_UNIX, socket.SOCK_STREAM, "\0dbus"),
    (socket.AF_UNIX, socket.SOCK_STREAM, "/var/run/docker.sock"),
    (socket.AF_UNIX, socket.SOCK_STREAM, "/run/systemd/private"),
    (socket.AF_UNIX, socket.SOCK_DGRAM, "/dev/log"),
]:
    try:
        with socket.socket(family, kind) as sock:
            sock.settimeout(0.2)
            sock.connect(place)
        connected.append(place)
    except OSError:
        pass
try:
    connected.append(socket.gethostbyname("example.org"))
except OSError:
    pass
for family in (socket.AF_PACKET, socket.AF_NETLINK, socket.AF_VSOCK):
    try:
        connected.append(socket.socket(family, socket.SOCK_RAW))
    except OSError:
        pass
print("connected:", connected)
