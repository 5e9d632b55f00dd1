-- Right-looking: all that row and column k change, as soon as they are complete.
local one = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
lazy(function()
  extend("S1", 3)
  fuse({0}, 0)
  for _ = 1, 2 do fuse({0, 0}, 0) end
  unimodular({"S0", "S2"}, {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}}, one)
  interchange("S1", 1)
  skew("S1", 3, 1, 1)
end)
