"""A small world with private data, and all roles that may try to see it.

Four people play at a table that is private and may not be watched; one match there is over, another in play.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from allauth.usersessions.models import UserSession
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from analysis.models import Branch, Comment, Study
from clubs import actions as clubs
from clubs import chat, dates, federations, house_rules, scorepads
from clubs.models import Affiliation, Club, ClubMessage, Date, Licence
from clubs.models import Member as ClubMember
from games.models import Challenge, HouseRules, Match, Seat, Share, Table
from games.play import actions, live
from ludopoli.accounts.models import Tie, User
from ludopoli.api.models import AppGrant, RegisteredApp, Scope, Token
from ludopoli.api.oauth import signing
from ludopoli.moderation.models import Report, Sanction
from ludopoli.notices import pushes
from ludopoli.notices.models import Device, Notice
from ludopoli.sockets.sessions import SessionStore
from ludopoli.webhooks.models import Delivery, Webhook
from practice import storing
from practice.models import Attempt, Mistake, Puzzle, StepDone
from tests.api.events import running
from tests.games.playing import play_first_commands
from tests.practice.making import mistake_in, studied
from tests.proofs import PASSWORD
from tournaments import actions as events
from tournaments.models import Event, Member, Penalty, Series

HIDDEN = {"private": True, "watchable": False}
ONE_DEAL = {"preset": "classico", "match_end": {"deals": 1}}

PERSONS = ("anonymous", "guest", "player", "other", "staff")
TOKENS = ("reader", "bot", "stranger", "organiser")
"""The roles of programs: the player's tokens to read and to play, and another person's to play and to
organise."""


@dataclass
class World:
    player: User
    other: User
    guest: User
    staff: User
    playing: Match
    over: Match
    house: HouseRules
    token: Token
    secrets: dict[str, str]
    """The tokens of the programs, by role."""
    cookies: dict[str, str]
    """The sessions of the persons, by role."""
    owned: dict[str, Any]
    """The keys of the player's other data, by the name of the parameter in addresses."""

    @property
    def table(self) -> Table:
        return self.playing.table

    def client(self, role: str) -> Client:
        if role in self.secrets:
            return Client(headers={"Authorization": f"Bearer {self.secrets[role]}"})
        client = Client()
        if role != "anonymous":
            if role not in self.cookies:
                client.force_login(getattr(self, role))
                self.cookies[role] = client.cookies["sessionid"].value
            client.cookies["sessionid"] = self.cookies[role]
        return client

    def belongings(self) -> dict[str, Any]:
        """The data of the players that nobody else may change."""
        table = Table.objects.get(pk=self.table.pk)
        return {
            "table": [table.status, table.host_id, table.revision, table.match_id],
            "seats": [*Seat.objects.filter(table=table).values_list("user", "bot", "rematch")],
            "match": [
                *Match.objects.filter(table=table).order_by("pk").values_list("version", "status", "away")
            ],
            "house rules": [*HouseRules.objects.filter(owner=self.player).values_list("name", flat=True)],
            "clubs": [
                *ClubMember.objects.exclude(user__in=[self.other, self.staff]).values_list(
                    "user", "role", "name"
                )
            ],
            "dates": [*Date.objects.filter(club__code=self.owned["club"]).values_list("title", flat=True)],
            "chat": [*ClubMessage.objects.values_list("text", "removed_at")],
            "club rules": [*HouseRules.objects.filter(owner=None).values_list("name", flat=True)],
            "club": [*Club.objects.filter(code=self.owned["club"]).values_list("name", "secret")],
            "licences": [*Licence.objects.values_list("number", "born")],
            "affiliations": [*Affiliation.objects.values_list("club", "status")],
            "federations": [*self.player.federations.values_list("name")],
            "studies": [*Study.objects.filter(owner=self.player).values_list("name", "access", "token")],
            "comments": Comment.objects.filter(study__owner=self.player).count(),
            "branches": Branch.objects.filter(study__owner=self.player).count(),
            "lessons": StepDone.objects.filter(user=self.player).count(),
            "mistakes": [*Mistake.objects.filter(studied__user=self.player).values_list("code", "command")],
            "puzzles": [*Attempt.objects.filter(user=self.player).values_list("puzzle", "solved")],
            "tokens": [*Token.objects.filter(user=self.player).values_list("pk", flat=True)],
            "apps": [*self.player.apps.values_list("pk", "digest")],
            "grants": [*self.player.app_grants.values_list("pk", flat=True)],
            "sessions": [*UserSession.objects.filter(user=self.player).values_list("pk", flat=True)],
            "ties": Tie.objects.filter(person=self.player).count(),
            "webhooks": [*Webhook.objects.filter(user=self.player).values_list("url", "active", "salt")],
            "bots": [*User.objects.filter(owner=self.player).values_list("username", flat=True)],
            "challenges": [
                *Challenge.objects.filter(challenged=self.player).values_list("status", flat=True)
            ],
            "tournaments": [*Event.objects.filter(organiser=self.player).values_list("status", "starts_at")],
            "penalties": [*Penalty.objects.values_list("points", flat=True)],
            "series": [*Series.objects.filter(organiser=self.player).values_list("name", "missed")],
            "entered": [*Member.objects.filter(user=self.player).values_list("event", "here")],
            "devices": [*Device.objects.filter(user=self.player).values_list("endpoint", flat=True)],
            "notices": [*Notice.objects.filter(user=self.player, actor=None).values_list("pk", "read_at")],
            "person": User.objects.values_list("password", "username").get(pk=self.player.pk),
        }


