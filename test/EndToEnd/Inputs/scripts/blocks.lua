-- The initialization by itself; the product goes through its matrices row by row,
-- with the summands in blocks.
split({0}, 0, 1)
split({}, 0, 1)
interchange("S1", 2)
stripmine("S1", 3, 4)
