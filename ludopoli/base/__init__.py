"""What lies under every part of the site: it knows no people, no notices and no games."""
