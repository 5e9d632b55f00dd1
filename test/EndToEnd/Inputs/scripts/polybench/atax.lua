-- First t = A x, then y = A^T t, each with its initialization.
split({}, 1, 2)
reorder({}, {1, 0, 2})
extend("S1", 2)
fuse({0}, 0)
extend("S0", 1)
fuse({}, 1)
fuse({1}, 0)
