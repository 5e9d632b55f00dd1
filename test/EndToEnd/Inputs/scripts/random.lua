-- Forty steps chosen at random from the number that a test puts for SEED; those
-- that are refused are passed over.
local seed = SEED
local function random(n)
  seed = (seed * 1103515245 + 12345) % 2147483648
  return seed // 65536 % n + 1
end
local function pick(list) return list[random(#list)] end
local function row(n, most)
  local r = {}
  for i = 1, n do r[i] = random(2 * most + 1) - most - 1 end
  return r
end
local function shifts(s)
  local M = {}
  for i = 1, depth(s) do
    M[i] = row(#region.parameters + 1, 1)
    M[i][#region.parameters + 1] = random(9) - 5
  end
  return M
end
local function prefix()
  local b, p = beta(pick(region.statements)), {}
  for i = 1, random(#b) - 1 do p[i] = b[i] end
  return p
end
local function subject()
  local k = random(4)
  if k == 1 then return prefix() end
  return pick(region.statements)
end
local steps = {
  function() interchange(subject(), random(2)) end,
  function() reverse(subject(), random(3)) end,
  function() skew(subject(), random(3), random(3), random(5) - 3) end,
  function() local s = pick(region.statements) shift(s, shifts(s)) end,
  function() fuse(prefix(), random(3) - 1) end,
  function() fuse(prefix(), random(3) - 1) end,
  function() split(prefix(), random(2) - 1, random(2)) end,
  function() distribute(prefix(), random(2) - 1) end,
  function() reorder(prefix(), random(2) == 1 and {1, 0} or {2, 0, 1}) end,
  function()
    if #region.statements < 6 then
      local s = pick(region.statements)
      indexsplit(s, row(depth(s) + #region.parameters + 1, 2))
    end
  end,
  function()
    if #region.statements < 6 then peel(pick(region.statements), random(3), random(3)) end
  end,
  function() stripmine(subject(), random(3), random(4)) end,
}
for i = 1, 40 do
  pcall(steps[random(#steps)])
end

