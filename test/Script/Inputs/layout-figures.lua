-- What tiles would move with the scalar and the vector as they are, with an
-- element of the scalar for each iteration in one loop, and in two, with one
-- element of the vector.
local function show(what)
  local figures, why = evaluate{M = 10, T1 = 4, T2 = 4, T3 = 4, T4 = 4}
  if not figures then return print(what, why) end
  local text = what
  for _, array in ipairs(region.arrays) do
    local a = figures.arrays[array.name]
    if a then
      text = text .. string.format(" %s %s %s %s;", array.name, a.loads, a.stores, a.cells)
    end
  end
  print(text)
end

show("source:")
expand("t", 1)
show("expanded:")
distribute({}, 0)
show("distributed:")
fuse({}, 2)
contract("p", 1)
show("contracted:")
for _, band in ipairs(bands()) do print(table.concat(band.statements, " ")) end
buffers{"t_1"}
show("with one buffer:")
