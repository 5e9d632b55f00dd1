-- The same on loops of a stencil and of a product.
local function refused(step, ...)
  local done, why = pcall(step, ...)
  print(done and "NOT REFUSED" or why)
end

print("== prerequisites")
refused(pad, "C", {{0, 0, 1}})
refused(privatize, "D", 2, 8)
refused(expand, "F", 1)
refused(contract, "C", 3)
refused(rename, "S3", "C", "D")
refused(hoist, "S3", "C", 1)

print("== validity")
refused(expand, "A", 1)
refused(privatize, "B", 1, 2)
refused(contract, "B", 1)
refused(contract, "C", 2)
refused(rename, "S1", "B", "other")
refused(hoist, "S2", "C", 2)
-- The row before the first one is the same for all times. An iterator that was
-- added has one value in the copies, too.
extend("S2", 1)
print(expand("B", 1), hoist("S2", "C", 4))
