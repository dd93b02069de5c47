# Becomes root, or says so.
# shows: gained: []
# own cell: total
import ctypes, os
gained = []
for name, call in {
    "setuid": lambda: os.setuid(0), "setgroups": lambda: os.setgroups([0]),
    "chroot": lambda: os.chroot("."), "mknod": lambda: os.mknod("sda", 0o60666, os.makedev(8, 0)),
    "mount": lambda: os.stat("/x") if ctypes.CDLL(None).mount(b"none", b"/tmp", b"tmpfs", 0, 0) else None,
    "unshare": lambda: os.stat("/x") if ctypes.CDLL(None).unshare(0x10000000) else None,
    "sudo": lambda: os.stat("/x") if os.system("sudo -n true 2>/dev/null || su -c true </dev/null 2>/dev/null") else None,
}.items():
    try:
        call()
        gained.append(name)
    except OSError:
        pass
print("gained:", gained + ([] if os.getuid() else ["root"]))
