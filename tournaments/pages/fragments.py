"""The parts of an event's page that everybody sees alike: rendered once a revision, sent as what differs.

A `Snapshot` holds them in one language. Its long lists are rows, so that a page that knows an earlier
version gets the rows that differ, and of the others only their place (`data-same`). All of it is made of
the sheet that hides what is being played, so nothing is in a fragment that is not on the page.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from threading import Lock
from typing import Any

from django.core.cache import cache
from django.template.loader import get_template, render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from ludopoli.base.packing import Packed
from tournaments import selectors
from tournaments.models import Event, TournamentTable
from tournaments.pages.own import Readers
from tournaments.pages.shown import EventShown, RoundShown

Tables = TournamentTable.Status

PARTS = ("facts", "news", "told", "rounds", "nav", "standings", "tables", "entries", "about")
"""Each has a template, and a place on the page."""

A_PAGE = 50
"""Lines of the standings."""

MOST_UNFOLDED = 24
"""Entries that stand on the page of an event that has begun; more are folded."""

KEPT_SECONDS = 60
"""Names may change, which no revision tells."""

KNOWN_SECONDS = 900
"""For which a page may lie open, and be sent only what differs."""

MOST_KEPT = 32
"""Snapshots and differences that a process keeps."""

VERSION = re.compile(r"[0-9a-f]{12}")

HERE = "\0"
"""Where the rows stand in their part."""


def mark(text: str) -> str:
    return blake2b(text.encode(), digest_size=6).hexdigest()


@dataclass(frozen=True, slots=True)
class Row:
    key: str
    html: str
    mark: str

    @property
    def stub(self) -> str:
        """What stands for a row that the page has already."""
        tag = self.html[1 : re.search(r"[\s>]", self.html).start()]  # type: ignore[union-attr]
        return f'<{tag} data-key="{self.key}" data-same></{tag}>'


@dataclass(frozen=True, slots=True)
class Part:
    head: str
    rows: tuple[Row, ...]
    tail: str

    def on(self, page: slice) -> Part:
        return Part(self.head, self.rows[page], self.tail)

    @property
    def html(self) -> SafeString:
        return mark_safe(self.head + "".join(row.html for row in self.rows) + self.tail)

    def beside(self, known: Mapping[str, str]) -> str | None:
        """What a page is sent that knows these rows by their marks, with "" for the frame; None: nothing."""
        if [*self.marks.items()] == [*known.items()]:
            return None
        rows = (row.stub if known.get(row.key) == row.mark else row.html for row in self.rows)
        return self.head + "".join(rows) + self.tail

    @property
    def marks(self) -> dict[str, str]:
        return {"": mark(self.head + self.tail), **{row.key: row.mark for row in self.rows}}


@dataclass(frozen=True, slots=True)
class Next:
    """The table that an entry plays at, or will next, in words for its players."""

    news: SafeString
    table: SafeString

    def as_parts(self) -> SafeString:
        return format_html(
            '<span data-part="my-news">{}</span><div data-part="next">{}</div>', self.news, self.table
        )


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What everybody sees of an event at one of its revisions, and what the reader's own part needs of it."""

    version: str
    parts: Mapping[str, Part]
    places: Mapping[int, tuple[int, str]]
    """Of each entry in the standings: its place and what it has."""
    next: Mapping[int, Next]
    """Of each entry at a table that is not over."""
    count: int
    flows: bool
    takes_late: bool
    differences: dict[tuple[str, int], Packed] = field(default_factory=dict)
    """What was sent already, by the earlier version and the page."""

    @property
    def pages(self) -> int:
        """Those of the standings."""
        return max(1, -(-len(self.parts["standings"].rows) // A_PAGE))

    def whole(self, page: int) -> dict[str, SafeString]:
        """Every part, with one page of the standings."""
        parts = {name: _paged(name, part, page).html for name, part in self.parts.items()}
        return {**parts, "pages": self._pager(page)}

    def since(self, known: Mapping[str, Mapping[str, str]], page: int) -> str:
        """The parts that differ from an earlier version, of which these are the marks."""
        changed = {
            name: html
            for name, part in self.parts.items()
            if (html := _paged(name, part, page).beside(_known(name, known.get(name, {}), page))) is not None
        }
        if "standings" in changed:
            changed["pages"] = self._pager(page)
        return "".join(f'<div data-part="{name}">{html}</div>' for name, html in changed.items())

    def _pager(self, page: int) -> SafeString:
        context = {"pages": range(1, self.pages + 1), "page": page}
        return render_to_string("tournaments/_pages.html", context) if self.pages > 1 else SafeString()


def _slice(page: int) -> slice:
    return slice((page - 1) * A_PAGE, page * A_PAGE)


def _paged(name: str, part: Part, page: int) -> Part:
    return part.on(_slice(page)) if name == "standings" else part


def _known(name: str, marks: Mapping[str, str], page: int) -> Mapping[str, str]:
    if name != "standings" or not marks:
        return marks
    rows = [key for key in marks if key][_slice(page)]
    return {"": marks[""], **{key: marks[key] for key in rows}}


# ---- kept


@dataclass(frozen=True, slots=True)
class Kept:
    """An event at one of its revisions, as a process shows it in one language."""

    at: float
    revision: int
    about: Mapping[str, Any]
    """What templates know besides, with the event."""
    snapshots: tuple[Snapshot, Snapshot]
    """For readers who do not play the deals that can be watched, and for those who do: they are not shown
    where."""
    readers: Readers


_kept: dict[tuple[str, str], Kept] = {}
"""The latest of each event and language, by this process."""

_making = Lock()


def kept(code: str, revision: int) -> Kept | None:
    """The event at this revision or a later one, if this process has it: no query."""
    found = _kept.get((code, get_language() or ""))
    if found is None or found.revision < revision or time.monotonic() - found.at > KEPT_SECONDS:
        return None
    return found


def made(event: Event, about: Mapping[str, Any]) -> Kept:
    """The event as it is now, rendered once for all who ask at the same time."""
    with _making:
        known = kept(event.code, event.revision)
        if known is not None:
            return replace(known, about=about)
        language = get_language() or ""
        key = f"event:{event.code}:{event.revision}:{language}"
        snapshots: tuple[Snapshot, Snapshot] | None = cache.get(key)
        if snapshots is None:
            snapshots = _make(event, about)
            cache.set(key, snapshots, KEPT_SECONDS)
            for each in snapshots:
                cache.set(_of_version(event.code, each.version), _marks(each), KNOWN_SECONDS)
        while len(_kept) >= MOST_KEPT:
            _kept.pop(next(iter(_kept)))
        now = Kept(time.monotonic(), event.revision, about, snapshots, Readers(event))
        _kept[event.code, language] = now
        return now


def difference(code: str, now: Snapshot, version: str, page: int) -> Packed:
    """What a page that shows an earlier version lacks; all of it if the version is not known any more."""
    if (version, page) not in now.differences:
        known = cache.get(_of_version(code, version))
        if known is None:
            version, known = "", {}
        if len(now.differences) >= MOST_KEPT:
            now.differences.clear()
        now.differences[version, page] = Packed(now.since(known, page))
    return now.differences[version, page]


def _of_version(code: str, version: str) -> str:
    return f"event:{code}:marks:{version}"


def _marks(made: Snapshot) -> dict[str, dict[str, str]]:
    return {name: part.marks for name, part in made.parts.items()}


# ---- made


def _make(event: Event, about: Mapping[str, Any]) -> tuple[Snapshot, Snapshot]:
    shown = EventShown(selectors.sheet(event))
    latest = shown.rounds[0] if shown.rounds else None
    context = {
        **about,
        "shown": shown,
        "announcements": selectors.announcements(event),
        "latest": latest,
        "nameless": shown.format.flows,
        "past": [(each, fingerprint(each)) for each in shown.rounds[1:]],
        "rows": mark_safe(HERE),
    }
    folds = event.started_at is not None and len(shown.entries) > MOST_UNFOLDED
    entries = () if folds else shown.entries
    context["folds_entries"] = folds
    rows = {
        "standings": _rows("_standing.html", "line", shown.lines, context, lambda line: line.entry.number),
        "entries": _rows("_entry.html", "entry", entries, context, lambda entry: entry.number),
    }
    parts = {name: _part(name, context, rows.get(name, ())) for name in PARTS}
    tables = shown.flowing if shown.format.flows else latest.tables if latest else ()
    ahead = [table.row for table in tables if table.row.table and table.row.status != Tables.OVER]
    following = _next({**about, "flows": shown.format.flows}, ahead)

    def seen(plays_these: bool) -> Snapshot:
        of_reader = {**context, "plays_these": plays_these}
        now = _rows("_table.html", "table", tables, of_reader, lambda table: table.row.pk)
        mine = {**parts, "tables": Part(parts["tables"].head, now, parts["tables"].tail)}
        return Snapshot(
            version=mark(f"{get_language()}{plays_these}{[part.marks for part in mine.values()]}"),
            parts=mine,
            next=following,
            places={line.entry.number: (line.place, line.score) for line in shown.lines},
            count=len(shown.entries),
            flows=shown.format.flows,
            takes_late=shown.takes_late,
        )

    both = seen(False)
    return both, seen(True) if any(table.watch for table in tables) else both


def _next(context: dict[str, Any], tables: Sequence[TournamentTable]) -> Mapping[int, Next]:
    found: dict[int, Next] = {}
    for table in tables:
        of_table = {**context, "table": table}
        said = Next(
            render_to_string("tournaments/_my_news.html", of_table),
            render_to_string("tournaments/_next_table.html", of_table),
        )
        found.update({entry: said for entry in table.places if entry > 0})
    return found


def _rows(
    template: str, name: str, each: Sequence[Any], context: dict[str, Any], key: Callable[[Any], int]
) -> tuple[Row, ...]:
    found = get_template(f"tournaments/{template}")
    htmls = ((one, found.render({**context, name: one}).strip()) for one in each)
    return tuple(Row(str(key(one)), html, mark(html)) for one, html in htmls)


def _part(name: str, context: dict[str, Any], rows: tuple[Row, ...]) -> Part:
    head, _here, tail = render_to_string(f"tournaments/_{name}.html", context).partition(HERE)
    return Part(head, rows, tail)


def fingerprint(shown: RoundShown) -> str:
    """Changes with what the tables of a round show; they are fetched when somebody unfolds them."""
    rows = [
        (row.pk, row.status, row.places, row.deals, row.adjusted, row.penalties, row.annulled, row.reason)
        for row in shown.rows
    ]
    matches = [row.table and (row.table.match_id, row.table.watchable) for row in shown.rows]
    sheet, number = shown.shown.sheet, shown.row.number
    rulings = [
        (at, each.what, each.facts) for at, some in sheet.rulings.items() if at[0] == number for each in some
    ]
    return mark(repr((rows, matches, rulings, sheet.names, selectors.is_open(shown.row))))


def place_said(place: tuple[int, str] | None) -> str:
    if place is None:
        return ""
    return _("So far: place %(n)s with %(score)s points.") % {"n": place[0], "score": place[1]}
