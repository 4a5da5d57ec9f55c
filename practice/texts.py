"""The texts of practice: themes, and the facts of an explanation as sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games.rulebook.lessons import command
from games.texts import BOTS, card_name, refusal, suit_name
from games.texts import of as texts_of
from games.texts.shapes import Asking, Compared
from ludocards.engine.game import Command, Json
from ludocards.engine.registry import GAMES
from practice.lessons import ME, Judged, Option, Place, options
from practice.positions import Position

THEMES: Mapping[str, Any] = {
    "lead": gettext_lazy("the lead"),
    "take": gettext_lazy("taking"),
    "hold_up": gettext_lazy("holding up"),
    "unblock": gettext_lazy("unblocking"),
    "cut": gettext_lazy("trumping"),
    "discard": pgettext_lazy("a card of another suit", "the discard"),
    "count": gettext_lazy("counting"),
    "signal": gettext_lazy("hearing the signal"),
    "last": gettext_lazy("the last trick"),
    "avoid": gettext_lazy("avoiding tricks"),
    **{verb: asked.theme for game in GAMES for verb, asked in texts_of(game).asking.items() if asked.theme},
    **{theme: name for game in GAMES for theme, name in texts_of(game).themes.items()},
}
"""The names of the themes of `facts`, in the order in which pages list them; those of choices that are not
cards have the verb of the choice; then those of single games."""


PLAY = Asking(
    question=gettext_lazy("It is your turn. Which card do you play?"),
    choices=gettext_lazy("The cards that you may play"),
    send=gettext_lazy("Play this card"),
    right=gettext_lazy("That is the card."),
    wrong=gettext_lazy("There was something better."),
    chosen=gettext_lazy("You played: %(choice)s."),
)


def asking(game: str, verb: str) -> Asking:
    """The words with which a page asks for a choice, by the verb of the choice."""
    return texts_of(game).asking.get(verb, PLAY)


def player_name(seat: int) -> str:
    """The name of another seat of a puzzle: whoever sat there, it is the same for all puzzles."""
    return BOTS[seat % len(BOTS)]


def choice(position: Position, command: Mapping[str, Json]) -> str:
    """The name of a card with what it takes, or of a set of cards, or the number of tricks announced."""
    if "cards" in command:
        return _listed([card_name(position.game.deck.name, code) for code in command["cards"]])
    if "tricks" in command:
        return ngettext("%(n)d trick", "%(n)d tricks", command["tricks"]) % {"n": command["tricks"]}
    return _played(position.game.name, command)


def one_of(names: Sequence[str]) -> str:
    """The names of several right choices, of which one is wanted."""
    *these, last = names
    return _("%(these)s or %(last)s") % {"these": "; ".join(these), "last": last} if these else last


def _listed(names: Sequence[str]) -> str:
    *these, last = names
    return _("%(these)s and %(last)s") % {"these": ", ".join(these), "last": last} if these else last


def chosen(position: Position, command: Mapping[str, Json]) -> str:
    return str(asking(position.game.name, command["do"]).chosen) % {"choice": choice(position, command)}


def answer_name(place: Place, option: Option) -> str:
    """The name of an answer of a step."""
    if option.label or option.kind == "number":
        return str(option.label or option.code)
    if option.kind == "seat":
        return seat_name(int(option.code), ME)
    if option.card:
        return card_name(GAMES[place.game].deck.name, option.card)
    return _played(place.game, command(option.code, GAMES[place.game].deck))


def _played(game: str, played: Command | Mapping[str, Json]) -> str:
    """The name of a card with what it takes, if that is said."""
    card, *taken = (
        card_name(GAMES[game].deck.name, code) for code in (played.get("card"), *(played.get("take") or ()))
    )
    return _("%(card)s takes %(cards)s") % {"card": card, "cards": " + ".join(taken)} if taken else card


def seat_name(seat: int, own: int) -> str:
    """The name of a seat for whoever sits at `own`."""
    return _("You") if seat == own else player_name(seat)


def faults(place: Place, judged: Judged) -> list[str]:
    """The faults of an answer, in the reader's language: each reason once, after the names of all that it
    refuses, also if it begins with such a name itself."""
    names = {option.code: answer_name(place, option) for option in options(place)}
    refused: dict[str, list[str]] = {}
    for code, why in judged.refused:
        reason = refusal(why, place.game).removeprefix(f"{names[code]}: ")
        refused.setdefault(reason, []).append(names[code])
    said = [f"{', '.join(those)}: {reason}" for reason, those in refused.items()]
    if judged.missed:
        many = len(judged.missed)
        said.append(
            ngettext("%(n)d more answer is right.", "%(n)d more answers are right.", many) % {"n": many}
        )
    if judged.taker is not None:
        said.append(_("%(name)s takes the trick.") % {"name": player_name(judged.taker)})
    return said


def sentences(position: Position, facts: list[Json], best: Json, other: Json) -> list[str]:
    """The facts that explain why `best` is better than `other`, in the reader's language."""
    teller = _Teller(position, choice(position, best), choice(position, other))
    compared = Compared(teller.best, teller.other, teller.in_pairs, teller.cards, _listed)
    own = texts_of(position.game.name).reasons
    return [
        own[fact["kind"]](fact, compared) if fact["kind"] in own else getattr(teller, fact["kind"])(fact)
        for fact in facts
    ]


