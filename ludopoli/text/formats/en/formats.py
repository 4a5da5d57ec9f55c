"""The formats that differ from Django's for English: the site's English is European, as its players are."""

DATE_FORMAT = "j F Y"
SHORT_DATE_FORMAT = "j M Y"
DATETIME_FORMAT = "l j F Y, H:i"
TIME_FORMAT = "H:i"
