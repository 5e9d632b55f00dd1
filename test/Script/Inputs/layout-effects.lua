-- What each step does to arrays, one after the other.
local function shows(name, step)
  print("== " .. name)
  step()
  print(representation())
end

shows("source", function() end)
shows("expand", function() expand("t", 1) end)
shows("privatize", function() privatize("w", 1, {1, 0, 0}) end)
shows("pad", function() pad("w_1", {{0, 0, 3}, {0, 0, 0}}) end)
shows("contract again", function() contract("t_1", 1) end)
shows("contract", function() fuse({}, 2) contract("p", 1) end)
shows("rename", function() rename("S6", "A", "second") end)
shows("hoist", function() hoist("S6", "C", 2) end)
shows("hoist what is read", function() hoist("S6", "a", 2) end)