class _Teller:
    """A method for each kind of fact (`practice/facts.py`)."""

    def __init__(self, position: Position, best: str, other: str) -> None:
        self.deck, self.best, self.other = position.game.deck.name, best, other
        sides = position.game.sides(position.state())
        self.in_pairs = len({*sides}) < len(sides)

    def needs(self, fact: Json) -> str:
        if fact["n"] < 0:
            return _("You have more tricks than you announced: that cannot be mended.")
        if fact["n"] == 0:
            return _("You have the tricks that you announced: every further one costs you.")
        said = ngettext(
            "You still need %(n)d trick of those that you announced, and hold %(left)d cards.",
            "You still need %(n)d tricks of those that you announced, and hold %(left)d cards.",
            fact["n"],
        )
        return said % {"n": fact["n"], "left": fact["left"]}

    def takes(self, fact: Json) -> str:
        return self._how_often(
            fact,
            _("%(card)s: your side takes this trick in %(n)d of %(of)d deals that agree with what you know."),
            _("%(card)s: you take this trick in %(n)d of %(of)d deals that agree with what you know."),
        )

    def last(self, fact: Json) -> str:
        return self._how_often(
            fact,
            _(
                "%(card)s: your side takes the last trick in %(n)d of %(of)d deals that agree with "
                "what you know."
            ),
            _("%(card)s: you take the last trick in %(n)d of %(of)d deals that agree with what you know."),
        )

    def _how_often(self, fact: Json, ours: str, mine: str) -> str:
        said = (ours if self.in_pairs else mine) % {"card": self.best, "n": fact["best"], "of": fact["of"]}
        return f"{said} " + _("%(card)s: in %(n)d.") % {"card": self.other, "n": fact["other"]}

    def kept(self, fact: Json) -> str:
        said = _("%(choice)s: you take exactly that in %(n)d of %(of)d deals that agree with what you know.")
        named = {"choice": self.best, "n": fact["best"], "of": fact["of"]}
        return f"{said % named} " + _("%(card)s: in %(n)d.") % {"card": self.other, "n": fact["other"]}

    def trumps(self, fact: Json) -> str:
        if not fact["cards"]:
            return _("You hold no trumps.")
        return _("Your trumps: %(cards)s.") % {"cards": self.cards(fact["cards"])}

    def tops(self, fact: Json) -> str:
        return _("Highest cards of their suits: %(cards)s.") % {"cards": self.cards(fact["cards"])}

    def announced(self, fact: Json) -> str:
        said = ngettext(
            "Before you %(n)d of %(of)d tricks is announced.",
            "Before you %(n)d of %(of)d tricks are announced.",
            fact["n"],
        )
        return said % {"n": fact["n"], "of": fact["of"]}

    def void(self, fact: Json) -> str:
        named = {"name": player_name(fact["seat"]), "suit": suit_name(self.deck, fact["suit"])}
        return _("%(name)s has no %(suit)s left.") % named

    def alone(self, fact: Json) -> str:
        return _("%(card)s: nobody else has a card of this suit.") % self._card(fact)

    def master(self, fact: Json) -> str:
        said = ngettext(
            "%(card)s: no higher card of its suit is out, and %(n)d lower one is.",
            "%(card)s: no higher card of its suit is out, and %(n)d lower ones are.",
            fact["out"],
        )
        return said % {**self._card(fact), "n": fact["out"]}

    def beaten(self, fact: Json) -> str:
        return _("%(card)s: higher cards that are still out: %(higher)s.") % {
            **self._card(fact),
            "higher": self.cards(fact["by"]),
        }

    def heard(self, fact: Json) -> str:
        named = {"name": player_name(fact["seat"]), "suit": suit_name(self.deck, fact["suit"])}
        return _("%(name)s said “%(word)s” in %(suit)s.") % {**named, "word": fact["word"]}

    def cards(self, codes: Sequence[str]) -> str:
        return _listed([card_name(self.deck, code) for code in codes])

    def _card(self, fact: Json) -> dict[str, str]:
        return {"card": card_name(self.deck, fact["card"])}


def kinds(game: str) -> set[str]:
    """The kinds of facts for which there is a sentence in explanations of a game."""
    shared = {name for name, value in vars(_Teller).items() if callable(value) and not name.startswith("_")}
    return shared - {"cards"} | {*texts_of(game).reasons}
