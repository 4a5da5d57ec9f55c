"""The common parts of an event's page: rendered once for each revision, and sent as differences.

A `Snapshot` holds them in one language. Its long lists are split into rows, so that a page with an earlier
version gets only the rows that differ, and stubs (`data-same`) for the others. Everything is rendered from
the sheet that hides deals in play, so a fragment contains nothing that is not on the page.
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
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.templatetags.people import ordinal
from ludopoli.http.compression import Packed
from tournaments import selectors
from tournaments.models import Event, TournamentTable
from tournaments.pages.display import EventShown, RoundShown
from tournaments.pages.reader_parts import Readers

TableStatus = TournamentTable.Status

PARTS = (
    "facts", "news", "announcements", "rounds", "nav", "standings", "tables", "entries", "prizes", "about",
)  # fmt: skip
"""The parts; each has a template, and a place on the page."""

A_PAGE = 50
"""The lines on a page of the standings."""

MOST_UNFOLDED = 24
"""The most entries listed on the page of an event that has begun; more are folded."""

KEPT_SECONDS = 60
"""The lifetime of a cached event: short, because names may change without a new revision."""

KNOWN_SECONDS = 900
"""A page gets only differences if its last request is no older than this."""

MOST_KEPT = 32
"""The most snapshots, and differences of each, that a process keeps."""

VERSION = re.compile(r"[0-9a-f]{12}")

HERE = "\0"
"""A placeholder for the rows in the template of their part."""


def mark(text: str) -> str:
    return blake2b(text.encode(), digest_size=6).hexdigest()


@dataclass(frozen=True, slots=True)
class FragmentRow:
    key: str
    html: str
    mark: str

    @property
    def stub(self) -> str:
        """The stub for a row that the page already has."""
        tag = self.html[1 : re.search(r"[\s>]", self.html).start()]  # type: ignore[union-attr]
        return f'<{tag} data-key="{self.key}" data-same></{tag}>'


@dataclass(frozen=True, slots=True)
class EventPart:
    head: str
    rows: tuple[FragmentRow, ...]
    tail: str

    def on(self, page: slice) -> EventPart:
        return EventPart(self.head, self.rows[page], self.tail)

    @property
    def html(self) -> SafeString:
        return mark_safe(self.head + "".join(row.html for row in self.rows) + self.tail)

    def beside(self, known: Mapping[str, str]) -> str | None:
        """Return the difference for a page with these marks of rows ("" for the frame); None if there is
        none."""
        if [*self.marks.items()] == [*known.items()]:
            return None
        rows = (row.stub if known.get(row.key) == row.mark else row.html for row in self.rows)
        return self.head + "".join(rows) + self.tail

    @property
    def marks(self) -> dict[str, str]:
        return {"": mark(self.head + self.tail), **{row.key: row.mark for row in self.rows}}


@dataclass(frozen=True, slots=True)
class Next:
    """The present or next table of an entry, rendered for its players."""

    news: SafeString
    table: SafeString

    def as_parts(self) -> SafeString:
        return format_html(
            '<span data-part="my-news">{}</span><div data-part="next">{}</div>', self.news, self.table
        )


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The common parts of an event at one revision, with the facts that readers' own parts need."""

    version: str
    parts: Mapping[str, EventPart]
    places: Mapping[int, tuple[int, str]]
    """The place and the score of each entry in the standings."""
    next: Mapping[int, Next]
    """By entry at a table that is not over."""
    count: int
    flows: bool
    takes_late: bool
    differences: dict[tuple[str, int], Packed] = field(default_factory=dict)
    """The differences already made, by earlier version and page."""

    @property
    def pages(self) -> int:
        """The number of pages of the standings."""
        return max(1, -(-len(self.parts["standings"].rows) // A_PAGE))

    def whole(self, page: int) -> dict[str, SafeString]:
        """Return every part, with one page of the standings."""
        parts = {name: _paged(name, part, page).html for name, part in self.parts.items()}
        return {**parts, "pages": self._pager(page)}

    def since(self, known: Mapping[str, Mapping[str, str]], page: int) -> str:
        """Return the parts that differ from an earlier version with these marks."""
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


def _paged(name: str, part: EventPart, page: int) -> EventPart:
    return part.on(_slice(page)) if name == "standings" else part


def _known(name: str, marks: Mapping[str, str], page: int) -> Mapping[str, str]:
    if name != "standings" or not marks:
        return marks
    rows = [key for key in marks if key][_slice(page)]
    return {"": marks[""], **{key: marks[key] for key in rows}}


# ---- caching


@dataclass(frozen=True, slots=True)
class CachedEvent:
    """An event at one revision and in one language, cached by a process."""

    at: float
    revision: int
    about: Mapping[str, Any]
    """The rest of the templates' context, including the event."""
    snapshots: tuple[Snapshot, Snapshot]
    """One for readers who do not play the current deals; for those who do, one without links to watch."""
    readers: Readers


_kept: dict[tuple[str, str], CachedEvent] = {}
"""The latest of each event and language in this process."""

_making = Lock()


def cached_event(code: str, revision: int) -> CachedEvent | None:
    """Return the event at this revision or a later one, if this process has it cached; no query."""
    found = _kept.get((code, get_language() or ""))
    if found is None or found.revision < revision or time.monotonic() - found.at > KEPT_SECONDS:
        return None
    return found


def render_event(event: Event, about: Mapping[str, Any]) -> CachedEvent:
    """Return the event as it is now, rendered once for all simultaneous requests."""
    with _making:
        known = cached_event(event.code, event.revision)
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
        now = CachedEvent(time.monotonic(), event.revision, about, snapshots, Readers(event))
        _kept[event.code, language] = now
        return now


def difference_since(code: str, now: Snapshot, version: str, page: int) -> Packed:
    """Return the difference to an earlier version; everything if that version is no longer known."""
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


# ---- rendering


@timezone.override(None)
def _make(event: Event, about: Mapping[str, Any]) -> tuple[Snapshot, Snapshot]:
    """Render the parts with times in the site's zone; the page's script writes them in the reader's."""
    shown = EventShown(selectors.event_sheet(event))
    latest = shown.rounds[0] if shown.rounds else None
    context = {
        **about,
        "shown": shown,
        "announcements": selectors.announcements_of(event),
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
    ahead = [
        table.row
        for table in tables
        if (table.row.table or event.is_real) and table.row.status != TableStatus.OVER
    ]
    following = _next({**about, "flows": shown.format.flows}, ahead)

    def seen(plays_these: bool) -> Snapshot:
        of_reader = {**context, "plays_these": plays_these}
        now = _rows("_table.html", "table", tables, of_reader, lambda table: table.row.pk)
        mine = {**parts, "tables": EventPart(parts["tables"].head, now, parts["tables"].tail)}
        return Snapshot(
            version=mark(f"{get_language()}{plays_these}{[part.marks for part in mine.values()]}"),
            parts=mine,
            next=following,
            places={each.entry.number: (each.place, each.score) for each in shown.lines if shown.has_results},
            count=len(shown.entries),
            flows=shown.format.flows,
            takes_late=shown.takes_late,
        )

    both = seen(False)
    return both, seen(True) if any(table.watch for table in tables) else both


def _next(context: dict[str, Any], tables: Sequence[TournamentTable]) -> Mapping[int, Next]:
    """Return the tables by entry; of teams, whose members sit at several, by the table's id."""
    found: dict[int, Next] = {}
    for table in tables:
        of_table = {**context, "table": table}
        said = Next(
            render_to_string("tournaments/_my_news.html", of_table),
            render_to_string("tournaments/_next_table.html", of_table),
        )
        sitting = [table.pk] if context["teams"] else table.places
        found.update({key: said for key in sitting if key > 0})
    return found


def _rows(
    template: str, name: str, each: Sequence[Any], context: dict[str, Any], key: Callable[[Any], int]
) -> tuple[FragmentRow, ...]:
    found = get_template(f"tournaments/{template}")
    htmls = ((one, found.render({**context, name: one}).strip()) for one in each)
    return tuple(FragmentRow(str(key(one)), html, mark(html)) for one, html in htmls)


def _part(name: str, context: dict[str, Any], rows: tuple[FragmentRow, ...]) -> EventPart:
    head, _here, tail = render_to_string(f"tournaments/_{name}.html", context).partition(HERE)
    return EventPart(head, rows, tail)


def fingerprint(shown: RoundShown) -> str:
    """Return a digest that changes with the content of a round's tables, which are loaded when unfolded."""
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


def place_said(place: tuple[int, str] | None, *, is_final: bool = False) -> str:
    if place is None:
        return ""
    said = (
        _("You finished %(n)s with %(score)s points.")
        if is_final
        else _("So far you are %(n)s with %(score)s points.")
    )
    return said % {"n": ordinal(place[0]), "score": place[1]}
