"""The reasons why one choice is better than another, in the reader's language: the facts of
`games/review/explaining.py` as sentences, which speak to the player on turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.texts import joined_names
from games.texts import texts_of_game as texts_of
from ludocards.bots.proving import telling_facts
from ludocards.engine.game import Json
from ludocards.engine.registry import GAMES
from ludocards.words.cards import capitalise_sentence, card_name, suit_name, the_card
from ludocards.words.frequency import compare_frequencies
from ludocards.words.texts import Compared

Name = Callable[[int], str]
"""Returns the name of the player on a seat."""


def choice_name(game: str, command: Mapping[str, Json]) -> str:
    """The name of a card with what it takes, or of a set of cards, or the number of tricks announced."""
    deck = GAMES[game].deck.name
    if "cards" in command:
        return joined_names([card_name(deck, code) for code in command["cards"]])
    if "tricks" in command:
        return ngettext("%(n)d trick", "%(n)d tricks", command["tricks"]) % {"n": command["tricks"]}
    card, *taken = (card_name(deck, code) for code in (command.get("card"), *(command.get("take") or ())))
    return _("%(card)s takes %(cards)s") % {"card": card, "cards": " + ".join(taken)} if taken else card


def the_choice(game: str, command: Mapping[str, Json]) -> str:
    """The choice inside a sentence: "the seven of coins, taking the four of cups"."""
    deck = GAMES[game].deck.name
    if "tricks" in command:
        return choice_name(game, command)
    cards = joined_names([the_card(deck, code) for code in command.get("cards") or [command["card"]]])
    if not command.get("take"):
        return cards
    taken = joined_names([the_card(deck, code) for code in command["take"]])
    return _("%(card)s, taking %(cards)s") % {"card": cards, "cards": taken}


def reason_sentences(
    game: str,
    facts: Sequence[Json],
    best: Mapping[str, Json],
    other: Mapping[str, Json],
    sides: Sequence[int],
    name: Name,
) -> list[str]:
    """The facts that explain why `best` is better than `other`; `sides` are those of the match, by seat.

    Facts stored by an earlier version may not tell the two apart: such facts are left out here, too.
    """
    in_pairs = len({*sides}) < len(sides)
    teller = _Teller(game, choice_name(game, best), choice_name(game, other), in_pairs, name)
    compared = Compared(teller.best, teller.other, in_pairs, teller.cards, joined_names)
    own = texts_of(game).reasons
    cards = (GAMES[game].deck.cards.get(choice.get("card", "")) for choice in (best, other))
    facts = telling_facts(facts, *cards, fewest_win=GAMES[game].fewest_win)
    return [
        own[fact["kind"]](fact, compared) if fact["kind"] in own else getattr(teller, fact["kind"])(fact)
        for fact in facts
    ]


class _Teller:
    """A method for each kind of fact."""

    def __init__(self, game: str, best: str, other: str, in_pairs: bool, name: Name) -> None:
        self.deck, self.best, self.other = GAMES[game].deck.name, best, other
        self.in_pairs, self.name = in_pairs, name

    def needs(self, fact: Json) -> str:
        if fact["n"] < 0:
            return _("You have more tricks than you announced: it is lost.")
        if fact["n"] == 0:
            return _("You have the tricks that you announced: every further one costs you.")
        said = ngettext(
            "You still need %(n)d trick to reach the number you announced, and hold %(left)d cards.",
            "You still need %(n)d tricks to reach the number you announced, and hold %(left)d cards.",
            fact["n"],
        )
        return said % {"n": fact["n"], "left": fact["left"]}

    def takes(self, fact: Json) -> str:
        return self._how_often(
            fact,
            _("%(card)s: your side takes this trick %(often)s."),
            _("%(card)s: you take this trick %(often)s."),
        )

    def brings(self, fact: Json) -> str:
        return f"{self._brought(self.best, fact['best'])} {self._brought(self.other, fact['other'])}"

    def _brought(self, card: str, points: int) -> str:
        n = abs(points)
        if not points:
            said = _("%(card)s: the trick is worth nothing.")
        elif points < 0:
            said = ngettext(
                "%(card)s: you give away %(n)d point.", "%(card)s: you give away %(n)d points.", n
            )
        elif self.in_pairs:
            said = ngettext(
                "%(card)s: your side takes %(n)d point.", "%(card)s: your side takes %(n)d points.", n
            )
        else:
            said = ngettext("%(card)s: you take %(n)d point.", "%(card)s: you take %(n)d points.", n)
        return said % {"card": card, "n": n}

    def spares(self, fact: Json) -> str:
        return _("You keep %(card)s, a trump.") % {"card": the_card(self.deck, fact["card"])}

    def draws(self, fact: Json) -> str:
        last = _("The last card of the stock is %(card)s.") % {"card": the_card(self.deck, fact["card"])}
        drawn = self._how_often(
            fact, _("%(card)s: your side draws it %(often)s."), _("%(card)s: you draw it %(often)s.")
        )
        return f"{last} {drawn}"

    def earns(self, fact: Json) -> str:
        return self._on_average(
            fact,
            _("%(card)s: this trick brings your side about %(n)d points."),
            _("%(card)s: this trick brings you about %(n)d points."),
        )

    def later(self, fact: Json) -> str:
        return self._on_average(
            fact,
            _("%(card)s: the tricks after this one bring your side about %(n)d points."),
            _("%(card)s: the tricks after this one bring you about %(n)d points."),
        )

    def _on_average(self, fact: Json, ours: str, mine: str) -> str:
        said = (ours if self.in_pairs else mine) % {"card": self.best, "n": fact["best"]}
        also = _("%(card)s: about %(n)d.") % {"card": self.other, "n": fact["other"]}
        return f"{said} {also}"

    def last(self, fact: Json) -> str:
        return self._how_often(
            fact,
            _("%(card)s: your side takes the last trick %(often)s."),
            _("%(card)s: you take the last trick %(often)s."),
        )

    def _how_often(self, fact: Json, ours: str, mine: str) -> str:
        return compare_frequencies(ours if self.in_pairs else mine, fact, self.best, self.other)

    def kept(self, fact: Json) -> str:
        said = _("%(card)s: you take exactly that %(often)s.")
        return compare_frequencies(said, fact, self.best, self.other)

    def trumps(self, fact: Json) -> str:
        if not fact["cards"]:
            return _("You hold no trumps.")
        return _("Your trumps: %(cards)s.") % {"cards": self.cards(fact["cards"])}

    def tops(self, fact: Json) -> str:
        return _("Highest cards of their suits: %(cards)s.") % {"cards": self.cards(fact["cards"])}

    def announced(self, fact: Json) -> str:
        said = ngettext(
            "Before you, %(n)d of %(of)d tricks has been announced.",
            "Before you, %(n)d of %(of)d tricks have been announced.",
            fact["n"],
        )
        return said % {"n": fact["n"], "of": fact["of"]}

    def void(self, fact: Json) -> str:
        named = {"name": self.name(fact["seat"]), "suit": suit_name(self.deck, fact["suit"])}
        return _("%(name)s has no %(suit)s left.") % named

    def alone(self, fact: Json) -> str:
        named = {"card": card_name(self.deck, fact["card"])}
        if fact.get("cut"):  # what an earlier version stored does not say it
            return _("%(card)s: nobody else has a card of this suit, so only a trump can beat it.") % named
        return _("%(card)s: nobody else has a card of this suit.") % named

    def master(self, fact: Json) -> str:
        said = ngettext(
            "%(card)s is the highest left of its suit; %(n)d lower one is still to come.",
            "%(card)s is the highest left of its suit; %(n)d lower ones are still to come.",
            fact["out"],
        )
        return capitalise_sentence(said % {"card": the_card(self.deck, fact["card"]), "n": fact["out"]})

    def beaten(self, fact: Json) -> str:
        said = ngettext(
            "%(higher)s, still to come, beats %(card)s.",
            "%(higher)s, still to come, beat %(card)s.",
            len(fact["by"]),
        )
        higher = joined_names([the_card(self.deck, code) for code in fact["by"]])
        return capitalise_sentence(said % {"card": the_card(self.deck, fact["card"]), "higher": higher})

    def heard(self, fact: Json) -> str:
        named = {"name": self.name(fact["seat"]), "suit": suit_name(self.deck, fact["suit"])}
        return _("%(name)s said “%(word)s” in %(suit)s.") % {**named, "word": fact["word"]}

    def cards(self, codes: Sequence[str]) -> str:
        return joined_names([card_name(self.deck, code) for code in codes])


def kinds(game: str) -> set[str]:
    """The kinds of facts for which there is a sentence in explanations of a game."""
    shared = {name for name, value in vars(_Teller).items() if callable(value) and not name.startswith("_")}
    return shared - {"cards"} | {*texts_of(game).reasons}
