"""People: profiles, ratings, statistics, histories, bot accounts, leaderboards."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from operator import attrgetter
from typing import Any

from rest_framework import serializers

from games import texts
from games.api.examples import AT, GAME, MATCH, PRESET, PRESET_NAME, TALLY, TALLY_NAME
from games.models import Rating, Result, Standing
from games.people import leaderboards, profiles
from games.people.ratings import skill_after
from games.play.online import WHERE, PersonOnline
from ludocards.engine.registry import GAMES
from ludocards.ratings.skill import Skill
from ludopoli.accounts.models import User
from ludopoli.api.shapes import Labelled, Shape, with_example
from ludopoli.text import word_filter


class RatingShape(Shape[Rating]):
    game = serializers.CharField()
    rating = serializers.IntegerField(source="shown")
    spread = serializers.IntegerField(help_text="the margin of error of the rating")
    provisional = serializers.BooleanField()
    matches = serializers.IntegerField(help_text="the number of rated matches")

    def show_provisional(self, rating: Rating) -> bool:
        return not rating.listed


class PlayedShape(Shape[Standing]):
    game = serializers.CharField()
    matches = serializers.IntegerField()
    wins = serializers.IntegerField()


@with_example(
    name="Anna",
    guest=False,
    program=False,
    owner=None,
    about="Gioco il venerdì.",
    country="IT",
    since="2025-03-02",
    ratings=[{"game": GAME, "rating": 1562, "spread": 71, "provisional": False, "matches": 118}],
    played=[{"game": GAME, "matches": 131, "wins": 74}],
)
class PersonShape(Shape[User]):
    name = serializers.CharField(source="username")
    guest = serializers.BooleanField(source="is_guest")
    program = serializers.BooleanField(source="is_bot", help_text="a bot account")
    owner = serializers.CharField(
        source="owner.username", allow_null=True, help_text="the owner of the bot account"
    )
    about = serializers.CharField()
    country = serializers.CharField(help_text="ISO 3166-1, two letters; empty if not given")
    since = serializers.DateField()
    ratings = RatingShape(many=True)
    played = PlayedShape(many=True)

    def show_about(self, person: User) -> str:
        return about(person, self.context["hidden"])

    def show_since(self, person: User) -> date:
        return person.date_joined.date()

    def show_ratings(self, person: User) -> list[Rating]:
        return [*profiles.ratings_of(person).values()]

    def show_played(self, person: User) -> list[Standing]:
        return [*profiles.by_game(person).values()]


def about(person: User, hidden: Collection[int]) -> str:
    """A person's words about themselves; empty if the person is hidden from the reader."""
    return "" if person.pk in hidden else word_filter.mask_words(person.bio)


@with_example(name="Robot di Anna", owner="Anna", about="Gioca la più alta.", playing=False)
class BotShape(Shape[User]):
    name = serializers.CharField(source="username")
    owner = serializers.CharField()
    about = serializers.CharField()
    playing = serializers.BooleanField(help_text="sits at a table now")

    def show_owner(self, bot: User) -> str:
        return bot.owner.username if bot.owner else ""

    def show_about(self, bot: User) -> str:
        return about(bot, self.context["hidden"])


@with_example(name="Anna")
class FoundShape(Shape[User]):
    name = serializers.CharField(source="username")


@with_example(name="Anna", guest=False, friend=True, where="waiting", table="k3mw8xzt")
class AroundShape(Shape[PersonOnline]):
    name = serializers.CharField(source="user.username")
    guest = serializers.BooleanField(source="user.is_guest")
    friend = serializers.BooleanField(source="is_friend", help_text="of yours")
    where = serializers.ChoiceField(
        WHERE, help_text="`waiting` for company at a table, in the `lobby`, or `playing`"
    )
    table = serializers.CharField(
        source="table.code", allow_null=True, help_text="code of the table; null in the lobby"
    )


@with_example(match=MATCH, at=AT, rating=1562, spread=71, gain=9, weight=1.0)
class RatingPointShape(Shape[Result]):
    match = serializers.UUIDField(source="match_id")
    at = serializers.DateTimeField()
    rating = serializers.IntegerField(help_text="after the match")
    spread = serializers.IntegerField()
    gain = serializers.IntegerField()
    weight = serializers.FloatField(help_text="how much it counted, from 0 to 1")

    def show_rating(self, result: Result) -> int:
        return skill_after(result).shown

    def show_spread(self, result: Result) -> int:
        return skill_after(result).spread


