"""Modules below every part of the site: they know no people, no notices and no games."""
