-- Each element of both factors from its initialization to its value; both
-- substitutions likewise.
lazy(function()
  extend({"S0", "S2", "S3", "S5"}, 3)
  skew("S2", 3, 2, 1)
  skew("S5", 3, 1, 1)
  fuse({0}, 0)
  for _ = 1, 5 do fuse({0, 0}, 0) end
end)
extend({"S6", "S8", "S9", "S11"}, 2)
shift({"S8", "S11"}, {{0, 0}, {1, 0}})
for nest = 1, 2 do
  for _ = 1, 2 do fuse({nest}, 0) end
end
