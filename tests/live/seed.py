"""Tables with people at them, made in the database of the environment."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.core.cache import cache
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games import tasks
from games.models import Match, Table
from games.play import actions, correspondence, live, sweeping
from ludocards.bots.levels import DEFAULT_POLICY
from ludopoli.accounts.models import User
from tests.chance import CHANCE


def cookie(user: User) -> str:
    """A session in which the user is signed in."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return f"{settings.SESSION_COOKIE_NAME}={session.session_key}"


@transaction.atomic
def seed(tables: int = 1, **wanted: Any) -> list[dict[str, Any]]:
    """Make tables; for each return its `code`, its `match`, and the `cookies` and `names` of its people by
    seat."""
    return [seed_table(**wanted) for _ in range(tables)]


def seed_table(
    people: int = 4,
    players: int = 4,
    game: str = "tressette",
    rules: dict[str, Any] | None = None,
    watchers: int = 0,
    bots: bool = True,
    level: str = DEFAULT_POLICY,
    hosted: bool = False,
    new: bool = False,
    **options: Any,
) -> dict[str, Any]:
    """Make a table: first `people` sit down, then bots of a level if allowed; when all seats are taken the
    match begins.

    At a `hosted` table bots play on after its people have got up. With `new`, people play their first deal.
    """
    options = {"move_seconds": None, "bank_seconds": 0, "pace": 0.0, **options}
    users = [_user(is_new=new) for _ in range(people + watchers)]
    table = actions.open_table(
        users[0], game=game, rules=rules or {"preset": "classico"}, players=players, **options
    )
    for seat in range(1, people):
        actions.take_seat(users[seat], table, seat)
    if people < players and bots:
        actions.fill_with_bots(users[0], table, level)
    Table.objects.filter(pk=table.pk).update(hosted=hosted)
    table.refresh_from_db()
    if settings.EMBEDDED:  # the site's worker runs elsewhere: only its sweep finds these bots
        due = Match.objects.filter(table=table, bot_due_at__lt=timezone.now())
        due.update(bot_due_at=F("bot_due_at") - sweeping.BOT_LATE)
    return {
        "code": table.code,
        "match": str(table.match_id),
        "cookies": [cookie(user) for user in users],
        "names": [user.username for user in users],
    }


def bots_alone(level: str) -> str:
    """Begin a match of bots of a level at a hosted table; return its id."""
    table = actions.host_table(
        game="tressette",
        rules={"preset": "classico"},
        sitters=[actions.HostedBot(level)] * 4,
        pace=0.0,
        casual=True,
    )
    match = actions.begin_hosted(table)
    return str(match.pk)


def left_behind(tables: int, level: str) -> None:
    """Make private tables of a thousand deals; the guest at each fills it with bots and gets up."""
    rules = {"preset": "classico", "match_end": {"deals": 999}}
    for _ in range(tables):
        guest = _user()
        User.objects.filter(pk=guest.pk).update(is_guest=True)
        table = actions.open_table(
            guest, game="tressette", rules=rules, players=4, private=True, move_seconds=None, pace=0.0
        )
        actions.fill_with_bots(guest, table, level)
        actions.leave_table(guest, table)
    late = Match.objects.filter(bot_due_at__lt=timezone.now())
    late.update(bot_due_at=F("bot_due_at") - sweeping.BOT_LATE)


def waited_for(match: str) -> int:
    """Notify people of their turn, as if five minutes had passed; return the seat on turn."""
    correspondence.notify_turns(timezone.now() + timedelta(minutes=5))
    [seat] = live.load_match(uuid.UUID(match)).to_act()
    return seat


def thinker(match: str) -> tuple[int, int | None]:
    """Return the version of a match and the id of the process that is thinking about it, if any."""
    version = Match.objects.values_list("version", flat=True).get(pk=match)
    return version, cache.get(tasks.thinker(match, version))


def _user(is_new: bool = False) -> User:
    user: User = User(username=f"Anna {CHANCE.token_hex(5)}", is_new=is_new)
    user.set_unusable_password()
    user.save()
    return user


def abort(matches: list[str]) -> None:
    """End matches that would be played on by clocks and bots while other tests run."""
    for match in matches:
        actions.abort_match(uuid.UUID(match))


def close_window(row: Match) -> None:
    """Close the bidding window of a match of a running site, as if its time had gone by."""
    closed = timezone.now() - timedelta(seconds=2)
    ahead = (row.deadline_at or closed) - closed  # one person among bots has no deadline
    Match.objects.filter(pk=row.pk).update(turn_at=F("turn_at") - ahead, deadline_at=closed)
    live.empty_cache()
    actions.time_out(row.pk)  # unless the site's own worker has come first
    assert Match.objects.filter(pk=row.pk, version__gt=row.version).exists()
