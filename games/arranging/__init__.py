"""Cards into melds: the exact solvers, which know no game."""
