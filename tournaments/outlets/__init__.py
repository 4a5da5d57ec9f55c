"""What the world hears of an event: its log, the feed, the doorbell, notices, calendars and files."""
