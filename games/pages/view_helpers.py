"""Helpers of pages: reading the request, and responding in the form that it asks for.

Requests that change something are POSTs. A script gets JSON, a browser a page with a short message.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any

import msgspec
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext

from games import texts
from games.fairplay import bans
from games.models import Table
from games.people import profiles
from games.texts import PublicGame
from ludocards.engine.registry import GAMES
from ludopoli.accounts.guests import BadName, TooManyGuests, TurnedAway
from ludopoli.accounts.models import User
from ludopoli.http import error_pages
from ludopoli.http.refusals import REFUSALS, ActionRefused

Fields = Mapping[str, Any]


LEARNED = "learned_game"
"""The key of a session for the game of the last step of a lesson that was done in it."""

SAYS_NO = frozenset({"", "0", "false", "no", "off"})
"""The texts that mean no in a boolean field."""


class Unreadable(Exception):
    """The body of a request does not fit its content type."""


def action_view(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Turn a function of the fields of a POST into a view; every failure has a code and a status.

    A refusal is shown on the page of the table in the address, or else in the lobby.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        if request.method != "POST":
            response = error_pages.error_response(request, *REFUSALS.problem("method_not_allowed"))
            response["Allow"] = "POST"
            return response
        table = kwargs.get("code")
        error_pages.show_refusals_on(request, reverse("table", args=[table]) if table else reverse("lobby"))
        try:
            return view(request, fields_of(request), **kwargs)
        except (Unreadable, RecursionError):
            return error_pages.error_response(request, *REFUSALS.problem("bad_request"))
        except Http404:
            return error_pages.error_response(request, *REFUSALS.problem("no_table"))
        except BadName as why:
            return error_pages.error_response(request, *REFUSALS.problem("bad_person_name", str(why)))
        except TooManyGuests as why:
            said = REFUSALS.problem("too_many_guests")
            return error_pages.error_response(request, *said, retry_after=why.retry_after)
        except TurnedAway as why:
            return error_pages.error_response(request, *bans.barred_until(why.until).problem)

    return wrapped


def fields_of(request: HttpRequest) -> Fields:
    """The fields of a request, sent as a form or as a JSON object."""
    if request.content_type != "application/json":
        return request.POST
    try:
        sent = msgspec.json.decode(request.body or b"{}")
    except (ValueError, RecursionError) as error:
        raise Unreadable from error
    if not isinstance(sent, dict):
        raise Unreadable
    return sent


def text_of(fields: Fields, name: str) -> str:
    """The text of a field; empty if it is missing or not a text."""
    sent = fields.get(name)
    return sent if isinstance(sent, str) else ""


def asked_public_game(request: HttpRequest) -> PublicGame | None:
    """The game as people know it that an address asks for, if it names one."""
    return texts.public_game(request.GET.get("gioco", ""))


def asked_game(request: HttpRequest) -> str | None:
    """The game of the catalogue that an address asks for, if it names one."""
    asked = asked_public_game(request)
    return asked.game if asked else None


def usual_game(request: HttpRequest) -> str:
    """The game of the last match that the reader has finished, else the one that they are learning, or else
    the first of the catalog. One query."""
    game = profiles.last_game(request.user) or request.session.get(LEARNED)
    return game if game in GAMES else next(iter(GAMES))


@dataclass(frozen=True, slots=True)
class ChoiceLink:
    """A link in a row of choices."""

    name: str
    href: str
    current: bool


def game_choices(
    current: str | None,
    link: Callable[[str], str],
    every: str = "",
    among: Collection[str] = GAMES,
    *,
    rated: bool = False,
) -> list[list[ChoiceLink]]:
    """Links to the games as people know them, by family; before them one to all games, if that has an
    address. With `rated`, games that have one rating together have one link."""
    families = [
        [
            ChoiceLink(name, link(code), code == current)
            for game in games
            for code, name in (
                [(game, texts.names_of_game(game))]
                if rated
                else [(each.code, each.name) for each in texts.public_games(game)]
            )
        ]
        for family in texts.games_by_family().values()
        if (games := [game for game in family if game in among])
    ]
    return [[ChoiceLink(gettext("All"), every, not current)], *families] if every else families


def flag_of(fields: Fields, name: str) -> bool:
    """The boolean of a field. A form sends nothing for an empty box; the texts in `SAYS_NO` mean false."""
    sent = fields.get(name)
    return sent.strip().casefold() not in SAYS_NO if isinstance(sent, str) else bool(sent)


def signed_in_person(request: HttpRequest) -> User:
    """The signed-in person; refused if there is none."""
    if isinstance(request.user, User):
        return request.user
    raise ActionRefused("not_seated")


def action_response(request: HttpRequest, table: Table, *, go: str = "table", said: str = "") -> HttpResponse:
    """The response to an action: the way to the table."""
    url = reverse("table", args=[table.code])
    if error_pages.wants_json(request):
        return JsonResponse({"ok": True, "code": table.code, "url": url})
    if said:
        messages.success(request, said)
    return redirect(url if go == "table" else go)
