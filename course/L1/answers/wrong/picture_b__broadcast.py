# diagnosis: each one gets another part
picture_b = "broadcast"
