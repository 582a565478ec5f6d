"""PostgreSQL as Django speaks it, back at once after it was away: see :mod:`rulesite.postgresql.base`."""
