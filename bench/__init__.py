"""Speed, as ratios measured side by side in one run: ``make bench``, or one file with ``python -m bench.NAME``."""
