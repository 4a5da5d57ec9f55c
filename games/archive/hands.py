"""The cards of one deal of a finished match, for readers who may see them all."""

from __future__ import annotations

import uuid

from games.archive import finished_matches
from games.archive.replay import sees_all
from games.play import event_log, selectors
from ludocards.engine.game import Deal, Refused
from ludocards.engine.registry import GAMES


def dealt(user: selectors.Reader, match_id: uuid.UUID, number: int) -> Deal | None:
    """The hands as they were dealt, each in the order of the deck; None if the reader may not see them.

    `number` is the deal's number in the match, from 0. Two queries.
    """
    found = finished_matches.access_replay(user, match_id)
    if isinstance(found, Refused) or not sees_all(found[1], len(found[0].players)):
        return None
    row, deck = found[0], GAMES[found[0].game].deck
    order = {code: at for at, code in enumerate(deck.cards)}
    log = event_log.read(row.pk, kinds=["dealt"], only=("public", "sealed"))
    event = next((event for event in log if event.public["deal"] == number), None)
    if event is None or not event.sealed:
        return None
    hands = [deck.of(sorted(hand, key=order.__getitem__)) for hand in event.sealed["hands"]]
    return Deal(event.public["dealer"], tuple(hands), deck.of(event.sealed["stock"]))
