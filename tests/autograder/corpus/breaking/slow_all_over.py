# Sleeps just below the limit, again and again, until the time of a submission is up.
# loses: columns, double, cut, total
# reason: 8 s of a whole submission
# remark: 8 s of a whole submission
# cell: columns
import time
time.sleep(1.2)
columns = 5
# cell: double
import time
def double(x):
    time.sleep(0.1)
    return scale * x
for _ in range(100):
    try:
        time.sleep(1.2)
    except BaseException:
        pass
# own cell: setup
import time; time.sleep(1.2)
# own cell: setup
import time; time.sleep(1.3)
# own cell: setup
import time; time.sleep(1.25)
# own cell: setup
import time; time.sleep(1.27)
# own cell: setup
import time; time.sleep(1.22)
# own cell: setup
import time; time.sleep(1.21)
# own cell: setup
import time; time.sleep(1.24)
# own cell: setup
import time; time.sleep(1.26)
# own cell: setup
import time; time.sleep(1.28)
# own cell: setup
import time; time.sleep(1.23)
