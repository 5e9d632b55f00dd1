-- The initialization as the first step of the sum.
extend("S0", 4)
fuse({0, 0, 0}, 0)
