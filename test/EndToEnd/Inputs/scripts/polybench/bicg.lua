-- All in one band, so that both products take an element of A at once.
extend("S0", 1)
extend("S1", 2)
fuse({}, 0)
fuse({0}, 0)
fuse({0}, 0)
