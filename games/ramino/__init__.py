"""Ramino: the rummy game for two to six, with one deck or, as most Italian tables play, with two and jokers."""
