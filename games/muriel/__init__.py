"""Muriel: nine players, one pack with both jokers, tricks whose two highest cards count."""
