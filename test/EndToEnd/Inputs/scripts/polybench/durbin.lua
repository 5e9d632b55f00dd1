-- The new last element as the last iteration of the loop that copies the others.
extend("S9", 2)
skew("S9", 2, 1, 1)
fuse({3}, 5)
