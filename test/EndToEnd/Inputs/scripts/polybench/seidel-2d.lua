-- Skewed so that no neighbour is behind in any loop.
skew("S0", 2, 1, 1)
skew("S0", 3, 1, 1)
skew("S0", 3, 2, 1)
