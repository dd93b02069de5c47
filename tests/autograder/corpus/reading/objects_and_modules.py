# Looks through all objects, modules, frames, threads and variables for the grader's secrets.
# shows: nothing found
# own cell: total
import gc, os, sys, threading, types
words = [word[::-1] for word in SECRETS]
texts = [str(os.environ), str(sys.argv), str(sys.orig_argv), str(vars(threading.current_thread()))]
for held in gc.get_objects():
    if type(held) is dict:
        texts += [value for value in list(held.values()) if type(value) is str]
    elif type(held) in (list, tuple):
        texts += [value for value in held if type(value) is str]
mine = [text for text in texts if any(word in text for word in words) and "for word in SECRETS" not in text]
mine = [text for text in mine if text not in words]
print("nothing found" if not mine else f"found {len(mine)} {[t[::-1][:50] for t in mine]}")
