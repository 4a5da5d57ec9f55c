"""An evening at real tables as a file, to bring it from the site of a laptop to another one.

The file is JSON: the event with its entries, rounds, tables and score entries. Its digest says whether two
files are the same evening (it needs no key: it is no signature). So `sealed`, `last_round`, `purse`,
`payments`, the parts of meetings with their forfeits and the `club` of a team are only in files that need
them: all others are as earlier versions have written them.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Annotated, Any

import msgspec
from django.utils import timezone
from msgspec import Meta

from clubs import roster
from clubs.csv_lists import LARGEST
from clubs.models import LONGEST_CARD, LONGEST_CATEGORY, LONGEST_NAME, LONGEST_PERSON, Club
from games.models import CODE_PATTERN
from ludocards.engine.registry import GAMES
from ludopoli.base.foreign import Foreign, Moment
from ludopoli.http.refusals import ActionRefused
from ludopoli.text import letters
from ludopoli.text.times import format_utc
from tournaments import chronicle, selectors
from tournaments.formats import catalog
from tournaments.formats.catalog import BadSetting
from tournaments.formats.format import OF_PARTS
from tournaments.models import GONE, PLAYING, Event, FeePayment, Member, ScoreEntry, TournamentTable
from tournaments.prizes.purse import checked_purse, purse_document
from tournaments.scores import score_sheets
from tournaments.tie_parts import MOST_PARTS

VERSION = 1

CLOCKS_APART = timedelta(days=1)
"""How far the clock of the laptop may be ahead of ours."""

MOST_PAYMENTS, MOST_BYES = 10_000, 99

FIELDS = (
    "name", "description", "game", "rules", "rules_name", "players", "format", "settings", "unit",
    "pairs", "scores", "clubs_apart",
)  # fmt: skip
TIMES = ("starts_at", "started_at", "finished_at", "nonces_at")
OF_ENTRY = ("number", "name", "status", "seed", "strength", "joined", "left", "place", "score", "lineup")
OF_MEMBER = ("place", "card", "category", "here", "left", "first_round", "last_round")
OF_TABLE = (
    "number", "places", "stage", "room", "seated", "labels", "deals", "annulled", "adjusted", "penalties",
    "reason",
)  # fmt: skip
OF_ROUND = ("starts_at", "started_at", "ends_at", "over_at")

Json = Any

Code = Annotated[str, Meta(pattern=CODE_PATTERN)]
Digest = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Label = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"\A[ -~]*\Z")]
Whole = Annotated[int, Meta(ge=0, lt=32_000)]
Number = Annotated[int, Meta(ge=1, lt=32_000)]
Place = Annotated[int, Meta(gt=-32_000, lt=32_000)]
Amount = Annotated[int, Meta(gt=-(2**31), lt=2**31)]
"""Points in hundredths, or a rating."""
Scores = Annotated[list[Amount], Meta(max_length=10)]


class ClubFile(Foreign):
    code: Code
    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]


class MemberFile(Foreign):
    name: Annotated[str, Meta(max_length=LONGEST_PERSON)]
    place: Whole
    card: Annotated[str, Meta(max_length=LONGEST_CARD)]
    category: Annotated[str, Meta(max_length=LONGEST_CATEGORY)]
    here: bool
    left: Whole | None
    first_round: Number = 1
    last_round: Whole | None = None
    """Of somebody whose place a substitute has taken."""


class EntryFile(Foreign):
    number: Number
    name: Annotated[str, Meta(max_length=40)]
    status: str
    seed: Whole | None
    strength: Amount
    joined: Whole
    left: Whole | None
    place: Whole | None
    score: Amount | None
    lineup: Annotated[list[Whole], Meta(max_length=100)]
    members: Annotated[list[MemberFile], Meta(max_length=100)]
    club: ClubFile | None = None
    byes_asked: Annotated[list[Number], Meta(max_length=MOST_BYES)] = []


class WrittenFile(Foreign):
    """Scores that a side, or a director, has written down."""

    side: Whole | None
    at: Moment
    deals: dict[Label, Scores]


class TableFile(Foreign):
    number: Whole
    places: Annotated[list[Number], Meta(min_length=1, max_length=10)]
    stage: Annotated[str, Meta(max_length=24)]
    room: Whole
    seated: Annotated[list[tuple[Number, Place | None]], Meta(max_length=10)]
    labels: Annotated[list[Label], Meta(min_length=1, max_length=1000)]
    deals: dict[Label, Scores | None]
    annulled: bool
    adjusted: Annotated[list[Amount | None], Meta(max_length=10)]
    penalties: Annotated[list[Amount], Meta(max_length=10)]
    reason: Annotated[str, Meta(max_length=300)]
    over_at: Moment | None
    written: list[WrittenFile]
    forfeits: Annotated[list[Whole | None], Meta(max_length=MOST_PARTS)] = []


class RoundFile(Foreign):
    number: Number
    byes: list[Number]
    boards: Annotated[str, Meta(max_length=96)] | None
    starts_at: Moment
    started_at: Moment | None
    ends_at: Moment | None
    over_at: Moment | None
    tables: list[TableFile]


class PartFile(Foreign):
    """A part of a meeting after the first."""

    game: str
    rules: dict[str, Json]
    rules_name: Annotated[str, Meta(max_length=40)]
    deals: Number


class PaymentFile(Foreign):
    """A fee that was taken, or given back."""

    number: Number
    """Of the entry."""
    place: Whole | None
    amount: Amount
    by: Annotated[str, Meta(max_length=150)]
    at: Moment
    gone: bool = False
    """True if the entry has left before the start."""


class EventFile(Foreign):
    code: Code
    name: Annotated[str, Meta(min_length=1, max_length=80)]
    description: Annotated[str, Meta(max_length=4000)]
    game: str
    rules: dict[str, Json]
    rules_name: Annotated[str, Meta(max_length=40)]
    players: Whole
    format: str
    settings: dict[str, Json]
    unit: str
    pairs: str
    scores: str
    clubs_apart: Whole
    starts_at: Moment
    started_at: Moment
    finished_at: Moment
    nonces_at: Moment | None
    secret: Digest
    entries: list[EntryFile]
    rounds: list[RoundFile]
    sealed: bool = False
    later_parts: Annotated[list[PartFile], Meta(max_length=MOST_PARTS - 1)] = []
    bella: bool = False
    last_round: Number | None = None
    purse: dict[str, Json] = {}
    asked_byes: str = "none"
    payments: Annotated[list[PaymentFile], Meta(max_length=MOST_PAYMENTS)] = []


class EveningFile(Foreign):
    evening: int
    digest: Digest
    event: EventFile
    changed_at: Moment | None = None
    """The time of the last change that the file has; some files have none."""


class WrongEvening(ValueError):
    """The file is no evening: `args[0]` says where."""


def has_file(event: Event) -> bool:
    """Return whether an event is an evening at real tables that was played to the end."""
    return event.is_real and event.status == Event.Status.FINISHED


def evening_document(event: Event) -> dict[str, Json]:
    """Return a finished evening as it is sent to another site."""
    rounds = [
        {
            "number": round_.number,
            "byes": round_.byes,
            "boards": round_.boards.shuffle_name if round_.boards else None,
            **{name: _at(getattr(round_, name)) for name in OF_ROUND},
            "tables": [*map(_table, round_.tables.all())],
        }
        for round_ in event.rounds.select_related("boards").prefetch_related("tables__score_entries")
    ]
    people = defaultdict[int, list[Member]](list)
    known = Member.everybody.filter(entry__event=event).select_related("entry", "user", "club_line__user")
    for member in known.order_by("place", "first_round"):
        people[member.entry_id].append(member)
    entries = [
        {
            **{name: getattr(entry, name) for name in OF_ENTRY},
            **({"byes_asked": entry.byes_asked} if entry.byes_asked else {}),
            **_club(entry.shown_club),
            "members": [*map(_person, people[entry.pk])],
        }
        for entry in event.entries.select_related("club")
    ]
    whole = {
        "code": event.held_code,
        **{name: getattr(event, name) for name in FIELDS},
        **({"sealed": True} if event.sealed else {}),
        **({"later_parts": event.later_parts, "bella": event.bella} if event.is_mixed else {}),
        **({"last_round": event.last_round} if event.last_round is not None else {}),
        **({"purse": event.purse} if event.purse else {}),
        **({"asked_byes": event.asked_byes} if event.asked_byes != Event.AskedByes.NONE else {}),
        **(
            {"payments": payments}
            if (payments := [*map(_payment, event.payments.select_related("by"))])
            else {}
        ),
        **{name: _at(getattr(event, name)) for name in TIMES},
        "secret": event.published_secret,
        "entries": entries,
        "rounds": rounds,
    }
    changed = event.log.order_by("-at").values_list("at", flat=True).first()
    return {"evening": VERSION, "digest": evening_digest(whole), "changed_at": _at(changed), "event": whole}


def stored_evening(event: Event) -> EventFile:
    """Return a finished evening as the shape of its file."""
    return msgspec.convert(evening_document(event)["event"], EventFile)


def evening_digest(event: Mapping[str, Json]) -> str:
    """Return the SHA-256 of an evening, in hexadecimal."""
    plain = json.dumps(event, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(plain.encode()).hexdigest()


def _at(moment: datetime | None) -> str | None:
    return None if moment is None else format_utc(moment)


def _payment(payment: FeePayment) -> dict[str, Json]:
    own = {name: getattr(payment, name) for name in ("number", "place", "amount")}
    gone = {"gone": True} if payment.entry_id is None else {}
    return {**own, "by": payment.hand, "at": format_utc(payment.at), **gone}


def _club(club: Club | None) -> dict[str, Json]:
    return {"club": {"code": club.code, "name": club.name}} if club is not None else {}


def _table(table: TournamentTable) -> dict[str, Json]:
    written = [
        {"side": each.side, "at": format_utc(each.at), "deals": each.deals}
        for each in table.score_entries.all()
    ]
    own = {name: getattr(table, name) for name in OF_TABLE}
    own |= {"forfeits": table.forfeits} if any(each is not None for each in table.forfeits) else {}
    return {**own, "over_at": _at(table.over_at), "written": written}


# ---- reading


def read_evening(data: bytes) -> EveningFile:
    """Return the evening of a file, checked as far as it can be without storing it."""
    if len(data) > LARGEST:
        raise ActionRefused("too_large")
    try:
        sent = msgspec.json.decode(data)
        found = msgspec.convert(sent, EveningFile)
        _need(found.evening == VERSION, "evening")
        _need(found.digest == evening_digest(sent["event"]), "digest")
        latest = timezone.now() + CLOCKS_APART
        _need(all(each <= latest for each in (found.changed_at, *_past(found.event)) if each), "times")
        _check_event(found.event)
    except (ValueError, RecursionError, ActionRefused) as error:
        raise ActionRefused("bad_evening") from error
    return found


def _need(holds: bool, what: str) -> None:
    if not holds:
        raise WrongEvening(what)


def _need_printable(*texts: str) -> None:
    _need(all(each.isprintable() for each in texts), "text")


def _person(member: Member) -> dict[str, Json]:
    """Return a person of an entry; rounds are those of substitutes, and of those before them."""
    rounds = {"first_round": member.first_round, "last_round": member.last_round}
    is_whole = member.first_round == 1 and member.last_round is None
    columns = {name: getattr(member, name) for name in OF_MEMBER if name not in rounds}
    return {"name": selectors.member_name(member), **columns, **({} if is_whole else rounds)}


def _need_different(values: Iterable[object], what: str) -> None:
    those = [*values]
    _need(len({*those}) == len(those), what)


def _past(event: EventFile) -> Iterator[datetime | None]:
    """Yield the times that an evening has behind it once it is over."""
    yield from (event.finished_at, event.nonces_at, *(each.at for each in event.payments))
    for round_ in event.rounds:
        yield from (round_.started_at, round_.over_at)
        for table in round_.tables:
            yield from (table.over_at, *(each.at for each in table.written))


def _check_event(event: EventFile) -> None:
    _need(bool(event.name.strip()) and letters.is_readable(event.description), "name")
    _need_printable(event.name, event.rules_name)
    _need(max(event.starts_at, event.started_at) <= event.finished_at, "times")
    _need(event.game in GAMES, "game")
    _need(event.format in catalog.FORMATS and not catalog.FORMATS[event.format].flows, "format")
    _need(event.unit in Event.Unit.values and event.pairs in Event.Pairs.values, "unit")
    _need(event.scores in Event.Scores.values, "scores")
    _need(event.asked_byes in Event.AskedByes.values, "asked_byes")
    sides = chronicle.sides_of(event.game, event.rules, event.players)
    format = catalog.FORMATS[event.format]
    _need(isinstance(sides, tuple) and event.unit in format.units(sides), "unit")
    try:
        format.settings(event.settings)
    except BadSetting as bad:
        raise WrongEvening(bad.option) from bad
    if event.later_parts or event.bella:
        _need(format.mixed and event.unit != Event.Unit.TEAM and len(event.later_parts) > 0, "parts")
        _need(event.settings.get("scoring") in OF_PARTS, "parts")
    for part in event.later_parts:
        _need(part.game in GAMES, "parts")
        _need_printable(part.rules_name)
        _need(chronicle.sides_of(part.game, part.rules, event.players) == sides, "parts")
    for entry in event.entries:
        _check_entry(entry)
    _need(purse_document(checked_purse(event.purse)) == event.purse, "purse")
    _need_printable(*(each.by for each in event.payments))
    _need_different((each.number for each in event.entries), "entries")
    made = Event(code=event.code, **event_columns(event), venue=Event.Venue.REAL)
    _need([each.number for each in event.rounds] == [*range(1, len(event.rounds) + 1)], "rounds")
    for round_ in event.rounds:
        _check_round(made, round_, {each.number for each in event.entries})


def _check_entry(entry: EntryFile) -> None:
    if entry.name:
        roster.check_member_name(entry.name)
    _need(entry.status in (*PLAYING, *GONE), "entry")
    if entry.club is not None:
        _need_printable(entry.club.name)
    _need_different(((each.place, each.last_round) for each in entry.members), "members")
    for each in entry.members:
        roster.check_member_name(each.name)
        roster.check_card(each.card)
        roster.check_card(each.category)


def _check_round(event: Event, round_: RoundFile, entries: set[int]) -> None:
    _need(round_.boards is None or round_.boards.startswith(f"{event.code}/"), "boards")
    _need_printable(round_.boards or "")
    _need({*round_.byes} <= entries, "byes")
    _need_different((each.number for each in round_.tables), "tables")
    for each in round_.tables:
        _check_table(event, each, entries)


def _check_table(event: Event, table: TableFile, entries: set[int]) -> None:
    _need({*table.places} <= entries and {number for number, _place in table.seated} <= entries, "places")
    _need_printable(table.stage, table.reason)
    _need_different(table.places, "places")
    for points in (table.adjusted, table.penalties):
        _need(len(points) in (0, len(table.places)), "points")
    kept = TournamentTable(labels=table.labels, places=table.places)
    _need(all(side in (None, 0, 1) for side in table.forfeits), "forfeits")
    sides = len({*chronicle.shape_of(event).sides_at(len(table.places))})
    _need(all(each.side is None or each.side in range(sides) for each in table.written), "side")
    for each in table.written:
        score_sheets.check_scores(event, kept, sides, each.deals)
        score_sheets.check_impossible(event, kept, each.deals, broken_off=True)
    _need(table.deals == _results(kept, table), "deals")


def _results(kept: TournamentTable, table: TableFile) -> dict[str, Json]:
    """Return the results that follow from what was written down, with None for annulled deals."""
    entries = [ScoreEntry(side=each.side, at=each.at, deals=each.deals) for each in table.written]
    counted = score_sheets.counted_scores(score_sheets.rows_of_table(kept, entries))
    annulled = {label for label, scores in table.deals.items() if scores is None}
    return {label: None if label in annulled else scores for label, scores in counted.items()}


def event_columns(event: EventFile) -> dict[str, Json]:
    """Return the columns of an event that say what was played."""
    parts = {"later_parts": msgspec.to_builtins(event.later_parts), "bella": event.bella}
    return {**columns_by_name(event, FIELDS), **parts}


def columns_by_name(values: Foreign, names: Sequence[str]) -> dict[str, Json]:
    return {name: getattr(values, name) for name in names}
