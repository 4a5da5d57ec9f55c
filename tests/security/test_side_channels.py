"""Side channels at every address: no count, size, order or time may depend on hidden cards.

Two worlds are compared that differ only in hidden data. Readers who may not see the difference must get the
same bytes from both, whatever they request. What each role may read is compared with the table of access
on the way.
"""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Mapping
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Boards, Event, Match
from games.play import actions, frames, live, lobby
from ludocards.engine.game import Viewer
from tests.security.conftest import forget
from tests.security.matrix import (
    API,
    lines,
    outcomes_of,
    refused_methods,
    roles,
    routes_to_read,
    values,
)
from tests.security.readings import Readings, Response, differences, read
from tests.security.world import ONE_DEAL, World, address, begin
from tournaments.entering import seat_links

pytestmark = pytest.mark.usefixtures("bare_requests")

OUTSIDERS = ("anonymous", "guest", "other", "staff", "stranger", "organiser")

SEATS = {"player": 0, "guest": 1, "other": 2, "staff": 3}
"""The seats of the persons in the match that is `shown`."""

PROGRAMS = {"stranger": "other", "organiser": "other"}
"""The persons whose tokens the outsiders' programs have."""


def everything(world: World, matches: list[Match], role: str) -> Readings:
    """Return the readings of all that a role can read: the world, these matches, and their tables."""
    client = world.client(role)
    paths = ["/api/v1/matches/?status=playing", "/api/v1/tables/?free=0", "/tavoli/elenco/?n=5"]
    paths += own_addresses(world, role).values()
    for route in routes_to_read():
        if role in roles(route):
            for match in matches if re.search(r"<\w+:(code|match)>", route) else [world.playing]:
                places = values(world, route) | {"match": match.pk, "code": match.table.code}
                paths.append(address(route, places))
    return Readings({path: (client, path) for path in paths})


def own_addresses(world: World, role: str) -> dict[str, str]:
    """Return the addresses of the player's data that a role can read, by route."""
    return {route: address(route, values(world, route)) for route in routes_to_read() if role in roles(route)}


def assert_as_in_table(world: World, role: str, responses: Mapping[str, Response]) -> None:
    """Compare what a role gets at the addresses of the player's data with the table of access."""
    expected = outcomes_of(role)
    for route, path in own_addresses(world, role).items():
        assert responses[path][0] == expected.get(route, "405"), path


def assert_token_opens_no_page(world: World, of_anybody: Mapping[str, Response]) -> None:
    """On a page, a program with a token is anonymous."""
    program = world.client("bot")
    pages = {path: page for path, page in of_anybody.items() if not path.startswith(f"/{API}")}
    assert differences(Readings({path: (program, path) for path in pages}).read(), pages) == []


def know(*matches: Match) -> None:
    """Load the current state of these matches into the process's cache, which lists are made from."""
    forget()
    for match in matches:
        live.load_match(match.pk)


def play(match: Match, moves: int) -> None:
    for _ in range(moves):
        now = live.load_match(match.pk)
        seat = now.to_act()[0]
        command = now.game.legal(now.state, seat)[0]
        by_bot = now.row.is_played_by_bot(seat)
        actions.submit_command(match.pk, seat, command, uuid.uuid4().hex, now.version, by_bot=by_bot)


@pytest.fixture
def closed(world: World) -> Match:
    """A public match with deals that others still play."""
    boards = Boards.objects.create(name="sera/1", secret="ab" * 32)
    table = actions.host_table(
        game="tressette",
        rules=ONE_DEAL,
        sitters=[actions.HostedBot("circolo")] * 4,
        boards=boards,
        labels=["1"],
        pace=0.0,
    )
    match = actions.begin_hosted(table)
    return match


@pytest.fixture
def shown(world: World, monkeypatch: pytest.MonkeyPatch) -> Match:
    """A match that anybody may watch, in which a card has been played."""
    until = timezone.now() + timedelta(hours=1)
    monkeypatch.setattr(seat_links, "link_expiry", lambda *_: until)  # otherwise links change every second
    monkeypatch.setattr(lobby, "PEOPLE_SEEN", timedelta(days=1))  # however long it takes to read everything
    match = begin([getattr(world, role) for role in SEATS])
    play(match, 1)
    return match


MS = 27182


def note_how_long_they_thought(*matches: Match) -> None:
    """Give these matches a thinking time that is easy to find; only finished records may show it."""
    thought = Event.objects.filter(match__in=matches, ms__isnull=False)
    assert {*thought.values_list("match", flat=True)} >= {match.pk for match in matches}
    thought.update(ms=MS)
    live.empty_cache()


