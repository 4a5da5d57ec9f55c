"""The cards of one deal of a finished match, for readers who may see them all."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from dataclasses import replace

from games.archive import finished_matches
from games.archive.replay import sees_all
from games.models import Boards
from games.play import event_log, selectors
from ludocards.engine import shuffle
from ludocards.engine.cards import Deck
from ludocards.engine.game import Deal, Json, unrefused
from ludocards.engine.registry import GAMES
from ludopoli.http.refusals import ActionRefused


def dealt_hands(user: selectors.Reader, match_id: uuid.UUID, number: int) -> Deal | None:
    """The hands as they were dealt, each in the order of the deck; None if the reader may not see them.

    `number` is the deal's number in the match, from 0. Two queries.
    """
    try:
        row, eyes = finished_matches.access_replay(user, match_id)
    except ActionRefused:
        return None
    if not sees_all(eyes, len(row.players)):
        return None
    deck = GAMES[row.game].deck
    log = event_log.read_events(row.pk, kinds=["dealt"], only=("public", "sealed"))
    event = next((event for event in log if event.public["deal"] == number), None)
    if event is None or not event.sealed:
        return None
    hands = [deck.of(_sorted(deck, hand)) for hand in event.sealed["hands"]]
    return Deal(event.public["dealer"], tuple(hands), deck.of(event.sealed["stock"]))


def on_board(boards: Boards, label: str, number: int, game: str, rules: Json, players: int) -> Deal:
    """The hands of a deal of some boards, each in the order of the deck, as every match with them deals it.

    `number` is the deal's number in the match, from 0. The caller says who may see it.
    """
    played = GAMES[game]
    first = shuffle.boards_dealer(boards.shuffle_name, players)
    state = replace(unrefused(played.start(played.rules_from(rules), players, first)), deal=number)
    cards = shuffle.shuffle(played.pack(state), boards.seed(label), boards.shuffle_name, number)
    deal = played.hand_out(state, cards)
    hands = [played.deck.of(_sorted(played.deck, [card.code for card in hand])) for hand in deal.hands]
    return Deal(deal.dealer, tuple(hands), deal.stock)


def _sorted(deck: Deck, codes: Iterable[str]) -> list[str]:
    order = {code: at for at, code in enumerate(deck.cards)}
    return sorted(codes, key=order.__getitem__)
