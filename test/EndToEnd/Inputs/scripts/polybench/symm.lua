-- Column by column; an element below the diagonal is used for its column and for
-- its row in one band. Row by row where the sum is one for all, as without reuse.
local one = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
local function columns()
  extend({"S0", "S3"}, 3)
  for _ = 1, 2 do fuse({0, 0}, 0) end
  interchange({"S0", "S2", "S3"}, 1)
  skew("S3", 3, 2, 1)
  unimodular("S1", {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}, one)
end
if not pcall(lazy, columns) then
  extend({"S0", "S3"}, 3)
  skew("S3", 3, 1, 1)
  for _ = 1, 2 do fuse({0, 0}, 0) end
end
