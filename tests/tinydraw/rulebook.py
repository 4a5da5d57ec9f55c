"""The rule book of Pescapari."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from ludocards.words.rulebook import Book, Brief, Clause, Origin, Section, Source
from tests.tinydraw.rules import CARDS, OPEN, Rules

STATED = Origin("here")
SECTIONS = (
    Section(
        "gioco",
        _("The play"),
        (
            Clause(
                "carte", _("Two players get %(cards)s cards each, and %(open)s lie on the table."), STATED
            ),
            Clause("presa", _("A card takes one of its rank, or else cards that add up to it."), STATED),
            Clause("nuove", _("Then a card is drawn."), option="byThrees", when=lambda r: not r.by_threes),
            Clause("terne", _("Empty hands get three more."), option="byThrees", when=lambda r: r.by_threes),
            Clause("punti", _("Every card taken is a point."), STATED),
        ),
    ),
)


def figures(rules: Rules) -> Mapping[str, Any]:
    return {"cards": CARDS, "open": OPEN}


def brief(rules: Rules) -> Brief:
    return Brief((), follow=("carte",), takes=("presa",), points=("punti",), wins=("punti",))


BOOK = Book(
    {"here": Source("Pescapari", "https://example.org/", _("The game as the tests play it."))},
    {"classico": frozenset({"here"}), "terne": frozenset({"here"})},
    lambda option, rules: STATED,
    SECTIONS,
    figures,
    brief=brief,
)
