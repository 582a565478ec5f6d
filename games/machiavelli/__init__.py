"""Machiavelli: rules, the end of the game, the questions it answers, and their words."""