class SumsShape(Shape[profiles.TotalsLine]):
    matches = serializers.IntegerField()
    wins = serializers.IntegerField()
    deals = serializers.IntegerField()
    points = serializers.IntegerField(help_text="of all deals, in the unit of the record")


class PresetSumsShape(Labelled, SumsShape):
    preset = serializers.CharField(source="of")

    def show_label(self, line: profiles.TotalsLine) -> str:
        return line.name


class SeatSumsShape(SumsShape):
    seat = serializers.IntegerField(source="of", help_text="from 0")


class PartnerSumsShape(SumsShape):
    name = serializers.CharField()


class TallyShape(Labelled):
    # of a pair: a standing, and the code of a count that its game keeps

    name = serializers.CharField()
    count = serializers.IntegerField()

    def show_name(self, shown: tuple[Standing, str]) -> str:
        return shown[1]

    def show_label(self, shown: tuple[Standing, str]) -> str:
        row, code = shown
        return str(texts.texts_of_game(row.game).tallies[code])

    def show_count(self, shown: tuple[Standing, str]) -> int:
        row, code = shown
        return row.tally[code]


SUMS = {"matches": 131, "wins": 74, "deals": 911, "points": 17002}


@with_example(
    game=GAME,
    period="all",
    point=GAMES[GAME].point,
    matches=131,
    wins=74,
    rated=118,
    gain=62,
    deals=911,
    points=17002,
    streak=2,
    longest=7,
    tallies=[{"name": TALLY, "label": TALLY_NAME, "count": 19}],
    by_preset=[{"preset": PRESET, "label": PRESET_NAME, **SUMS}],
    by_seat=[{"seat": 0, **SUMS}],
    by_partner=[{"name": "Carla", **SUMS}],
)
class StatisticsShape(Shape[Standing]):
    game = serializers.CharField()
    period = serializers.CharField()
    point = serializers.IntegerField(help_text="the number of units of `points` in a point of the game")
    matches = serializers.IntegerField()
    wins = serializers.IntegerField()
    rated = serializers.IntegerField()
    gain = serializers.IntegerField(help_text="rating points gained")
    deals = serializers.IntegerField()
    points = serializers.IntegerField()
    streak = serializers.IntegerField(help_text="the current number of matches won in a row")
    longest = serializers.IntegerField(help_text="the most matches won in a row")
    tallies = TallyShape(many=True)
    by_preset = PresetSumsShape(many=True)
    by_seat = SeatSumsShape(many=True)
    by_partner = PartnerSumsShape(many=True, help_text="the eight with whom they played most")

    def show_point(self, row: Standing) -> int:
        return GAMES[row.game].point

    def show_tallies(self, row: Standing) -> list[tuple[Standing, str]]:
        return [(row, code) for code in texts.texts_of_game(row.game).tallies if code in row.tally]

    def show_by_preset(self, row: Standing) -> list[profiles.TotalsLine]:
        return sorted(profiles.by_preset(row), key=attrgetter("of"))

    def show_by_seat(self, row: Standing) -> list[profiles.TotalsLine]:
        return profiles.by_seat(row)

    def show_by_partner(self, row: Standing) -> list[profiles.TotalsLine]:
        return profiles.by_partner(row.user, row.game, row.period)


class SeatedShape(Shape[profiles.SeatedPlayer]):
    seat = serializers.IntegerField()
    side = serializers.IntegerField()
    name = serializers.CharField(allow_null=True, help_text="null: the account is gone")
    bot = serializers.BooleanField(help_text="one of the site's own bots")
    program = serializers.BooleanField(help_text="a bot account: somebody's program")

    def show_name(self, seated: profiles.SeatedPlayer) -> str | None:
        return texts.bot_name(seated.bot_number) if seated.bot else seated.name

    def show_bot(self, seated: profiles.SeatedPlayer) -> bool:
        return bool(seated.bot)

    def show_program(self, seated: profiles.SeatedPlayer) -> bool:
        return bool(seated.program)


def _other(seat: int, side: int, name: str) -> dict[str, Any]:
    return {"seat": seat, "side": side, "name": name, "bot": False, "program": False}


