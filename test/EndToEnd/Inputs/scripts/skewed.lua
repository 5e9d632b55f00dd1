-- Both statements of a time step in one loop, skewed by the time, the second one
-- step behind: the classic order that makes a stencil tilable.
skew({"S0", "S1"}, 2, 1, 2)
lazy(function()
  fuse({0}, 0)
  shift("S1", {{0, 0, 0}, {0, 0, 1}})
end)
