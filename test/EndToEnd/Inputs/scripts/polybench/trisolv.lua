-- What a solution contributes to the others, as soon as it is known.
lazy(function()
  extend("S0", 1)
  extend("S2", 2)
  interchange("S1", 1)
  skew("S2", 2, 1, 1)
  for _ = 1, 2 do fuse({0}, 0) end
end)
