"""Murlan: the Albanian climbing game for four."""
