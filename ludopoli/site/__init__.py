"""The site as a whole, above all its parts: settings, addresses, processes and what operators need."""
