"""A small tournament at once: one person and bots, with rounds, tables and standings as in any other."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games import texts
from games.fairplay import bans
from games.people import solo
from ludocards.engine.registry import GAMES
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from tournaments import chronicle
from tournaments.actions.entries import add_entry, entrants_of
from tournaments.actions.events import set_event_fields
from tournaments.deal_of_the_day import games_of_days
from tournaments.formats import catalog
from tournaments.models import OVER, Event
from tournaments.outlets import happenings, notices
from tournaments.outlets.happenings import happened
from tournaments.running import sequencer

FORMATS = ("swiss", "tables")
"""The first that takes the game is played."""

ENTRIES = 8
"""They fill tables of two, four or eight."""

ROUNDS, DEALS = 3, 2
"""The number of rounds, and of deals in each."""

ROUND_MINUTES = 10
BREAK_SECONDS = 10


@transaction.atomic
def play_with_bots(person: User, game: str = "", now: datetime | None = None) -> Event:
    """Begin a tournament in which a person plays with bots only, or return the one that they are playing.

    It is private, not rated, and has no director. The `game` is one as people know it; without, it is the
    first that can be played so.
    """
    now = now or timezone.now()
    User.objects.select_for_update().get(pk=person.pk)  # one at a time
    going_on = person.events_alone.exclude(status__in=OVER).first()
    if going_on is not None:
        return going_on
    public = texts.public_game(game or games_of_days()[0])
    if public is None or public.game not in games_of_days():
        raise ActionRefused("no_game")
    bans.check_not_banned(person)
    game, preset = public.game, public.presets[0]
    players, rules = GAMES[game].players_of(preset)[0], {"preset": preset}
    sides = chronicle.sides_of(game, rules, players)
    format = next(each for each in FORMATS if catalog.FORMATS[each].units(sides))
    event = Event(game=game, players=players, format=format, registers_at=now, alone=person)
    chosen = {
        "name": _("%(game)s with bots") % {"game": public.name},
        "rules": rules,
        "settings": {"rounds": ROUNDS},
        "deals": DEALS,
        "starts_at": now,
        "check_in_minutes": 0,
        "break_seconds": BREAK_SECONDS,
        "round_minutes": ROUND_MINUTES,
        "move_seconds": None,
        "rated": False,
        "spectators": Event.Spectators.CLOSED,
    }
    set_event_fields(event, chosen, now)
    event.save()
    happened(event, happenings.CREATED, now=now)
    level, partners = solo.suggested_level(person, game), entrants_of(event) - 1
    firsts: list[User | str] = [person, *[level] * (ENTRIES - 1)]
    for first in firsts:
        add_entry(event, [first, *[level] * partners], "", let_in=True)
    sequencer.take_step(event, now)
    notices.settle_event_notices(person, event)
    return event
