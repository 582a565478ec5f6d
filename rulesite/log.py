"""What the log says of requests that are at fault themselves."""

import logging

LONGEST = 300
"""Characters of a line: the sender of a request chooses how long it would be."""


def in_one_line(record: logging.LogRecord) -> bool:
    """Say it in a line, without the way through the code; for a filter, which the line passes."""
    record.msg, record.args = " ".join(record.getMessage()[:LONGEST].split()), ()
    record.exc_info = record.exc_text = None
    return True
