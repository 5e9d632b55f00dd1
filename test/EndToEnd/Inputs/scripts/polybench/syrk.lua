-- The sum innermost, the initialization as its first step: one band of three
-- loops.
interchange("S1", 2)
extend("S0", 3)
fuse({0}, 0)
fuse({0, 0}, 0)
