"""SQLite as Django speaks it, its file watched: see :mod:`rulesite.sqlite.base`."""
