-- Right-looking: all that column k changes, as soon as it is complete.
local one = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
lazy(function()
  extend({"S1", "S2"}, 3)
  extend("S3", 2)
  extend("S3", 3)
  for _ = 1, 2 do fuse({0}, 0) end
  for _ = 1, 3 do fuse({0, 0}, 0) end
  unimodular("S0", {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}}, one)
  interchange({"S1", "S2"}, 1)
  skew("S1", 3, 1, 1)
  skew("S2", 3, 2, 1)
  skew("S3", 2, 1, 1)
  skew("S3", 3, 1, 1)
end)
