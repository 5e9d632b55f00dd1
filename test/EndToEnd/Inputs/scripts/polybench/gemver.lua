-- The first product goes through A in the order in which it is updated.
interchange("S1", 1)
fuse({}, 0)
fuse({0}, 0)
