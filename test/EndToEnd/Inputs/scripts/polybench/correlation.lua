-- Sum, mean and deviation of a column in one sweep that goes over it twice; each
-- coefficient from its first term to its copy. There may be less than no rows, so
-- that what comes after them is in no loop with what comes before.
local last = {{0, 0, 0}, {0, 1, 0}}
split({}, 0, 1)
split({}, 2, 2)
extend({"S2", "S3"}, 2)
shift({"S2"}, last)
shift({2}, last)
fuse({}, 1)
for _ = 1, 3 do fuse({1}, 0) end
split({}, 4, 1)
split({5}, 0, 1)
split({}, 5, 1)
extend("S12", 3)
shift("S12", {{0, 0, 0}, {0, 0, 0}, {0, 1, 0}})
fuse({6, 0}, 0)
