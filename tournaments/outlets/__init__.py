"""The outlets of an event: its log, the feed, the doorbell, notices, calendars and files."""
