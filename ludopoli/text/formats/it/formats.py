"""The formats that differ from Django's for Italian."""

DATE_FORMAT = "j F Y"
DATETIME_FORMAT = "l j F Y, H:i"
