-- The initialization as the first step of the sums: one band of three loops.
extend("S0", 3)
fuse({0, 0}, 0)
