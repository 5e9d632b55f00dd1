-- The first rows of the first product by themselves, the others in blocks and in
-- two halves; the second product backwards, skewed and unrolled.
local first = peel("S0", 1, 3)
tile(first, 1, 2)
local half = indexsplit("S0", {2, 0, -1, 0, 0})
stripmine({"S0", half}, 2, 3)
reverse("S1", 1)
skew("S1", 1, 2, 2)
unroll("S1", 2, 4)
