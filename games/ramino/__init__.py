"""Ramino: the rummy game for two to six with one deck."""