def build() -> World:
    pushes.public_key()  # made at the first use, as the next one
    signing.public_keys()
    people = [
        User.objects.create_user(name, password=PASSWORD) for name in ("Anna", "Bruno", "Carla", "Dario")
    ]
    over = begin(people, **HIDDEN)
    play_first_commands(over.pk)
    over.refresh_from_db()
    for person in people:
        actions.leave_table(person, over.table)
    playing = begin(people, **HIDDEN)
    [seat] = live.GAMES[playing.game].to_act(live.state_of(playing))
    player = people[seat]
    Table.objects.filter(pk=playing.table_id).update(host=people[seat - 1])  # the seat on turn is random
    other = User.objects.create_user("Elena", "elena@example.org", PASSWORD)
    house = actions.save_rules(player, game="tressette", name="Da Anna", rules={"preset": "classico"})
    token, read = Token.make(player.pk, "read", [Scope.READ])
    playing_token, play = Token.make(player.pk, "play", [Scope.PLAY])
    return World(
        player=player,
        other=other,
        guest=User.objects.create(username="Ospite 1234", is_guest=True),
        staff=User.objects.create_superuser("Capo", password=PASSWORD),
        playing=playing,
        over=over,
        house=house,
        token=token,
        secrets={
            "reader": read,
            "bot": play,
            "stranger": Token.make(other.pk, "play", [Scope.PLAY])[1],
            "organiser": Token.make(other.pk, "organise", [Scope.ORGANISE])[1],
        },
        cookies={},
        owned={
            **_owned(player, playing),
            "playing_token": playing_token.pk,
            "scorepad": _scorepad(player),
            **_study(player, over),
            "share": Share.objects.create(match=over, by=player).token,
            "puzzle": _puzzle().code,
            "mistake": mistake_in(studied(player, over)).code,
        },
    )


def _owned(player: User, playing: Match) -> dict[str, Any]:
    """Make one object of each kind that addresses name."""
    partner = User.objects.get(pk=next(each["user"] for each in playing.players if each["user"] != player.pk))
    challenge = Challenge.objects.create(table=playing.table, challenger=partner, challenged=player)
    session = SessionStore()
    session.create()
    device = {"session_key": session.session_key, "ip": "127.0.0.1", "user_agent": "elsewhere"}
    facts = {"game": playing.game, "table": playing.table.code}
    event, club = _event(player), _club(player)
    app = RegisteredApp.objects.create(owner=player, name="Briscolino", redirects=["https://app.example/"])
    hook = Webhook.objects.create(user=player, url="https://hooks.example.org/", kinds=["match"])
    now = timezone.now()
    return {
        "event": event.code,
        "evening": running(player, events.Named("Mario Rossi")).code,
        "series": event.series.code if event.series else "",
        "club": club.code,
        "federation": _federation(player, club),
        "secret": club.secret,
        "member": 2,
        "date": 1,
        "penalty": 1,
        "season": 1,
        "line": ClubMessage.objects.get().pk,
        "label": "1-1",
        "session": UserSession.objects.create(user=player, **device).pk,
        "challenge": challenge.pk,
        "notice": Notice.objects.create(user=player, kind="invited", url="/tavoli/", facts=facts).pk,
        "webhook": hook.pk,
        "app": app.pk,
        "grant": AppGrant.objects.create(app=app, user=player, code="code", asked={}, refresh="it").pk,
        "device": Device.objects.create(
            user=player,
            endpoint="https://push.example/1",
            name="Firefox",
            token=Token.objects.filter(user=player).first(),
        ).pk,
        "delivery": Delivery.objects.create(
            webhook=hook, kind="match", body="{}", status="failed", due_at=now, made_at=now
        ).pk,
        "bot": User.objects.create(username="Automa", is_bot=True, owner=player).pk,
        "own_report": Report.objects.create(
            reporter=player, subject=partner, reason=Report.Reason.WORDS, closed_at=timezone.now()
        ).pk,
        "report": Report.objects.create(subject=player, reason=Report.Reason.WORDS).pk,
        "sanction": Sanction.objects.create(user=player, kind=Sanction.Kind.WARNING, reason="Piano.").pk,
    }


