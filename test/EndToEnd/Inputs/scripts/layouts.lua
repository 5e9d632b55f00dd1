-- The scalar becomes an array, the row of work one for each i, so that their
-- loops part; the intermediate vector a scalar in one loop; the first use of z
-- an array of its own, so that its loops run first; the sum stays in a variable
-- while it grows; rows of A and B have three more elements.
local s = region.statements
expand("t", 1)
distribute({}, 0)
privatize("w", 1, {1, 0, 0})
distribute({}, 1)
fuse({}, 4)
contract("between", 1)
rename({s[7].name, s[8].name}, "z", "first")
hoist(s[10].name, "z", 2)
pad("A", {{0, 0, 0}, {0, 0, 3}})
