-- Both half steps in one loop, skewed by the time, the second one behind.
for level = 2, 3 do skew({0}, level, 1, 2) end
lazy(function()
  fuse({0}, 0)
  fuse({0, 0}, 0)
  shift("S1", {{0, 0, 0}, {0, 0, 1}, {0, 0, 1}})
end)
