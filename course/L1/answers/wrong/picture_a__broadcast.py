# diagnosis: before the call no device had
picture_a = "broadcast"
