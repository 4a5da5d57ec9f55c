"""An evening at real tables as a file, to bring it from the site of a laptop to another one.

The file is JSON: the event with its entries, rounds, tables and score entries. Its digest says whether two
files are the same evening. So `sealed` and the `club` of a team are only in files that need them: all others
are as earlier versions have written them.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils.dateparse import parse_datetime

from clubs import roster
from clubs.csv_lists import LARGEST
from clubs.models import LONGEST_NAME, Club
from ludocards.engine.game import Refused
from ludocards.engine.registry import GAMES
from ludopoli.base.times import utc
from tournaments import chronicle, score_sheets, selectors
from tournaments.formats import catalog
from tournaments.formats.catalog import BadSetting
from tournaments.models import GONE, PLAYING, Event, TournamentTable

VERSION = 1

FIELDS = (
    "code", "name", "description", "game", "rules", "rules_name", "players", "format", "settings", "unit",
    "pairs", "scores", "clubs_apart",
)  # fmt: skip
TIMES = ("starts_at", "started_at", "finished_at", "nonces_at")
OF_ENTRY = ("number", "name", "status", "seed", "strength", "joined", "left", "place", "score", "lineup")
OF_MEMBER = ("place", "card", "category", "here", "left")
OF_TABLE = (
    "number", "places", "stage", "room", "seated", "labels", "deals", "annulled", "adjusted", "penalties",
    "reason",
)  # fmt: skip
OF_ROUND = ("starts_at", "started_at", "ends_at", "over_at")

CODE, SECRET = re.compile(r"[0-9a-z]{4,12}", re.ASCII), re.compile(r"[0-9a-f]{64}", re.ASCII)

Json = Any


class Wrong(ValueError):
    """The file is no evening: `args[0]` says where."""


def document(event: Event) -> dict[str, Json]:
    """Return a finished evening as it is sent to another site."""
    rounds = [
        {
            "number": round_.number,
            "byes": round_.byes,
            "boards": round_.boards.name if round_.boards else None,
            **{name: _at(getattr(round_, name)) for name in OF_ROUND},
            "tables": [_table(each) for each in round_.tables.prefetch_related("score_entries")],
        }
        for round_ in event.rounds.select_related("boards")
    ]
    entries = [
        {
            **{name: getattr(entry, name) for name in OF_ENTRY},
            **_club(entry.shown_club),
            "members": [
                {"name": selectors.member_name(each), **{name: getattr(each, name) for name in OF_MEMBER}}
                for each in entry.members.all()
            ],
        }
        for entry in event.entries.select_related("club").prefetch_related("members__user")
    ]
    whole = {
        **{name: getattr(event, name) for name in FIELDS},
        **({"sealed": True} if event.sealed else {}),
        **{name: _at(getattr(event, name)) for name in TIMES},
        "secret": event.published_secret,
        "entries": entries,
        "rounds": rounds,
    }
    return {"evening": VERSION, "digest": digest(whole), "event": whole}


def digest(event: Mapping[str, Json]) -> str:
    """Return the SHA-256 of an evening, in hexadecimal."""
    plain = json.dumps(event, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(plain.encode()).hexdigest()


def _at(moment: datetime | None) -> str | None:
    return None if moment is None else utc(moment)


def _club(club: Club | None) -> dict[str, Json]:
    return {"club": {"code": club.code, "name": club.name}} if club is not None else {}


def _table(table: TournamentTable) -> dict[str, Json]:
    written = [
        {"side": each.side, "at": utc(each.at), "deals": each.deals} for each in table.score_entries.all()
    ]
    own = {name: getattr(table, name) for name in OF_TABLE}
    return {**own, "over_at": _at(table.over_at), "written": written}


# ---- reading


def read(data: bytes) -> dict[str, Json] | Refused:
    """Return the evening of a file, checked as far as it can be without storing it."""
    if len(data) > LARGEST:
        return Refused("too_large", "the file is too large")
    try:
        sent = json.loads(data)
        if not isinstance(sent, dict) or sent.get("evening") != VERSION:
            raise Wrong("evening")
        event = sent["event"]
        _check_event(event)
        if sent.get("digest") != digest(event):
            raise Wrong("digest")
    except (ValueError, KeyError, TypeError, RecursionError):
        return Refused("bad_evening", "this is no evening")
    return {**event, "digest": sent["digest"]}


def when(value: Json) -> datetime | None:
    """Return a time of the file. Raises `Wrong`."""
    if value is None:
        return None
    found = parse_datetime(value) if isinstance(value, str) else None
    if found is None or found.tzinfo is None:
        raise Wrong("time")
    return found


def moment(value: Json) -> datetime:
    """Return a time that the file must have. Raises `Wrong`."""
    found = when(value)
    if found is None:
        raise Wrong("time")
    return found


def _need(holds: bool, what: str) -> None:
    if not holds:
        raise Wrong(what)


def _check_event(event: Mapping[str, Json]) -> None:
    _need(isinstance(event["code"], str) and CODE.fullmatch(event["code"]) is not None, "code")
    _need(isinstance(event["secret"], str) and SECRET.fullmatch(event["secret"]) is not None, "secret")
    for name, most in (("name", 80), ("rules_name", 40), ("description", 4000)):
        _need(isinstance(event[name], str) and len(event[name]) <= most, name)
    _need(bool(event["name"].strip()) and event["name"].isprintable(), "name")
    _need("\0" not in event["description"] and event["rules_name"].isprintable(), "name")
    _need(event["game"] in GAMES and type(event["players"]) is int, "game")
    _need(event["format"] in catalog.FORMATS and not catalog.FORMATS[event["format"]].flows, "format")
    _need(event["unit"] in Event.Unit.values and event["pairs"] in Event.Pairs.values, "unit")
    _need(event["scores"] in Event.Scores.values and _is_whole(event["clubs_apart"]), "scores")
    _need(isinstance(event["rules"], dict) and isinstance(event["settings"], dict), "rules")
    _need(type(event.get("sealed", False)) is bool, "sealed")
    sides = chronicle.sides_of(event["game"], event["rules"], event["players"])
    format = catalog.FORMATS[event["format"]]
    _need(isinstance(sides, tuple) and event["unit"] in format.units(sides), "unit")
    try:
        format.settings(event["settings"])
    except BadSetting as bad:
        raise Wrong(bad.option) from bad
    for name in TIMES:
        _need(when(event[name]) is not None or name == "nonces_at", name)
    numbers = [_check_entry(each) for each in event["entries"]]
    _need(len({*numbers}) == len(numbers), "entries")
    made = Event(**{name: event[name] for name in FIELDS}, venue=Event.Venue.REAL)
    _need([each["number"] for each in event["rounds"]] == [*range(1, len(event["rounds"]) + 1)], "rounds")
    for round_ in event["rounds"]:
        _check_round(made, round_, {*numbers})


def _check_entry(entry: Mapping[str, Json]) -> int:
    _need(_is_whole(entry["number"]) and entry["number"] > 0, "entry")
    _need(isinstance(entry["name"], str) and len(entry["name"]) <= 40, "entry")
    _need(not entry["name"] or roster.bad_name(entry["name"]) is None, "entry")
    _need(entry["status"] in (*PLAYING, *GONE), "entry")
    _need(type(entry["strength"]) is int and _is_whole(entry["joined"]), "entry")
    _need(all(entry[name] is None or _is_whole(entry[name]) for name in ("seed", "left", "place")), "entry")
    _need(entry["score"] is None or type(entry["score"]) is int, "entry")
    _need(isinstance(entry["lineup"], list) and all(map(_is_whole, entry["lineup"])), "entry")
    if (club := entry.get("club")) is not None:
        _need(isinstance(club["code"], str) and CODE.fullmatch(club["code"]) is not None, "club")
        _need(isinstance(club["name"], str) and 0 < len(club["name"]) <= LONGEST_NAME, "club")
        _need(club["name"].isprintable(), "club")
    places = [each["place"] for each in entry["members"]]
    _need(len({*places}) == len(places) and all(map(_is_whole, places)), "members")
    for each in entry["members"]:
        _need(isinstance(each["name"], str) and roster.bad_name(each["name"]) is None, "member")
        _need(all(isinstance(each[name], str) for name in ("card", "category")), "member")
        _need(not (roster.bad_card(each["card"]) or roster.bad_card(each["category"])), "member")
        _need(type(each["here"]) is bool and (each["left"] is None or _is_whole(each["left"])), "member")
    return int(entry["number"])


def _check_round(event: Event, round_: Mapping[str, Json], entries: set[int]) -> None:
    name = round_["boards"]
    _need(
        name is None or (isinstance(name, str) and name.startswith(f"{event.code}/") and len(name) <= 96),
        "boards",
    )
    _need({*round_["byes"]} <= entries, "byes")
    for time in OF_ROUND:
        _need(when(round_[time]) is not None or time != "starts_at", "time")
    numbers = [each["number"] for each in round_["tables"]]
    _need(len({*numbers}) == len(numbers) and all(map(_is_whole, numbers)), "tables")
    for each in round_["tables"]:
        _check_table(event, each, entries)


def _check_table(event: Event, table: Mapping[str, Json], entries: set[int]) -> None:
    _need(bool(table["places"]) and {*table["places"]} <= entries, "places")
    for name, most in (("stage", 24), ("reason", 300)):
        _need(isinstance(table[name], str) and len(table[name]) <= most, name)
        _need(not table[name] or table[name].isprintable(), name)
    _need(_is_whole(table["room"]) and type(table["annulled"]) is bool, "table")
    _need(
        bool(table["labels"]) and all(isinstance(each, str) and len(each) <= 40 for each in table["labels"]),
        "labels",
    )
    for number, place in table["seated"]:
        _need(number in entries and (place is None or _is_whole(place)), "seated")
    when(table["over_at"])
    for name in ("adjusted", "penalties"):
        points = table[name]
        _need(isinstance(points, list) and len(points) in (0, len(table["places"])), name)
        _need(all(type(each) is int or (each is None and name == "adjusted") for each in points), name)
    kept = TournamentTable(labels=table["labels"], places=table["places"])
    sides = len({*chronicle.shape_of(event).sides_at(len(table["places"]))})
    counted = {label: scores for label, scores in table["deals"].items() if scores is not None}
    _need({*table["deals"]} <= {*table["labels"]}, "deals")
    for deals in (counted, *(each["deals"] for each in table["written"])):
        _need(not deals or score_sheets.refuse(event, kept, sides, deals) is None, "deals")
    for each in table["written"]:
        _need(each["side"] is None or each["side"] in range(sides), "side")
        moment(each["at"])


def _is_whole(value: Json) -> bool:
    return type(value) is int and 0 <= value < 32_000


def columns(values: Mapping[str, Json], names: Sequence[str]) -> dict[str, Json]:
    return {name: values[name] for name in names}
