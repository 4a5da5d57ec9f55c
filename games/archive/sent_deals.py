"""Deals of records that readers have sent, as signed texts for links: nothing is stored, and only what the
referee has accepted is read again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core import signing

from games.archive import imports
from games.archive.replay import DoesNotReplay, Logged
from ludocards.engine import record
from ludocards.engine.game import Game, Json
from ludocards.engine.record import Document
from ludopoli.http.refusals import ActionRefused

SALT = "games.archive.sent_deals"  # of the signature
LONGEST = 8_000
"""The longest text that goes into a link; a deal has about 1,000 characters."""


@dataclass(frozen=True, slots=True)
class SentDeal:
    """A deal of a record; `log` and `resumed` are those of a replay's `Stretch`."""

    document: Document
    """The record, with this deal, and the earlier ones if the match cannot be resumed."""
    number: int
    """From 0."""
    log: Sequence[Logged]
    resumed: Any


def texts_of(document: Document, log: Sequence[Logged]) -> list[str]:
    """Each deal as a text; empty if it is too long. `log` is that of the whole match."""
    scored = [each.event.public for each in log if each.event.kind == "scored"]
    found = (_text_of(document, number, scored[:number]) for number in range(len(document.deals)))
    return [text if len(text) <= LONGEST else "" for text in found]


def _text_of(document: Document, number: int, scored: list[Json]) -> str:
    game, dealer = document.game, document.deals[0][0].dealer
    is_alone = number > 0 and _resumed(game, document, dealer, scored) is not None
    deals = document.deals[number if is_alone else 0 : number + 1]
    alone = record.to_document(game, document.rules, document.players, deals)
    data = {"record": alone, "number": number, "dealer": dealer, "scored": scored if is_alone else []}
    return signer().sign_object(data, compress=True)


def read_sent_deal(text: str) -> SentDeal:
    """Read a deal that `texts_of` wrote. Refused as `no_record`."""
    try:
        data = signer().unsign_object(text)
        document = record.read_document(data["record"])
        resumed = _resumed(document.game, document, data["dealer"], data["scored"])
        log, _ = imports.played_log(document, resumed)
    except (signing.BadSignature, record.Malformed, DoesNotReplay):
        raise ActionRefused("no_record") from None
    return SentDeal(document, data["number"], log, resumed)


def signer() -> signing.Signer:
    return signing.Signer(salt=SALT)


def _resumed(game: Game[Any, Any], document: Document, dealer: int, scored: list[Json]) -> Any:
    """The state before a deal that is not the first; None if it must be played again from the start."""
    return game.resume(document.rules, len(document.players), dealer, scored) if scored else None
