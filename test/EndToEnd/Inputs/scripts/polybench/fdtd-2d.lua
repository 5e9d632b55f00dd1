-- The four statements of a time step in one loop, skewed by the time; the magnetic
-- field one behind.
extend("S0", 2)
skew({0}, 2, 1, 1)
skew({0}, 3, 1, 1)
lazy(function()
  for _ = 1, 3 do fuse({0}, 0) end
  for _ = 1, 3 do fuse({0, 0}, 0) end
  shift("S3", {{0, 0, 0, 0}, {0, 0, 0, 1}, {0, 0, 0, 1}})
end)
