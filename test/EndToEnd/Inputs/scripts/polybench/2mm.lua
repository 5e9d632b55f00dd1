-- The initializations as the first steps of the sums: two bands of three loops.
extend({"S0", "S2"}, 3)
fuse({0, 0}, 0)
fuse({1, 0}, 0)
