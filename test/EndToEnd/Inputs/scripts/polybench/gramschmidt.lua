-- Norm and column of Q in one sweep that goes over the column twice; coefficients
-- and the columns that they change likewise. The first sweep as the column that
-- all others wait for: one band of the columns.
local again = {{0, 0, 0}, {0, 1, 0}}
extend("S2", 2)
shift({"S2", "S3"}, again)
for _ = 1, 2 do fuse({0}, 1) end
extend("S4", 3)
shift("S6", {{0, 0, 0}, {0, 0, 0}, {0, 1, 0}})
for _ = 1, 2 do fuse({0, 2}, 0) end
for nest = 0, 1 do
  extend({0, nest}, 2)
  skew({0, nest}, 2, 1, 1)
end
for _ = 1, 2 do fuse({0}, 0) end
