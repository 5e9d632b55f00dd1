-- Steps chosen at random from the number that a test puts for SEED, up to fifty
-- that are legal; those that are refused are passed over.
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
-- Random signs on the diagonal, and one entry below it.
local function triangle(s)
  local M = {}
  for i = 1, depth(s) do
    M[i] = row(depth(s), 0)
    M[i][i] = random(2) * 2 - 3
  end
  local i = random(depth(s))
  if i > 1 then M[i][random(i - 1)] = random(3) - 2 end
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
local function level(s)
  return random(depth(s) + 1)
end
-- Not so many statements and loops that isl takes long.
local function small()
  local s = pick(region.statements)
  return #region.statements < 6 and depth(s) < 5 and s or error("enough")
end
local steps = {
  function() interchange(subject(), random(2)) end,
  function() reverse(subject(), random(3)) end,
  function() skew(subject(), random(3), random(3), random(3) - 2) end,
  function()
    local s = pick(region.statements)
    unimodular(s, triangle(s), triangle(s))
  end,
  function() local s = pick(region.statements) shift(s, shifts(s)) end,
  function() fuse(prefix(), random(3) - 1) end,
  function() fuse(prefix(), random(3) - 1) end,
  function() split(prefix(), random(2) - 1, random(2)) end,
  function() distribute(prefix(), random(2) - 1) end,
  function() reorder(prefix(), random(2) == 1 and {1, 0} or {2, 0, 1}) end,
  function()
    local s = small()
    indexsplit(s, row(depth(s) + #region.parameters + 1, 2))
  end,
  function() local s = small() peel(s, level(s), random(3)) end,
  function() local s = small() stripmine(s, level(s), random(4)) end,
  function() local s = small() unroll(s, level(s), random(4)) end,
  function() local s = small() unrolljam(s, level(s), random(4)) end,
  function() local s = small() tile(s, level(s), random(4)) end,
  function() local s = small() extend(s, level(s)) end,
  function() addlocalvar(small()) end,
  function()
    local s, n = pick(region.statements), random(3) - 2
    local p = prefix()
    move(p, beta(s), n)
  end,
  function() small() expand(pick(region.arrays), random(3)) end,
  function() small() privatize(pick(region.arrays), random(3), 20 * random(2)) end,
  function() forward(small(), pick(region.arrays)) end,
  function() contract(pick(region.arrays), random(2)) end,
  function() rename(small(), pick(region.arrays), "renamed" .. random(3)) end,
  function() local s = small() hoist(s, pick(region.arrays), level(s)) end,
  function() local s = small() prefetch(s, pick(region.arrays), level(s), random(3)) end,
  function()
    small()
    local a, M = pick(region.arrays), {}
    for i = 1, #a.sizes do
      M[i] = row(#region.parameters + 1, 0)
      M[i][#M[i]] = random(3)
    end
    pad(a, M)
  end,
  -- A copy that gets what it takes from the statement.
  function()
    local s = small()
    local c = row(depth(s) + #region.parameters + 1, 1)
    local d = {}
    for i, x in ipairs(c) do d[i] = -x end
    d[#d] = d[#d] - 1
    lazy(function()
      local copy = insert(s, random(depth(s) + 1) - 1)
      cutdomain(s, c)
      cutdomain(copy, d)
    end)
  end,
}
-- Some steps are judged together.
steps[#steps + 1] = function()
  lazy(function()
    for _ = 1, 1 + random(2) do steps[random(#steps - 1)]() end
  end)
end
local wanted, tries = random(50), 0
done = 0
while done < wanted and tries < 400 do
  tries = tries + 1
  if pcall(steps[random(#steps)]) then done = done + 1 end
end
