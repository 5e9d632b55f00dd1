-- The scaling as the last step of the sum.
extend("S1", 3)
skew("S1", 3, 1, -1)
fuse({0, 0}, 0)
