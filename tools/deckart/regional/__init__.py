"""The regional decks of forty cards: a module for each, with shapes of its own and the facts in `docs/decks.md`."""

from . import bergamasche, napoletane, piacentine, romagnole, siciliane, spanish, toscane, trevisane

REGIONAL: dict[str, spanish.SpanishDeck | toscane.ToscaneDeck] = {
    "bergamasche": bergamasche.DECK,
    "napoletane": napoletane.DECK,
    "piacentine": piacentine.DECK,
    "romagnole": romagnole.DECK,
    "siciliane": siciliane.DECK,
    "toscane": toscane.DECK,
    "trevisane": trevisane.DECK,
}
