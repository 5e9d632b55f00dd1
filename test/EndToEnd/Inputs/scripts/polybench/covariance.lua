-- The sum and the mean of a column in one sweep; each coefficient from its first
-- term to its copy. There may be less than no rows, so that what comes after them
-- is in no loop with what comes before.
split({}, 0, 1)
extend("S2", 2)
shift("S2", {{0, 0, 0}, {0, 1, 0}})
fuse({1}, 0)
split({3}, 0, 1)
split({}, 3, 1)
extend({"S6", "S7"}, 3)
shift({"S6", "S7"}, {{0, 0, 0}, {0, 0, 0}, {0, 1, 0}})
for _ = 1, 2 do fuse({4, 0}, 0) end
