"""Chance at a table: the commitment to its shuffles, the players' nonces, and the cards dealt.

`docs/record.md` has the protocol. The seeds of the next match are fixed, and sealed, before anybody sits
down; those of boards are derived from the secret of the boards.
"""

from __future__ import annotations

import logging
import re
import secrets
import uuid
from collections.abc import Sequence
from typing import Any

from games.models import Match, Seat, Table
from ludocards.engine import shuffle
from ludocards.engine.game import Event as Happened
from ludocards.engine.game import Json, Step, unrefused
from ludocards.engine.registry import GAMES
from ludopoli.base import sealing

log = logging.getLogger(__name__)

NONCE = re.compile(r"[0-9a-f]{64}")
TICKET_HOLDS = 3600
"""The seconds for which a ticket is valid."""

PROMISED = ("next_match", "next_seed", "next_commitment")
"""The fields of a table that `promise_next` and `begin_shuffles` change."""

ENDED_EARLY = {"conceded", "by_default"}
"""The fields of a `finished` that ends a match in the middle of a deal."""

Fair = dict[str, Any]
"""The part of a match's snapshot about its shuffles: `deal`, its `commitment`, and the origin of its
seeds."""


# ---- before a match


def promise_next(table: Table, ticket: str = "") -> bool:
    """Commit to the seeds of the table's next match: those of the ticket if it is valid, else new ones.

    Returns whether the ticket was valid; each may be used once, within an hour. The caller saves the table.
    """
    promised = _read(ticket) if ticket else None
    match, last = promised or (uuid.uuid4(), secrets.token_bytes(shuffle.SEED_BYTES))
    table.next_match, table.next_seed = match, sealing.seal_text(last.hex())
    table.next_commitment = shuffle.chain_seed(last, str(match), -1).hex()
    return promised is not None


def opening_ticket() -> dict[str, str]:
    """A commitment for a table that is still to be opened, and the `opening_ticket` to open it with."""
    match, last = uuid.uuid4(), secrets.token_bytes(shuffle.SEED_BYTES)
    return {
        "ticket": sealing.seal_text(f"{match} {last.hex()}"),
        "commitment": shuffle.chain_seed(last, str(match), -1).hex(),
    }


def is_nonce(sent: str) -> bool:
    """Return whether this is a valid nonce: 32 bytes in lower-case hexadecimal."""
    return NONCE.fullmatch(sent) is not None


def begin_shuffles(table: Table, seats: Sequence[Seat]) -> tuple[uuid.UUID, Fair]:
    """The id of the match that begins, and the origin of its shuffles. The caller saves the table."""
    if table.boards is not None:
        return uuid.uuid4(), {"boards": table.boards.shuffle_name}
    nonces = [seat.nonce or None for seat in seats]
    if not _is_promised(table):
        promise_next(table)
        nonces = [None] * len(nonces)  # they answered the commitment that is lost
    assert table.next_match is not None, table
    match_id = table.next_match
    fair = {"shuffle": shuffle.CHAINED, "chain": table.next_seed, "commitment": table.next_commitment}
    table.next_match, table.next_seed, table.next_commitment = None, "", ""
    return match_id, {**fair, "nonces": nonces}


def _is_promised(table: Table) -> bool:
    try:
        return table.next_match is not None and bool(sealing.unseal_text(table.next_seed))
    except sealing.KeyLost:
        log.exception("table %s: the promise of its next match is lost, and another one is made", table.pk)
        return False


def _read(ticket: str) -> tuple[uuid.UUID, bytes] | None:
    """The match and the last seed of a ticket; None if it is too old or has been used."""
    try:
        match, last = sealing.unseal_text(ticket, within=TICKET_HOLDS).split(" ")
    except (sealing.KeyLost, ValueError):
        return None
    used = Match.objects.filter(pk=match).exists() or Table.objects.filter(next_match=match).exists()
    return None if used or not sealing.is_sealed(ticket) else (uuid.UUID(match), bytes.fromhex(last))


# ---- in a match


class ChainEnds(Exception):
    """The match needs more deals than its chain has seeds."""


class _Chain:
    """Seeds that were fixed before anybody sat down, with the nonces of the seats: scheme 2."""

    def __init__(self, match: uuid.UUID, fair: Fair) -> None:
        self.name, self._fair = str(match), fair
        self._last = bytes.fromhex(sealing.unseal_text(fair["chain"]))
        self._nonces = [None if nonce is None else bytes.fromhex(nonce) for nonce in fair["nonces"]]

    def seed(self, number: int) -> bytes:
        if number >= shuffle.LINKS:
            raise ChainEnds
        return shuffle.chain_seed(self._last, self.name, number)

    def key(self, number: int) -> bytes:
        return shuffle.shuffle_key(self.seed(number), self.name, number, self._nonces)

    def promised(self, number: int) -> Fair:
        return {**self._fair, "deal": number, "commitment": self.seed(number - 1).hex()}

    def sealed(self, number: int) -> dict[str, Json]:
        return {}


