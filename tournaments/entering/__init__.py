"""How people get into an event: lists of entries, people entered twice, links of seats."""
