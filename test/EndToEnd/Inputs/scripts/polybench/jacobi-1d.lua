-- Both half steps in one loop, skewed by the time, the second one behind.
skew({0}, 2, 1, 2)
lazy(function()
  fuse({0}, 0)
  shift("S1", {{0, 0, 0}, {0, 0, 1}})
end)
