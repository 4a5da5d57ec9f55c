"""The data of profiles: ratings, their history, statistics, and matches."""

from __future__ import annotations

import re
import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery, Sum
from django.utils.translation import gettext as _

from games import texts
from games.models import Annulled, Rating, Result, Standing
from games.people import standings
from games.people.order import Key, earlier_than
from games.people.ratings import skill_after
from games.play.selectors import Reader
from ludocards.engine.registry import GAMES
from ludocards.ratings.skill import Skill
from ludopoli.accounts import people
from ludopoli.accounts.models import User
from ludopoli.base.lookups import or_404

MATCHES = 25
"""The number of matches on a page."""

CHART = 120
"""The number of recent matches in a chart."""

RECENT, MOST_RECENT = 20, 6
"""The number of latest matches among whose players friends are looked for, and of those offered."""

PARTNERS = 8
"""The number of most frequent partners that are listed."""

CURSOR = re.compile(r"(\d{1,17})\.([0-9a-f]{32})")
EPOCH = datetime(1970, 1, 1, tzinfo=ZoneInfo("UTC"))


@dataclass(frozen=True, slots=True)
class TotalsLine:
    """A person's totals under one heading. `points` are those of the record, summed over all deals."""

    name: str
    matches: int
    wins: int
    deals: int
    points: int
    per_point: int = 1
    person: User | None = None
    of: str | int = ""
    """The preset or the seat of the heading."""

    @property
    def won(self) -> int:
        """The percentage of matches won."""
        return round(100 * self.wins / self.matches) if self.matches else 0

    @property
    def per_deal(self) -> float | None:
        return round(self.points / self.per_point / self.deals, 1) if self.deals else None


class SeatedPlayer(NamedTuple):
    """A player in a line of a history; a plain tuple, as a page has more than a hundred."""

    seat: int
    side: int
    score: int
    bot: str
    user: int | None
    name: str | None
    program: bool | None
    bot_number: int

    @property
    def said(self) -> str:
        """The name to show."""
        return self.name or (texts.bot_name(self.bot_number) if self.bot else _("somebody who has left"))


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A line of a history: the person's result, and all players by seat."""

    result: Result | Annulled
    seated: tuple[SeatedPlayer, ...]
    link: bool
    """True if the reader may see the replay."""

    @property
    def annulled(self) -> bool:
        return isinstance(self.result, Annulled)

    @property
    def game(self) -> str:
        return texts.game_name(self.result.game, self.result.preset)

    @property
    def partners(self) -> list[SeatedPlayer]:
        return [
            each for each in self.seated if each.side == self.result.side and each.seat != self.result.seat
        ]

    @property
    def opponents(self) -> list[SeatedPlayer]:
        return [each for each in self.seated if each.side != self.result.side]

    @property
    def by_side(self) -> list[int]:
        """The scores, by side."""
        return [score for _side, score in sorted({each.side: each.score for each in self.seated}.items())]

    # ---- in words, for pages

    @property
    def partner(self) -> str:
        return ", ".join(each.said for each in self.partners)

    @property
    def others(self) -> str:
        return ", ".join(each.said for each in self.opponents)

    @property
    def scores(self) -> str:
        """The score of the person's side, and that of the other side if there are two."""
        own, others = self.result.score, {each.side: each.score for each in self.opponents}
        shown = (own, *others.values()) if len(others) == 1 else (own,)
        return texts.score_line(shown)

    @property
    def sides(self) -> int:
        return len(self.by_side)


@dataclass(frozen=True, slots=True)
class MatchHistory:
    matches: list[PlayedMatch]
    before: str
    """The cursor of the next page; empty on the last."""


def access_player(name: str) -> User:
    """The person of a profile's address. Raises `Http404`."""
    return or_404(User.objects.filter(username=name, is_active=True).first(), _("Nobody has this name."))


def ratings_of(person: User) -> dict[str, Rating]:
    """A person's ratings by game, in the order of the catalog. One query."""
    known = {rating.game: rating for rating in person.ratings.all()}
    return {game: known[game] for game in GAMES if game in known}


def last_game(reader: Reader) -> str | None:
    """The game of the last match that a reader has finished. One query; none for a visitor."""
    if reader.pk is None:
        return None
    latest = Result.objects.filter(user=reader.pk).order_by("-at", "-match")
    return latest.values_list("game", flat=True).first()


def last_rules(person: User, game: str, presets: Collection[str]) -> tuple[str, int] | None:
    """The preset, one of these, and the number of players of a person's last match of a game. One query."""
    own = Result.objects.filter(user=person, game=game, preset__in=presets).order_by("-at", "-match")
    return own.values_list("preset", "players").first()


