# diagnosis: divides b by k
batch = 16 // 8
