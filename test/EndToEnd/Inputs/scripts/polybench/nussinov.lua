-- The first four candidates as a step ahead of the loop over the others.
extend({"S0", "S1", "S2", "S3"}, 3)
skew({"S0", "S1", "S2", "S3"}, 3, 1, -1)
for _ = 1, 4 do fuse({0, 0}, 0) end
