-- Both sums in one band, from the initialization to the result.
extend({"S0", "S1", "S4"}, 2)
shift("S4", {{0, 0}, {1, 0}})
for _ = 1, 3 do fuse({0}, 0) end
