"""The forms of a game's words: texts, rule book, lessons, names of cards; translated by Django."""

from ludocards.engine.extras import needs_extra

with needs_extra("words"):
    import django  # noqa: F401