def by_game(person: User) -> dict[str, Standing]:
    """A person's standings by game, in the order of the catalog. One query."""
    known = {row.game: row for row in person.standings.filter(period=standings.ALL)}
    return {game: known[game] for game in GAMES if game in known}


def standing_of(person: User, game: str, period: str) -> Standing | None:
    return person.standings.filter(game=game, period=period).first()


def named_tallies(row: Standing) -> list[tuple[str, int]]:
    """The game's own counts, with their names."""
    return [
        (str(name), row.tally[code])
        for code, name in texts.texts_of_game(row.game).tallies.items()
        if code in row.tally
    ]


def by_preset(row: Standing | None) -> list[TotalsLine]:
    """The totals of a standing by preset, the most played first."""
    if row is None:
        return []
    parts = sorted(row.split.get("preset", {}).items(), key=lambda part: (-part[1][0], part[0]))
    return [_line(texts.preset_name(row.game, preset), row.game, sums, of=preset) for preset, sums in parts]


def by_seat(row: Standing | None) -> list[TotalsLine]:
    if row is None:
        return []
    parts = sorted((int(seat), sums) for seat, sums in row.split.get("seat", {}).items())
    return [
        _line(_("Seat %(number)s") % {"number": seat + 1}, row.game, sums, of=seat) for seat, sums in parts
    ]


def by_partner(person: User, game: str, period: str) -> list[TotalsLine]:
    """The totals with the most frequent partners. Two queries, the first answered by an index alone."""
    played = Result.objects.filter(user=person, game=game, partner__isnull=False)
    if period != standings.ALL:
        begin, end = standings.period_span(period)
        played = played.filter(at__gte=begin, at__lt=end)
    grouped = played.values("partner").annotate(
        matches=Count("deals"),
        wins=Count("deals", filter=Q(won=True)),
        all_deals=Sum("deals"),
        all_points=Sum("points"),
    )
    sums = grouped.values_list("partner", "matches", "wins", "all_deals", "all_points")
    counts_of = {partner: counts for partner, *counts in sums.order_by("-matches", "partner")[:PARTNERS]}
    partners = User.objects.in_bulk(counts_of)
    return [
        _line(partners[each].username, game, counts, partners[each]) for each, counts in counts_of.items()
    ]


def rating_history(person: User, game: str) -> list[tuple[datetime, Skill, int]]:
    """The end of each of the latest rated matches, the rating after it, and its gain; oldest first."""
    latest = rated_results(person, game).only("at", "mu", "sigma", "gain").order_by("-at", "-match")[:CHART]
    return [(each.at, skill_after(each), each.gain or 0) for each in reversed(latest)]


def rated_results(person: User, game: str) -> QuerySet[Result]:
    """The results that moved a rating."""
    return Result.objects.filter(user=person, game=game, rated=True, mu__isnull=False)


@dataclass(frozen=True, slots=True)
class HistoryFilter:
    """A filter for the matches of a history."""

    game: str = ""
    presets: tuple[str, ...] = ()
    """The ones of the game that count; all, if empty."""
    preset: str = ""
    since: datetime | None = None
    until: datetime | None = None
    vs: User | None = None
    rated: bool | None = None

    def among(self, of: type[Result] | type[Annulled], before: Key | None) -> Q:
        wanted = Q(game=self.game) if self.game else Q()
        if self.presets:
            wanted &= Q(preset__in=self.presets)
        if self.preset:
            wanted &= Q(preset=self.preset)
        if self.since is not None:
            wanted &= Q(at__gte=self.since)
        if self.until is not None:
            wanted &= Q(at__lt=self.until)
        if self.rated is not None:
            wanted &= Q(rated=self.rated) if of is Result else Q(pk__isnull=self.rated)  # none is rated
        if self.vs is not None:
            against = of.objects.filter(match=OuterRef("match"), user=self.vs).exclude(side=OuterRef("side"))
            wanted &= Q(Exists(against))
        return wanted if before is None else wanted & earlier_than(before)


EVERYTHING = HistoryFilter()


def recent_company(person: User) -> list[User]:
    """The accounts of people who have lately played with a person and have no tie with them. One query."""
    latest = Result.objects.filter(user=person).order_by("-at").values_list("match", flat=True)[:RECENT]
    tied = Q(ties__other=person) | Q(ties_of_others__person=person)
    met = User.objects.filter(
        results__match__in=latest, is_active=True, is_guest=False, is_bot=False
    ).exclude(pk=person.pk)
    return list(met.exclude(pk__in=User.objects.filter(tied)).distinct().order_by("folded")[:MOST_RECENT])


