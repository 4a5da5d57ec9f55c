"""Records sent by readers, checked by the referee and shown like a match played here.

Nothing is stored or looked up: every card shown comes from the record itself, so nobody can use this to see
hidden cards of a match in play.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpRequest

from games import texts
from games.archive import finished_matches, replay
from games.archive.replay import Logged
from ludocards.bots.registry import POLICIES
from ludocards.engine import record, referee, shuffle
from ludocards.engine.game import CLOCK, Event, Json, Refused
from ludocards.engine.record import Document
from ludopoli.http import throttle
from ludopoli.text import word_filter

LARGEST = 200_000
"""The largest record, in bytes: twice the size of a long match with all times; it takes two seconds."""

PER_SECOND, AT_ONCE = 0.1, 6
"""The rate limit for records, by address: each costs as much as a page of a long match."""

LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class WrongRecord:
    """The reason why a record is not shown, from the `error` of the referee's report.

    Deals and actions are numbered from 0.
    """

    code: str
    message: str
    deal: int | None = None
    action: int | None = None
    seat: int | None = None
    legal: tuple[Json, ...] = ()
    game: str | None = None
    refused: Refused | None = field(default=None, compare=False)
    """The game's refusal, with its details."""


@dataclass(frozen=True, slots=True)
class ShownRecord:
    """A valid record."""

    document: Document
    report: dict[str, Json]
    log: Sequence[Logged]
    frame: dict[str, Json]
    outcome: list[tuple[str, int]]
    shuffle_verdict: bool | WrongRecord | None
    """The referee's verdict on the shuffle; None if the headers for it are missing."""


def may_send_record(request: HttpRequest) -> bool:
    who = ("records", throttle.address_block(throttle.client_address(request)))
    return throttle.shared_bucket(who, PER_SECOND, AT_ONCE).take()


def read_record(sent: bytes) -> ShownRecord | WrongRecord:
    """Read the match in a record.

    The codes of `WrongRecord` are those of the referee, and `too_large`, `many_records` and `no_deals`.
    """
    if len(sent) > LARGEST:
        return WrongRecord("too_large", f"a record has at most {LARGEST} bytes")
    try:
        text = sent.decode("utf-8-sig")
    except UnicodeDecodeError:
        return WrongRecord("malformed", "the text is not UTF-8")
    if len(referee.split_documents(text)) > 1:
        return WrongRecord("many_records", "send one record at a time")
    report = referee.judge_record(text)
    if not report.json["ok"]:
        return _wrong(report, text)
    document = record.read_document(record.parse_json(text))
    if not document.deals:
        return WrongRecord("no_deals", "nothing has been dealt in this record")
    log, state = played_log(document)
    return ShownRecord(
        document,
        report.json,
        log,
        _frame(document, log),
        finished_matches.outcome_of(document.game, state, _names(document), document.game.places(state)),
        _promise(document, text),
    )


def _wrong(report: referee.RefereeReport, text: str) -> WrongRecord:
    error = report.json["error"]
    fields = {name: error.get(name) for name in ("deal", "action", "seat")}
    game = (
        None
        if report.status == referee.MALFORMED
        else record.read_document(record.parse_json(text)).game.name
    )
    fields |= {"legal": tuple(error.get("legal", ())), "refused": report.refused}
    return WrongRecord(error["code"], replace_surrogates(error["message"]), **fields, game=game)


def _promise(document: Document, text: str) -> bool | WrongRecord | None:
    if any(document.headers.get(name) is None for name in ("id", "seed", "commitment")):
        return None
    report = referee.judge_record(text, verify=True)
    return True if report.json["ok"] else _wrong(report, text)


def played_log(document: Document, resumed: Any = None) -> tuple[list[Logged], Any]:
    """The log that the match would have left here, and its last state; `resumed` is the state before its
    first deal, if the match has earlier ones. The referee must have accepted it."""
    game, state = document.game, resumed
    if state is None:
        state = replay.replayed_or_raise(
            game.start(document.rules, len(document.players), document.deals[0][0].dealer)
        )
    log: list[Logged] = []
    for number, (deal, actions) in enumerate(document.deals):
        step = replay.replayed_or_raise(game.deal(state, deal))
        log += [*map(Logged, step.events), *_promises(document, number)]
        for action in actions:
            step = replay.replayed_or_raise(
                game.apply(step.state, CLOCK if action.seat is None else action.seat, action.command)
            )
            first, *rest = step.events
            log += [Logged(first, action.seat, action.command), *map(Logged, rest)]
        state = step.state
    return log, state


def _promises(document: Document, deal: int) -> list[Logged]:
    """The commitment and the seed of a deal, as far as the headers have them."""
    more = {"committed": {} if deal else _chain(document), "revealed": {}}
    return [
        Logged(Event(kind, {"deal": deal, header: text.lower(), **more[kind]}))
        for kind, header in (("committed", "commitment"), ("revealed", "seed"))
        if (text := _of_deal(document.headers.get(header), deal)) is not None
    ]


def _chain(document: Document) -> dict[str, Json]:
    """The scheme of the seeds and the nonces, if the headers have valid ones."""
    scheme, nonces = (document.headers.get(name) for name in ("shuffle", "nonces"))
    if scheme != shuffle.CHAINED or not isinstance(nonces, list):
        return {}
    return {
        "shuffle": scheme,
        "nonces": [replace_surrogates(each) if isinstance(each, str) else None for each in nonces],
    }


def _of_deal(values: Json, deal: int) -> str | None:
    texts = values if isinstance(values, list) else [values]
    text = texts[deal] if deal < len(texts) else None
    return replace_surrogates(text) if isinstance(text, str) else None


def _frame(document: Document, log: list[Logged]) -> dict[str, Json]:
    """The viewer's data, in the form of `finished_matches.replay_frame`."""
    game, players = document.game, len(document.players)
    stretch = replay.Stretch.whole(log)
    return {
        **imported_players_frame(document),
        **replay.replay_document(game, document.rules, players, stretch, range(players)),
    }


def imported_players_frame(document: Document) -> dict[str, Json]:
    """The same without the deals, in the form of `finished_matches.players_frame`."""
    named = document.headers.get("boards", document.headers.get("id"))
    shuffled_as = replace_surrogates(named) if isinstance(named, str) else ""
    seats = [
        finished_matches.shown_seat(seat, name, is_bot=_is_bot(document, seat))
        for seat, name in enumerate(_names(document))
    ]
    game = document.game
    return finished_matches.seats_frame(game.name, game.rules_json(document.rules), seats, None, shuffled_as)


def _names(document: Document) -> list[str]:
    """The players' names in the record, shortened; bots get the names they have here, nameless players a
    number."""
    names = [
        word_filter.mask_words(replace_surrogates(name).strip()[:LONGEST_NAME]) for name in document.players
    ]
    return [
        texts.bot_name(seat) if _is_bot(document, seat) else name or str(seat + 1)
        for seat, name in enumerate(names)
    ]


def _is_bot(document: Document, seat: int) -> bool:
    """Return whether a bot of this site played; a record names it by its level."""
    return document.players[seat] in POLICIES[document.game.name]


def replace_surrogates(text: str) -> str:
    """Replace unpaired surrogates, which JSON may have and UTF-8 cannot encode."""
    return text.encode("utf-8", "replace").decode()
