"""The pages of the site about games, tables and the people who play."""
