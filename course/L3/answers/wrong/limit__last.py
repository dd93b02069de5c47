# diagnosis: no stage waits in the middle of the run
bubble_limit = 0
why_limit = "d"
