"""Matches and results as files, in records and as tables. `docs/exports.md` has the formats.

Exports are generated page by page, each from queries of its own: memory does not grow with their size, and no
database connection is held while a slow client reads.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import AsyncIterator, Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeVar

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.db import connection
from django.http import HttpRequest, StreamingHttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games import texts
from games.archive import finished_matches, replay
from games.archive.headers import match_headers
from games.models import Match, Result
from games.people.order import later_than
from games.people.profiles import EVERYTHING, HistoryFilter
from games.people.ratings import skill_after
from games.play import event_log, spectators
from games.play.selectors import Reader
from ludocards.engine.registry import GAMES
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from ludopoli.http.throttle import shared_bucket
from ludopoli.text import table_files
from ludopoli.text.table_files import Both, Cell, FileKind, Heading, Sheet

RECORDS_AT_ONCE, RESULTS_AT_ONCE = 10, 500
"""The number of matches whose logs are in memory at a time, and the number of results."""

DOWNLOADS_AT_ONCE, SECONDS_PER_DOWNLOAD = 6, 30
"""The limit on downloads, which can take minutes for a person who has played for years."""

Page = TypeVar("Page", str, bytes)


# ---- records


def own_records(person: User) -> Iterator[str]:
    """Every finished match of a person as a record, one per line, oldest first."""
    return records_of(person, person)


def records_of(person: User, reader: Reader, wanted: HistoryFilter = EVERYTHING) -> Iterator[str]:
    """The finished matches of a person that a reader may see, as records, one per line, oldest first."""
    for page in _pages(person, RECORDS_AT_ONCE, wanted):
        ids = [result.match_id for result in page if result.game in GAMES]
        rows = Match.objects.select_related("table__boards").defer("snapshot").in_bulk(ids)
        yield "".join(record_lines([rows[each] for each in ids], reader))


def record_lines(rows: Sequence[Match], reader: Reader, *, has_ratings: bool = False) -> Iterator[str]:
    """The records of matches whose cards the reader may see; with `has_ratings` also the others that moved
    ratings, without their deals. Three queries, and one for each packed log.

    `rows` are read with their tables.
    """
    shown = {row.pk for row in rows if _is_open(row, reader)}
    kept = [row for row in rows if row.pk in shown or (has_ratings and _moved_ratings(row))]
    log = event_log.read_events(*shown)
    logs = {match: list(events) for match, events in groupby(log, key=lambda event: event.match_id)}
    headers = match_headers(kept)
    for row in kept:
        if row.pk in shown:
            document = finished_matches.match_document(row, logs.get(row.pk, ()), headers[row.pk])
        else:
            document = finished_matches.match_outcome(row, headers[row.pk])
        yield json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n"


def _moved_ratings(row: Match) -> bool:
    return row.rated and row.scored and not spectators.is_closed(row.table)


def _is_open(row: Match, reader: Reader) -> bool:
    try:
        eyes = finished_matches.eyes_of(reader, row)
    except ActionRefused:
        return False
    return replay.sees_all(eyes, len(row.players))


# ---- results


Seated = Sequence[Result]
"""The results of a whole match, by seat."""


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    words: str | Promise
    about: str
    """Its meaning, for programs."""
    of: Callable[[Result, Seated], Cell]


def _by_side(own: Result, seated: Seated) -> dict[int, int]:
    """The scores by side, the player's own first."""
    scores = {other.side: other.score for other in seated}
    return {own.side: scores.pop(own.side), **scores}


def _names(results: Iterable[Result]) -> str:
    return ", ".join("bot" if each.bot else each.user.username if each.user else "" for each in results)


def _flag(holds: bool) -> Both:
    return Both(int(holds), gettext("yes") if holds else gettext("no"))


def _scores(own: Result, seated: Seated) -> Both:
    scores = _by_side(own, seated).values()
    return Both(" ".join(map(str, scores)), texts.score_line(scores))


