"""The cards of a deal as they are shown or printed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games import texts
from ludocards.engine.cards import Card
from ludocards.engine.game import Deal
from ludocards.engine.registry import GAMES


@dataclass(frozen=True, slots=True)
class HandShown:
    """The cards of a seat, or of the stock."""

    name: str
    cards: list[tuple[str, str]]
    """The cards, as codes with names."""
    deals: bool


def hands_shown(game: str, deal: Deal) -> list[HandShown]:
    """Return the hands of a deal by seat, and its stock."""
    return [
        *(
            HandShown(_("Seat %(number)s") % {"number": seat}, _faces(game, hand), seat == deal.dealer + 1)
            for seat, hand in enumerate(deal.hands, start=1)
        ),
        *(
            [HandShown(str(texts.texts_of_game(game).stock), _faces(game, deal.stock), False)]
            if deal.stock
            else []
        ),
    ]


def _faces(game: str, cards: Iterable[Card]) -> list[tuple[str, str]]:
    deck = GAMES[game].deck.name
    return [(card.code, texts.card_name(deck, card.code)) for card in cards]
