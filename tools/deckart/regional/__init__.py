"""The regional decks of forty cards: a module for each, with shapes of its own and the facts in `docs/decks.md`."""

from . import napoletane, piacentine, romagnole, siciliane, spanish, toscane

REGIONAL: dict[str, spanish.SpanishDeck | toscane.ToscaneDeck] = {
    "napoletane": napoletane.DECK,
    "piacentine": piacentine.DECK,
    "romagnole": romagnole.DECK,
    "siciliane": siciliane.DECK,
    "toscane": toscane.DECK,
}