COLUMNS = (
    Column(
        "match", _("Match"), "the id of the match, as in its record", lambda own, _seated: str(own.match_id)
    ),
    Column("at", _("End"), "the end of the match, in UTC", lambda own, _seated: own.at),
    Column("game", _("Game"), "the game", lambda own, _seated: Both(own.game, texts.game_name(own.game))),
    Column(
        "preset",
        _("Rules"),
        "the preset of its rules",
        lambda own, _seated: Both(own.preset, texts.preset_name(own.game, own.preset)),
    ),
    Column("players", _("Players"), "the number of players", lambda own, _seated: own.players),
    Column(
        "rated", _("Rated"), "1 if it counted for the rating, else 0", lambda own, _seated: _flag(own.rated)
    ),
    Column(
        "seat", _("Seat"), "mine, from 0 in playing order", lambda own, _seated: Both(own.seat, own.seat + 1)
    ),
    Column(
        "place",
        pgettext_lazy("column", "Place"),
        "of my side, from 1; sides may share one",
        lambda own, _seated: own.place,
    ),
    Column("sides", _("Sides"), "the number of sides", lambda own, seated: len(_by_side(own, seated))),
    Column("score", _("Score"), "of my side", lambda own, _seated: own.score),
    Column("scores", _("All scores"), "of every side, mine first, separated by spaces", _scores),
    Column(
        "won",
        pgettext_lazy("column", "Won"),
        "1 if my side came first, not everybody tied, and I played to the end",
        lambda own, _seated: _flag(own.won),
    ),
    Column(
        "left",
        pgettext_lazy("column", "Left early"),
        "1 if a bot had taken my seat at the end",
        lambda own, _seated: _flag(own.left),
    ),
    Column(
        "partner",
        _("Partner"),
        "the others on my side, separated by commas; `bot` for a bot",
        lambda own, seated: _names(
            other for other in seated if other.side == own.side and other.seat != own.seat
        ),
    ),
    Column(
        "opponents",
        _("Opponents"),
        "the players of the other sides, likewise",
        lambda own, seated: _names(other for other in seated if other.side != own.side),
    ),
    Column("deals", _("Deals"), "the number of deals scored", lambda own, _seated: own.deals),
    Column(
        "points", _("Points"), "mine in all deals, in the unit of the record", lambda own, _seated: own.points
    ),
    Column(
        "gain",
        _("Rating gained"),
        "the change in my rating; empty if the match was casual",
        lambda own, _seated: own.gain,
    ),
    Column(
        "rating",
        _("Rating"),
        "the rating after it",
        lambda own, _seated: None if own.mu is None else skill_after(own).shown,
    ),
    Column(
        "spread",
        _("Uncertainty"),
        "the uncertainty of that rating",
        lambda own, _seated: None if own.mu is None else skill_after(own).spread,
    ),
    Column(
        "tally",
        _("Counted"),
        "my counts of things that the game counts, `name:times`, separated by spaces",
        lambda own, _seated: " ".join(f"{code}:{times}" for code, times in sorted(own.tally.items())),
    ),
    Column(
        "weight",
        _("Weight"),
        "the weight of the match in the rating, at most 1; empty if the match was casual",
        lambda own, _seated: own.weight,
    ),
)
"""The columns; programs rely on their names and their order, so add new ones at the end."""


def own_results(
    person: User, kind: FileKind = FileKind.PROGRAM, wanted: HistoryFilter = EVERYTHING
) -> Iterator[bytes]:
    """A person's results, oldest first."""
    headings = [Heading(each.name, each.words) for each in COLUMNS]
    return table_files.write_file(kind, Sheet(gettext("Results"), headings, _rows(person, wanted)))


def _rows(person: User, wanted: HistoryFilter) -> Iterator[list[Cell]]:
    for page in _pages(person, RESULTS_AT_ONCE, wanted):
        seated = _seated(page)
        for own in page:
            yield [column.of(own, seated[own.match_id]) for column in COLUMNS]


def _seated(page: Sequence[Result]) -> dict[uuid.UUID, list[Result]]:
    everybody = Result.objects.filter(match__in=[own.match_id for own in page]).select_related("user")
    by_match = groupby(everybody.order_by("match", "seat"), key=lambda result: result.match_id)
    return {match: list(results) for match, results in by_match}


def _pages(person: User, size: int, wanted: HistoryFilter = EVERYTHING) -> Iterator[list[Result]]:
    """A person's results in order, `size` at a time."""
    results = Result.objects.filter(wanted.among(Result, None), user=person).order_by("at", "match")
    page = list(results[:size])
    while page:
        yield page
        last = page[-1]
        page = list(results.filter(later_than((last.at, last.match_id)))[:size])


# ---- sending


def may_download(who: Hashable) -> bool:
    """Return whether an account or address may download something now, and count it."""
    bucket = shared_bucket(("download", who), rate=1 / SECONDS_PER_DOWNLOAD, burst=DOWNLOADS_AT_ONCE)
    return bucket.take()


def stream_download(
    request: HttpRequest, pages: Iterator[Page], content_type: str, name: str
) -> StreamingHttpResponse:
    """A download that is generated while it is sent."""
    content = _in_threads(pages) if isinstance(request, ASGIRequest) else pages
    response = StreamingHttpResponse(content, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "private, no-store"
    return response


def download_table(
    request: HttpRequest, pages: Iterator[bytes], kind: FileKind, stem: str
) -> StreamingHttpResponse:
    """A table that is generated while it is sent; `stem` is the name of its file without the ending."""
    return stream_download(request, pages, table_files.content_type(kind), table_files.name_file(stem, kind))


async def _in_threads(pages: Iterator[Page]) -> AsyncIterator[Page]:
    """Yield each page when it is needed; Django would read a plain iterator to its end first."""
    while (page := await sync_to_async(_next, thread_sensitive=False)(pages)) is not None:
        yield page


def _next(pages: Iterator[Page]) -> Page | None:
    try:
        return next(pages, None)
    finally:
        connection.close()  # the next page may come from another thread
