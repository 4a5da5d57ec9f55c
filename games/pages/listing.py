"""The lines of the lobby's lists as HTML: tables and people, each made once for each state.

Pages, their sockets (`live_lobby.py`) and the list that a page polls without a socket are made of the same
lines. For polls, tables, counts and people are read at most once a second in each process; every answer adds
what is the reader's own: their friends, and the people separated from them by a block. A page that is loaded
reads everything afresh.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from django.db.models import Q
from django.http import HttpRequest, QueryDict
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
from ludopoli.base.lookups import number_of
from ludopoli.base.sharing import Shared

MOST_TABLES = 60
SECONDS = 1.0
"""The time for which polls share what is read."""

TOKEN = secrets.token_hex(16)
"""The place of the reader's CSRF token in HTML that is shared; nobody can guess it and write it in a name."""


STATE_BYTES = 6

SPACE = re.compile(r"\s+", re.ASCII)


class ListedLine(NamedTuple):
    """A line of a list, for readers of one language."""

    key: str
    """The code of the table, or the name of the person."""
    state: str
    """Differs if anything in the line does, and is the same in all processes."""
    html: str


@dataclass(frozen=True, slots=True)
class WantedList:
    """The tables that an address asks for."""

    game: str
    """The code of the game as people know it; "" for all."""
    free_only: bool
    limit: int

    @property
    def is_filtered(self) -> bool:
        return bool(self.game or self.free_only)

    @property
    def tables(self) -> Q:
        """The condition on tables of this game."""
        return selectors.of_public_game(texts.public_game(self.game))


def wanted_list(query: QueryDict) -> WantedList:
    """Return the list that the query of an address asks for."""
    game, number = texts.public_game(query.get("gioco", "")), number_of(query.get("n"), 3)
    limit = MOST_TABLES if number is None else min(number, MOST_TABLES)
    return WantedList(game.code if game else "", query.get("posti") == "liberi", limit)


def _tables(wanted: WantedList, _language: str) -> list[LobbyTable]:
    return lobby.lobby_tables(wanted.tables, wanted.free_only, wanted.limit)


shared_counts = Shared(lobby.site_counts, SECONDS)
shared_people = Shared(online.people_around, SECONDS)
shared_tables = Shared(_tables, SECONDS)
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
    return _for_reader(request, lines_of_tables(tables, request.user.get_username()))


def lines_of_tables(tables: Iterable[LobbyTable], name: str) -> tuple[ListedLine, ...]:
    """The tables in the language of the reader of this name."""
    language = get_language()
    return tuple(_card(table, language, is_own=name in table.people) for table in tables)


def people_html(request: HttpRequest, around: Iterable[PersonOnline], asks_to: Table | None) -> SafeString:
    """The list of people as HTML for a reader, who can invite them to the table `asks_to`."""
    return _for_reader(request, lines_of_people(around, asks_to))


def lines_of_people(around: Iterable[PersonOnline], asks_to: Table | None) -> tuple[ListedLine, ...]:
    """The people in the language of a reader, who can invite them to the table `asks_to`."""
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
    return tuple(_line(each, language, asks_to=own) for each in neighbours)


def _place(table: Table | None) -> TableLink | None:
    return None if table is None else TableLink(table.code, selectors.table_title(table))


def _for_reader(request: HttpRequest, made: Iterable[ListedLine]) -> SafeString:
    return mark_safe("".join(line.html for line in made).replace(TOKEN, get_token(request)))


@lru_cache(maxsize=2000)
def _card(table: LobbyTable, language: str, *, is_own: bool) -> ListedLine:
    return _rendered(table.code, "games/_table.html", table=table, is_own=is_own)


@lru_cache(maxsize=2000)
def _line(person: Neighbour, language: str, *, asks_to: TableLink | None) -> ListedLine:
    return _rendered(person.username, "games/_person.html", person=person, asks_to=asks_to)


def _rendered(key: str, template: str, **shown: object) -> ListedLine:
    state = hashlib.blake2b(repr((get_language(), shown)).encode(), digest_size=STATE_BYTES).hexdigest()
    html = render_to_string(template, {**shown, "state": state, "csrf_token": TOKEN})
    return ListedLine(key, state, strip_indentation(html))


def strip_indentation(html: str) -> str:
    """Return HTML without the indentation of its templates, a third of its length."""
    return SPACE.sub(" ", html)
