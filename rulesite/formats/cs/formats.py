"""Czech: spaces between day, month and year, at which no line ends."""

DATE_FORMAT = "j.\u00a0E\u00a0Y"
SHORT_DATE_FORMAT = "j.\u00a0n.\u00a0Y"
SHORT_DATETIME_FORMAT = f"{SHORT_DATE_FORMAT} H:i"
