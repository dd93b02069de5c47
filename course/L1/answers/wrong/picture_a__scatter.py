# diagnosis: here all three bring something
picture_a = "scatter"
