-- The paths by way of a node column by column.
interchange("S0", 2)
