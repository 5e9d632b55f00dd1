-- A statement that runs a whole problem later than the source has it.
interchange("S1", 1)
fuse({}, 0)
lazy(function()
  shift("S0", {{1, 0, 0}, {0, 0, 0}})
  shift("S1", {{1, 0, 1}, {0, 1, 0}})
end)
distribute({}, 0)
fuse({}, 0)
