-- Four sweeps in a time step, each a band: forward with the boundary as the first
-- column, backward as the distance from the last one.
for _, sweep in ipairs{
  {at = 0, first = {"S0", "S1", "S2"}, last = "S5", back = "S6"},
  {at = 2, first = {"S7", "S8", "S9"}, last = "S12", back = "S13"}
} do
  split({0}, sweep.at, 4)
  extend(sweep.first, 3)
  for _ = 1, 3 do fuse({0, sweep.at}, 0) end
  extend(sweep.last, 3)
  shift({sweep.last}, {{0, 0, 0}, {0, 0, 0}, {0, 0, 1}})
  shift(sweep.back, {{0, 0, 0}, {0, 0, 0}, {0, 1, 0}})
  fuse({0, sweep.at + 1}, 0)
end