people.company.append(recent_company)


def match_history(
    person: User,
    reader: Reader,
    wanted: HistoryFilter = EVERYTHING,
    before: Key | None = None,
    size: int = MATCHES,
) -> MatchHistory:
    """The latest matches, or those before a cursor, including annulled ones. Four queries at most."""
    table = {"private": F("match__table__private"), "watchable": F("match__table__watchable")}
    own = {kind: kind.objects.filter(wanted.among(kind, before), user=person) for kind in (Result, Annulled)}
    counting = own[Result].annotate(**table).defer("tally").order_by("-at", "-match")
    annulled = own[Annulled].annotate(**table).order_by("-at", "-match")
    both: list[Result | Annulled] = [*counting[: size + 1], *annulled[: size + 1]]
    both.sort(key=lambda each: (each.at, each.match_id), reverse=True)
    shown = both[:size]
    seated = _seated([each.match_id for each in shown if isinstance(each, Result)], Result)
    if void := [each.match_id for each in shown if isinstance(each, Annulled)]:
        seated |= _seated(void, Annulled)
    lines = [_played_match(each, seated[each.match_id], reader) for each in shown]
    return MatchHistory(lines, cursor_text(shown[-1]) if len(both) > size else "")


def _seated(
    matches: Sequence[uuid.UUID], of: type[Result] | type[Annulled]
) -> dict[uuid.UUID, list[SeatedPlayer]]:
    """The players of these matches. One query."""
    rows = of.objects.filter(match__in=matches).order_by("match", "seat")
    seated: dict[uuid.UUID, list[SeatedPlayer]] = {}
    for match, players, seat, *columns in rows.values_list(
        "match", "match__players", *SeatedPlayer._fields[:-3], "user__username", "user__is_bot"
    ):
        number = players[seat].get("number", seat)
        seated.setdefault(match, []).append(SeatedPlayer(*(seat, *columns, number)))
    return seated


@dataclass(frozen=True, slots=True)
class Crosstable:
    """The record of two people against each other: counts of matches, by game."""

    person: User
    other: User
    games: Sequence[Mapping[str, Any]]


def crosstable_of(person: User, other: User, **wanted: Any) -> Crosstable:
    """Compare two people; in a match the one with the better place is ahead. One query."""
    theirs = Result.objects.filter(match=OuterRef("match"), user=other)
    own = Result.objects.filter(HistoryFilter(**wanted).among(Result, None), user=person).annotate(
        other_side=Subquery(theirs.values("side")[:1]),
        other_place=Subquery(theirs.values("place")[:1]),
    )
    together = Q(side=F("other_side"))
    apart = ~together
    sums = (
        own.filter(other_side__isnull=False)
        .values("game")
        .annotate(
            matches=Count("pk", filter=apart),
            wins=Count("pk", filter=apart & Q(place__lt=F("other_place"))),
            losses=Count("pk", filter=apart & Q(place__gt=F("other_place"))),
            draws=Count("pk", filter=apart & Q(place=F("other_place"))),
            as_partners=Count("pk", filter=together),
            won_as_partners=Count("pk", filter=together & Q(won=True)),
        )
    )
    return Crosstable(person, other, list(sums.order_by("game")))


def cursor_text(result: Result | Annulled) -> str:
    return f"{(result.at - EPOCH) // timedelta(microseconds=1)}.{result.match_id.hex}"


def history_cursor(text: str) -> Key | None:
    """The cursor in an address; None if it is malformed."""
    found = CURSOR.fullmatch(text)
    return (EPOCH + timedelta(microseconds=int(found[1])), uuid.UUID(found[2])) if found else None


def _played_match(result: Any, seated: list[SeatedPlayer], reader: Reader) -> PlayedMatch:
    open_to_all = result.watchable and not result.private
    was_there = reader.is_authenticated and any(other.user == reader.pk for other in seated)
    return PlayedMatch(result, tuple(seated), link=open_to_all or was_there)


def _line(
    name: str, game: str, sums: Sequence[int], person: User | None = None, of: str | int = ""
) -> TotalsLine:
    matches, wins, deals, points = sums
    point = GAMES[game].point if game in GAMES else 1
    return TotalsLine(name, matches, wins, deals, points, point, person, of)


def standing_line(row: Standing, name: str = "") -> TotalsLine:
    return TotalsLine(name, row.matches, row.wins, row.deals, row.points, GAMES[row.game].point)
