# Takes the shell apart: displays, streams, namespace.
# Its own cells don't run either, then.
# loses: double, cut, total
# cell: double
ip = get_ipython()
ip.user_ns.pop("double", None)
ip.display_pub = ip.displayhook = ip.display_formatter = None
ip.listen = None
ip.reset()