@pytest.mark.parametrize("role", OUTSIDERS)
def test_counts_times_and_hands_reveal_nothing_to_the_unprivileged(
    world: World, closed: Match, shown: Match, role: str
) -> None:
    """An accusa is one more event, so the number of events reveals cards."""
    hidden, all_three = [closed, world.playing], [closed, world.playing, shown]
    readings = everything(world, all_three, role)
    know(*all_three)
    before = readings.read()
    assert_as_in_table(world, role, before)
    if role == "anonymous":
        assert_token_opens_no_page(world, before)
    for match in hidden:
        play(match, 3)
    note_how_long_they_thought(world.playing, shown)
    know(*all_three)
    assert differences(before, readings.read()) == []
    unplayed = [(live.load_match(shown.pk).to_act()[0] + more) % 4 for more in (1, 2)]
    if SEATS.get(PROGRAMS.get(role, role)) not in unplayed:
        exchange(shown, *unplayed)
        know(*all_three)
        assert differences(before, readings.read()) == []


# ---- exchanged hands


def exchange(match: Match, one: int, other: int) -> None:
    """Exchange the hands of two seats, as if they had been dealt that way."""
    row = Match.objects.get(pk=match.pk)
    hands = row.snapshot["state"]["hands"]
    hands[one], hands[other] = hands[other], hands[one]
    row.save(update_fields=["snapshot"])
    dealt = Event.objects.filter(match=match, kind="dealt").latest("seq")
    sealed = dealt.sealed["hands"]
    sealed[one], sealed[other] = sealed[other], sealed[one]
    dealt.private[str(one)], dealt.private[str(other)] = dealt.private[str(other)], dealt.private[str(one)]
    dealt.save(update_fields=["sealed", "private"])
    live.empty_cache()


def seen(match: Match, viewer: Viewer) -> tuple[str, ...]:
    """Return every frame that a viewer gets of the match, as sent."""
    now, at = live.load_match(match.pk), timezone.now()
    newer = now.since(0) or ()
    return (
        json.dumps(frames.state_frame(now, viewer, now.row.turn_at or at, plays=viewer is not None)),
        json.dumps(frames.events_frame(now, viewer, newer, now.row.turn_at or at, plays=viewer is not None)),
    )


def test_exchanging_hidden_hands_changes_no_frame(world: World, shown: Match) -> None:
    acts = live.load_match(shown.pk).to_act()[0]
    one, other = (acts + 1) % 4, (acts + 2) % 4  # neither has played, nor is on turn
    viewers: list[Viewer] = [None, *(seat for seat in range(4) if seat not in (one, other))]
    before, own = [seen(shown, viewer) for viewer in viewers], seen(shown, one)
    exchange(shown, one, other)
    assert seen(shown, one) != own, "the test would see a difference"
    assert [seen(shown, viewer) for viewer in viewers] == before


# ---- refusals, thinking times, and what a token opens


@pytest.mark.parametrize("role", ["stranger", "other", "staff"])
def test_refusals_reveal_nothing_to_outsiders(world: World, role: str) -> None:
    """Refusing a card as illegal would reveal something of the hand on turn."""
    now = live.load_match(world.playing.pk)
    state = world.client("player").get(f"/api/v1/matches/{world.playing.pk}/state/").json()
    held = [command for command in state["legal"] if command["do"] == "play"]
    not_held = next(card for card in ("AB", "AC", "AD", "AS") if card not in state["view"]["hand"])
    tried = [held[0], {**held[0], "card": not_held}, {"do": "play", "card": "??"}, {"do": "nothing"}]
    client, refusals = world.client(role), set()
    for version in (now.version, now.version - 1, 999):
        for command in tried:
            forget()
            sent = {"id": uuid.uuid4().hex, "version": version, "command": command}
            path = f"/api/v1/matches/{world.playing.pk}/commands/"
            answer = client.post(path, sent, content_type="application/json")
            refusals.add((answer.status_code, answer.content))
    assert len(refusals) == 1
    assert live.load_match(world.playing.pk).version == now.version


def test_players_do_not_see_thinking_times(world: World, shown: Match) -> None:
    """Neither pages of players nor any frame shows it; another test covers outsiders' pages."""
    for match in (shown, world.playing):
        play(match, 2)
    note_how_long_they_thought(shown, world.playing)
    frames_ = [frame for viewer in (None, 0, 1, 2, 3) for frame in seen(shown, viewer)]
    assert not [frame for frame in frames_ if str(MS) in frame]
    for role in ("player", "bot", "reader"):
        know(shown, world.playing)
        answers = everything(world, [shown, world.playing], role).read()
        assert_as_in_table(world, role, answers)
        bodies = {path: answer[1] for path, answer in answers.items() if len(answer) > 1}
        assert not [path for path, body in bodies.items() if str(MS).encode() in body]


def test_a_token_opens_no_page_of_an_account(world: World) -> None:
    """The other pages that it opens are covered by the readings that everybody can make."""
    pages = [
        route
        for method, route in lines()
        if method == "GET" and route.startswith("account/") and (method, route) not in refused_methods()
    ]
    for route in pages:
        path = address(route, values(world, route))
        assert read(world.client("bot"), path) == read(Client(), path), path