def _event(organiser: User) -> Event:
    """Make a tournament for single entries, one of them the organiser's."""
    series = events.create_series(organiser, name="Campionato")
    event = events.create_event(
        organiser,
        name="Il giovedì",
        game="tressette",
        rules={"preset": "classico"},
        players=4,
        format="arena",
        unit="single",
        starts_at=timezone.now() + timedelta(days=1),
        series=series,
    )
    events.register_entry(organiser, event)
    events.take_points(organiser, series, organiser, 1, "In ritardo")
    return event


def _study(player: User, over: Match) -> dict[str, Any]:
    """Make a private study of the match that is over, with a branch."""
    study = Study.objects.create(match=over, deal=0, owner=player, name="La prima")
    branch = Branch.objects.create(study=study, author=player, name="Altro", start=0, commands=[])
    comment = Comment.objects.create(study=study, number=0, author=player, text="Bella mano")
    return {"study": study.token, "branch": branch.pk, "comment": comment.pk}


def _puzzle() -> Puzzle:
    """Store a puzzle, if the database has lost those that come with the site."""
    storing.store_puzzles(Puzzle, [next(storing.shipped_puzzles())], "bots")
    return Puzzle.objects.order_by("pk")[0]


def _club(owner: User) -> Club:
    """Make a private club with its owner and a member without an account."""
    club = clubs.create_club(owner, name="Circolo Garibaldi", private=True)
    clubs.add_member(owner, club, "Mario Rossi", "0113")
    chat.add_chat_line(owner, club, "Buonasera.")
    own = HouseRules.objects.get(owner=owner)
    house_rules.add_rules(owner, club, own)
    tomorrow = timezone.now() + timedelta(days=1)
    dates.add_dates(owner, club, title="Assemblea", starts_at=tomorrow)
    return club


def _federation(organiser: User, club: Club) -> str:
    """Make a federation with a licence; return its slug."""
    made = federations.create_federation(organiser, name="Federazione", slug="federazione")
    year = {"valid_from": date(2026, 1, 1), "valid_until": date(2026, 12, 31)}
    line = club.members.get(card="0113")
    Licence.objects.create(federation=made, number="F-1", line=line, born=1950, **year)
    return made.slug


def _scorepad(owner: User) -> str:
    """Make a score pad of the player's, for nobody's club; whoever has its link may write on it."""
    pad = scorepads.open_pad(
        owner, "", "tressette", {"preset": "classico"}, ["Anna", "Bruno", "Carla", "Dino"]
    )
    scorepads.claim_seat(owner, pad, 0)
    return pad.secret


def begin(people: list[User], **options: Any) -> Match:
    """Seat four people, and begin a match of one deal."""
    usual: dict[str, Any] = {
        "game": "tressette",
        "rules": ONE_DEAL,
        "move_seconds": 600,
        "bank_seconds": 0,
        "pace": 0.0,
    }
    table = actions.open_table(people[0], players=4, **{**usual, **options})
    for seat, person in enumerate(people[1:], start=1):
        actions.take_seat(person, table, seat)
    table.refresh_from_db()
    assert table.match is not None
    return table.match


# ---- the addresses of the site

NOBODYS = {"int": 999_999, "uuid": uuid.UUID(int=0)}


def routes(patterns: Any = None, before: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Yield the routes of the site, as they are written, with their prefixes."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        else:
            yield route, pattern


def parameters(route: str) -> set[str]:
    """Return the names of the parameters of a route."""
    return {*re.findall(r"<(?:\w+:)?(\w+)>", route)}


def address(route: str, values: dict[str, Any]) -> str:
    """Fill in the parameters of a route; those without a value get a valid one that names nothing."""

    def value(place: re.Match[str]) -> str:
        kind, name = place[1] or "str", place[2]
        return str(values.get(name, NOBODYS.get(kind, "abc")))

    plain = re.sub(r"\(\?P<(\w+)>[^)]*\)", r"<\1>", route.replace("^", "").replace("$", ""))
    return "/" + re.sub(r"<(?:(\w+):)?(\w+)>", value, plain)
