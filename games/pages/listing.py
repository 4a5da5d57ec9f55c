"""The parts of the lobby that are the same for many readers, made once for all of them.

Tables, counts and people are read at most once a second in each process, and the HTML of a table or person is
made once for each state. The list of tables that `lobby.js` fetches is the same for all who do not sit at one
of them, so it is compressed once, and has no CSRF token, which the page knows. Every fetch adds what is the
reader's own: their friends, and the people separated from them by a block. A page that is loaded reads
everything afresh.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games import texts
from games.models import Table
from games.play import lobby, online, selectors, waiting_times
from games.play.lobby import LobbyTable
from games.play.online import PersonOnline
from ludopoli.accounts import names
from ludopoli.base.sharing import Shared
from ludopoli.http.compression import Packed

MOST_TABLES = 60
SECONDS = 1.0
"""The time for which lists are shared; `lobby.js` waits longer than that after a change before it fetches."""

TOKEN = secrets.token_hex(16)
"""The place of the reader's CSRF token in HTML that is shared; nobody can guess it and write it in a name."""


@dataclass(frozen=True, slots=True)
class TableList:
    """The list of tables for everybody who does not sit at one of them."""

    tables: Sequence[LobbyTable]
    people: frozenset[str]
    """The names of those who do."""
    packed: Packed


def _table_list(game: str | None, free_only: bool, limit: int, _language: str) -> TableList:
    wanted = selectors.of_public_game(texts.public_game(game) if game else None)
    tables = lobby.lobby_tables(wanted, free_only, limit)
    people = frozenset(name for table in tables for name in table.people)
    return TableList(tables, people, Packed(table_list_html(tables, bool(game or free_only))))


shared_counts = Shared(lobby.site_counts, SECONDS)
shared_people = Shared(online.people_around, SECONDS)
shared_lists = Shared(_table_list, SECONDS)
shared_waits = Shared(waiting_times.waiting_minutes, 60.0)


@dataclass(frozen=True, slots=True)
class TableLink:
    """A table to which a line of the list leads."""

    code: str
    title: str


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A person around as a line shows them."""

    username: str
    hue: int
    is_guest: bool
    is_friend: bool
    where: str
    place: TableLink | None

    @property
    def shown(self) -> str:
        """The name, that of a guest who has chosen none with a word in the reader's language."""
        return names.in_language_of_reader(self.username)


def tables_html(request: HttpRequest, tables: Sequence[LobbyTable]) -> SafeString:
    """The list of tables as HTML for a reader."""
    name, language = request.user.get_username(), get_language()
    return _for_reader(request, (_card(table, language, is_own=name in table.people) for table in tables))


def table_list_html(tables: Sequence[LobbyTable], is_filtered: bool, name: str = "") -> str:
    """The list that `lobby.js` fetches, for a reader of this name."""
    language = get_language()
    made = "".join(_card(table, language, is_own=name in table.people) for table in tables)
    listed = {"cards": mark_safe(made.replace(TOKEN, "")), "filtered": is_filtered}
    return render_to_string("games/_tables.html", listed)


def people_html(request: HttpRequest, around: Iterable[PersonOnline], asks_to: Table | None) -> SafeString:
    """The list of people as HTML for a reader, who can invite them to the table `asks_to`."""
    language, own = get_language(), _place(asks_to)
    neighbours = (
        Neighbour(
            username=each.user.username,
            hue=each.user.hue,
            is_guest=each.user.is_guest,
            is_friend=each.is_friend,
            where=each.where,
            place=_place(each.table),
        )
        for each in around
    )
    return _for_reader(request, (_line(each, language, asks_to=own) for each in neighbours))


def _place(table: Table | None) -> TableLink | None:
    return None if table is None else TableLink(table.code, selectors.table_title(table))


def _for_reader(request: HttpRequest, made: Iterable[str]) -> SafeString:
    return mark_safe("".join(made).replace(TOKEN, get_token(request)))


@lru_cache(maxsize=2000)
def _card(table: LobbyTable, language: str, *, is_own: bool) -> str:
    return render_to_string("games/_table.html", {"table": table, "is_own": is_own, "csrf_token": TOKEN})


@lru_cache(maxsize=2000)
def _line(person: Neighbour, language: str, *, asks_to: TableLink | None) -> str:
    return render_to_string("games/_person.html", {"person": person, "asks_to": asks_to, "csrf_token": TOKEN})
