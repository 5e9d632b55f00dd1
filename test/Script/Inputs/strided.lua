rename("S0", "A", "other")
