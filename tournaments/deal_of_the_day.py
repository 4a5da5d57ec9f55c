"""The deal of the day: one deal of a game with bots, the same for everybody, in an event of the site's own.

`actions.play_deal_of_the_day` makes the event when the first person plays, so an empty site has none. Its
deal stays closed to everybody who has not played it, like that of any torneo del giorno.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import cache
from typing import Any

from django.utils import timezone

from games.models import Table
from ludocards.engine.game import Game, Refused
from ludocards.engine.registry import GAMES
from ludopoli.accounts.models import User
from tournaments import chronicle, selectors
from tournaments.models import PLAYING, Entry, Event, TournamentTable
from tournaments.scores.amounts import table_score
from tournaments.selectors import Reader


@dataclass(frozen=True, slots=True)
class DayResult:
    """The result of a person at the deal of the day, compared with the others so far."""

    event: Event
    scores: tuple[int, ...]
    """The points by side, the person's own first."""
    sides: tuple[tuple[int, ...], ...]
    """The seats of each side, in the same order; the person's own is 0, and bots have the others, each
    the one with the number of its seat below 0."""
    place: int | None
    """None for a person for whom bots have played."""
    players: int
    """The number of people who have played it to the end."""

    @property
    def score(self) -> str:
        return table_score(self.scores)

    @property
    def lead(self) -> int:
        """Above 0 if the person's side has won, below if it has lost, 0 if it shares the best score."""
        fewest_win = GAMES[self.event.game].fewest_win
        own, *others = (-score if fewest_win else score for score in self.scores)
        return own - max(others)


@cache
def games_of_days() -> Sequence[str]:
    """The games of which a single deal can be a match.

    It is not in a game where everybody deals equally often, or whose hands of different sizes are one match.
    """

    def ends_with_a_deal(game: Game[Any, Any]) -> bool:
        players = game.players[0]
        rules = game.rules_from({"preset": game.preset_for(players), **game.lasting(1)})
        return not isinstance(rules, Refused) and game.length(rules, players) == 1

    return [name for name, game in GAMES.items() if ends_with_a_deal(game)]


def game_of_day(day: date) -> str:
    """The game of a day's deal: each has its turn."""
    games = games_of_days()
    return games[day.toordinal() % len(games)]


def rules_of_day(day: date) -> tuple[dict[str, Any], int]:
    """The rules of a day's deal, and the number of its players."""
    game = GAMES[game_of_day(day)]
    players = game.players[0]
    return {"preset": game.preset_for(players)}, players


def end_of_day(day: date) -> datetime:
    """The moment until which people begin a day's deal: midnight where the site is."""
    return datetime.combine(day + timedelta(days=1), time(), timezone.get_default_timezone())


def company_of_day(day: date) -> tuple[int, int]:
    """The numbers of bots that play with a person, and against them. No query."""
    own, *others = chronicle.sides_of(game_of_day(day), *rules_of_day(day))
    return others.count(own), len(others) - others.count(own)


def event_of_day(day: date) -> Event | None:
    """The event of a day's deal; None while nobody has played it. One query."""
    return Event.objects.filter(deal_of_the_day__day=day).first()


def players_of_day(day: date) -> int:
    """The number of people who play, or have played, a day's deal. One query."""
    return Entry.objects.filter(event__deal_of_the_day__day=day, status__in=PLAYING).count()


def table_of_day(user: Reader, day: date) -> TournamentTable | None:
    """The table at which the reader plays, or has played, a day's deal. One query; none for a visitor."""
    if not isinstance(user, User):
        return None
    tables = TournamentTable.objects.filter(table__seats__user=user, round__event__deal_of_the_day__day=day)
    return tables.select_related("table", "round__event").first()


def own_scores(table: TournamentTable) -> tuple[int, ...]:
    """The points by side, the player's own first; empty before the deal is over. No query."""
    made = next((each for each in table.deals.values() if each is not None), ())
    return tuple(made[side] for side in _sides(table.round.event)) if made else ()


def waits_for_result(user: Reader, day: date) -> bool:
    """Return whether the reader has played a day's deal, and it is still to be scored. One query."""
    mine = table_of_day(user, day)
    is_over = mine is not None and mine.table is not None and mine.table.status == Table.Status.OVER
    return mine is not None and is_over and not own_scores(mine)


def _sides(event: Event) -> dict[int, list[int]]:
    """The seats of each side, the person's own first, who has seat 0; bots have the others."""
    seats: dict[int, list[int]] = {}
    for seat, side in enumerate(chronicle.sides_of(event.game, event.rules, event.players)):
        seats.setdefault(side, []).append(seat)
    return seats


def day_result(user: Reader, day: date) -> DayResult | None:
    """The reader's result at a day's deal; None before it is over for them."""
    table = table_of_day(user, day)
    if table is None or not (scores := own_scores(table)):
        return None
    event = table.round.event
    lines = selectors.standings_of_event(event)
    own = next((line.place for line in lines if line.entrant == table.places[0]), None)
    over = TournamentTable.objects.filter(round__event=event, status=TournamentTable.Status.OVER)
    return DayResult(event, scores, tuple(map(tuple, _sides(event).values())), own, over.count())
