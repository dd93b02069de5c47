# Looks up the call stack and through all frames for the test and its expected value.
# loses: double
# shows: frames of a test: 0
# cell: double
import gc, inspect, sys, types
seen = set()
def double(x):
    frames = list(inspect.stack())
    frames += [f for f in gc.get_objects() if isinstance(f, types.FrameType)]
    for held in frames:
        frame = getattr(held, "frame", held)
        while frame is not None:
            seen.add(frame.f_code.co_filename)
            frame = frame.f_back
    return None
# own cell: double
double(1)
print("frames of a test:", sum("test " in name or "trusted" in name or "testcell" in name for name in seen))