class _Common:
    """Seeds that several matches share, since they play the same boards."""

    def __init__(self, table: Table) -> None:
        assert table.boards is not None, table
        self.name, self._table, self._boards = table.boards.shuffle_name, table, table.boards

    def seed(self, number: int) -> bytes:
        return self._boards.seed(self._table.label(number))

    key = seed

    def promised(self, number: int) -> Fair:
        commitment = shuffle.commitment_of(self.seed(number), self.name, number)
        return {"deal": number, "commitment": commitment, "boards": self.name}

    def sealed(self, number: int) -> dict[str, Json]:
        return {"label": self._table.label(number)}


class _Drawn:
    """Seeds drawn one by one, for matches that began before there were chains."""

    def __init__(self, match: uuid.UUID, fair: Fair) -> None:
        self.name, self._fair = str(match), fair
        self._fresh = secrets.token_bytes(shuffle.SEED_BYTES)

    def seed(self, number: int) -> bytes:
        known = [self._fair, self._fair.get("next", {})]
        stored = next(
            (sealing.unseal_text(each["seed"]) for each in known if each.get("deal") == number), None
        )
        return self._fresh if stored is None else bytes.fromhex(stored)

    key = seed

    def promised(self, number: int) -> Fair:
        commitment = shuffle.commitment_of(self.seed(number), self.name, number)
        return {"deal": number, "commitment": commitment, **self.sealed(number)}

    def sealed(self, number: int) -> dict[str, Json]:
        return {"seed": sealing.seal_text(self.seed(number).hex())}


def _seeds(row: Match, fair: Fair) -> _Chain | _Common | _Drawn:
    if row.table.boards is not None:
        return _Common(row.table)
    return _Chain(row.pk, fair) if "chain" in fair else _Drawn(row.pk, fair)


def dealer_of_first_deal(table: Table, match_id: uuid.UUID, fair: Fair) -> int:
    """The seat that deals first; the same at all tables that play the same boards."""
    if table.boards is not None:
        return shuffle.boards_dealer(table.boards.shuffle_name, table.players)
    return shuffle.first_dealer(_Chain(match_id, fair).key(0), str(match_id), table.players)


def with_deals(row: Match, step: Step[Any]) -> tuple[Any, tuple[Happened, ...], Fair]:
    """Complete a step with its random part: reveal the seed of a finished deal, commit to the next deal, and
    deal it.

    Seeds of boards stay secret, since others still play them. A match that cannot be dealt is aborted.
    """
    game, fair, state = GAMES[row.game], row.snapshot["fair"], step.state
    events = _with_seeds(row, fair, step.events)
    while (number := game.awaits_deal(state)) is not None and row.status == Match.Status.PLAYING:
        try:
            fair, dealt = _next_deal(row, fair, state, number)
        except (sealing.KeyLost, ChainEnds):
            log.exception("match %s: there is no seed for its deal %s, and it is broken off", row.pk, number)
            row.status = Match.Status.ABANDONED
            events.append(Happened("broken_off", {}))
        else:
            state = dealt.state
            events += dealt.events
    return state, tuple(events), fair


def _with_seeds(row: Match, fair: Fair, happened: Sequence[Happened]) -> list[Happened]:
    events = []
    for event in happened:
        events.append(event)
        ends_deal = event.kind in ("scored", "broken_off") or not ENDED_EARLY.isdisjoint(event.public)
        if ends_deal and row.table.boards is None:
            try:
                seed = _seeds(row, fair).seed(fair["deal"])
            except sealing.KeyLost:
                log.exception("match %s: the seed of its deal %s is lost", row.pk, fair["deal"])
            else:
                events.append(Happened("revealed", {"deal": fair["deal"], "seed": seed.hex()}))
    return events


def _next_deal(row: Match, fair: Fair, state: Any, number: int) -> tuple[Fair, Step[Any]]:
    game, seeds = GAMES[row.game], _seeds(row, fair)
    cards = shuffle.shuffle(game.pack(state), seeds.key(number), seeds.name, number)
    dealt = unrefused(game.deal(state, game.hand_out(state, cards)))
    fair = seeds.promised(number)
    promise = Happened("committed", _public(fair), sealed=seeds.sealed(number))
    return fair, Step(dealt.state, (promise, *dealt.events))


def _public(fair: Fair) -> Fair:
    """The public part of a commitment; that of the first deal includes the scheme and the nonces."""
    names = ("deal", "commitment", "shuffle", "nonces") if fair["deal"] == 0 else ("deal", "commitment")
    return {name: fair[name] for name in names if name in fair}
