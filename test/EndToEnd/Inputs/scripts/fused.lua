-- The second product goes through A in the order in which the first one makes
-- it, four elements behind.
interchange("S1", 1)
fuse({}, 0)
shift("S1", {{0, 0, 4}, {0, 0, 0}})
