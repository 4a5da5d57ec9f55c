"""The forms of a game's words: texts, rule book, lessons, names of cards; translated by Django."""
