-- The initializations as the first steps of the sums: three bands of three loops.
extend({"S0", "S2", "S4"}, 3)
for product = 0, 2 do fuse({product, 0}, 0) end
