-- Four passes, each a band with its initialization. The backward pass along
-- columns takes the first sum of images, the forward pass, which changes places
-- with it, the second one.
local rows, columns = {{0, 0, 0}, {1, 0, 0}}, {{0, 0, 0}, {0, 1, 0}}
shift({1, 4}, columns)
shift({4, 4}, rows)
for nest, first in pairs{[0] = 0, [1] = 7, [3] = 17, [4] = 24} do
  local last = nest % 3 == 0 and first + 2 or first + 3
  for s = first, last do
    extend("S" .. s, 2)
  end
  for s = first, last do
    fuse({nest}, 0)
  end
end
reorder({}, {0, 1, 2, 4, 3, 5})
interchange({"S16", "S33"}, 1)
reverse("S16", 2)
shift("S16", rows)
for nest = 2, 3 do
  fuse({}, nest)
  fuse({nest}, 0)
end
