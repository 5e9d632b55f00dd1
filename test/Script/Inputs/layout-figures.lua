-- What tiles would move with the scalar as it is, with an element for each
-- iteration in one loop, and in two.
local function show(what)
  local figures, why = evaluate{M = 10, T1 = 4, T2 = 4}
  if not figures then return print(what, why) end
  local text = ""
  for _, array in ipairs(region.arrays) do
    local a = figures.arrays[array.name]
    if a then
      text = text .. string.format(" %s %s %s %s;", array.name, a.loads, a.stores, a.cells)
    end
  end
  print(what .. text)
end

show("source:")
expand("t", 1)
show("expanded:")
distribute({}, 0)
show("distributed:")
for _, band in ipairs(bands()) do print(table.concat(band.statements, " ")) end
buffers{"t_1"}
show("with one buffer:")