@with_example(
    match=MATCH,
    at=AT,
    game=GAME,
    preset=PRESET,
    players=4,
    seat=0,
    side=0,
    place=1,
    score=31,
    scores=[31, 22],
    won=True,
    left=False,
    rated=True,
    rating=1562,
    spread=71,
    gain=9,
    weight=1.0,
    partners=[_other(2, 0, "Carla")],
    opponents=[_other(1, 1, "Bruno"), _other(3, 1, "Dario")],
    visible=True,
    annulled=False,
)
class PlayedMatchShape(Shape[profiles.PlayedMatch]):
    match = serializers.UUIDField(source="result.match_id")
    at = serializers.DateTimeField(source="result.at", help_text="the end of the match")
    game = serializers.CharField(source="result.game")
    preset = serializers.CharField(source="result.preset")
    players = serializers.IntegerField()
    seat = serializers.IntegerField(source="result.seat")
    side = serializers.IntegerField(source="result.side")
    place = serializers.IntegerField(source="result.place")
    score = serializers.IntegerField(source="result.score")
    scores = serializers.ListField(source="by_side", child=serializers.IntegerField(), help_text="by side")
    won = serializers.BooleanField(source="result.won")
    left = serializers.BooleanField(source="result.left", help_text="a bot played on")
    rated = serializers.BooleanField(source="result.rated")
    rating = serializers.IntegerField(allow_null=True, help_text="after it; null if it is not rated")
    spread = serializers.IntegerField(allow_null=True)
    gain = serializers.IntegerField(source="result.gain", allow_null=True)
    weight = serializers.FloatField(
        source="result.weight", allow_null=True, help_text="how much it counted, from 0 to 1"
    )
    partners = SeatedShape(many=True)
    opponents = SeatedShape(many=True)
    visible = serializers.BooleanField(source="link", help_text="true if you may replay it")
    annulled = serializers.BooleanField(help_text="a moderator has decided that it counts for nothing")

    def show_players(self, played: profiles.PlayedMatch) -> int:
        return len(played.seated)

    def show_rating(self, played: profiles.PlayedMatch) -> int | None:
        skill = _skill_after(played)
        return skill.shown if skill else None

    def show_spread(self, played: profiles.PlayedMatch) -> int | None:
        skill = _skill_after(played)
        return skill.spread if skill else None


def _skill_after(played: profiles.PlayedMatch) -> Skill | None:
    """The rating after a match; None if the match did not change it."""
    result = played.result
    return skill_after(result) if isinstance(result, Result) and result.mu is not None else None


class CrossShape(Shape[Any]):
    game = serializers.CharField()
    matches = serializers.IntegerField(help_text="on different sides")
    wins = serializers.IntegerField(help_text="in which the player had the better place")
    losses = serializers.IntegerField()
    draws = serializers.IntegerField(help_text="in which both had the same place")
    as_partners = serializers.IntegerField(help_text="matches on one side")
    won_as_partners = serializers.IntegerField()


CROSS = {
    "game": GAME,
    "matches": 12,
    "wins": 7,
    "losses": 5,
    "draws": 0,
    "as_partners": 3,
    "won_as_partners": 2,
}


@with_example(player="Anna", other="Bruno", games=[CROSS])
class CrosstableShape(Shape[profiles.Crosstable]):
    player = serializers.CharField(source="person.username")
    other = serializers.CharField(source="other.username")
    games = CrossShape(many=True, help_text="the games in which they met")


class BoardRowShape(Shape[leaderboards.LeaderboardRow]):
    rank = serializers.IntegerField(help_text="players who tie share it")
    name = serializers.CharField(source="user.username")
    value = serializers.IntegerField(
        help_text="the value by which players are ranked: the rating, or the rating points gained"
    )
    rating = serializers.IntegerField(source="shown")
    spread = serializers.IntegerField()
    provisional = serializers.BooleanField()
    matches = serializers.IntegerField()
    wins = serializers.IntegerField()


class MineShape(Shape[leaderboards.OwnPlace]):
    rank = serializers.IntegerField(allow_null=True, help_text="null if you are not listed yet")
    value = serializers.IntegerField()
    matches_missing = serializers.IntegerField(help_text="the matches you need to be listed")


@with_example(
    game=GAME,
    period="2026-11",
    results=[
        {
            "rank": 1,
            "name": "Anna",
            "value": 62,
            "rating": 1562,
            "spread": 71,
            "provisional": False,
            "matches": 31,
            "wins": 19,
        }
    ],
    mine={"rank": 1, "value": 62, "matches_missing": 0},
    next=None,
)
class BoardShape(Shape[Any]):
    game = serializers.CharField()
    period = serializers.CharField()
    results = BoardRowShape(many=True)
    mine = MineShape(allow_null=True)
    next = serializers.CharField(allow_null=True, help_text="the address of the next page")
