-- Both products take an element of A at once.
interchange("S1", 1)
fuse({}, 0)
fuse({0}, 0)
