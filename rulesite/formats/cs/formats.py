"""Czech: spaces between day, month and year, at which no line ends."""

SHORT_DATE_FORMAT = "j.\u00a0n.\u00a0Y"
SHORT_DATETIME_FORMAT = f"{SHORT_DATE_FORMAT} H:i"
