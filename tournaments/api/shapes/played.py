"""Shapes of rounds, tables and standings, and of directors' requests during play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers

from games.api.examples import AT, MATCH
from ludopoli.api.shapes import Masked, Shape, Text, with_example
from tournaments import tie_parts
from tournaments.actions import LONGEST_REASON
from tournaments.api.shapes.base import HUNDREDTHS, in_hundredths
from tournaments.api.shapes.entries import ENTRY, EntryShape, Reason
from tournaments.formats.catalog import PartCourse
from tournaments.formats.standings import StandingsLine, Sum, SumTerm
from tournaments.models import SENT_ID, Announcement, Claim, Round, TournamentTable
from tournaments.outlets import bulletins
from tournaments.outlets.bulletins import Bulletin
from tournaments.pages.guide_cards import GuideCard, GuideLine
from tournaments.running import deals
from tournaments.tie_parts import MOST_PARTS

ROUND_STATUSES = Round.Status.values
CLAIM_STATUSES = Claim.Status.values
TOURNAMENT_TABLE_STATUSES = TournamentTable.Status.values


class SeatedEntryShape(Shape[int]):
    entry = serializers.IntegerField(source="*", help_text="its number; negative: a bot that fills a place")
    name = serializers.CharField()

    def show_name(self, entry: int) -> str:
        return self.context["sheet"].name(entry)


class PlayedPartShape(Shape[PartCourse]):
    labels = serializers.ListField(child=serializers.CharField(), help_text="its rows on the score sheet")
    scores = serializers.ListField(
        child=serializers.IntegerField(), help_text="by side; empty while nothing counts"
    )
    winner = serializers.IntegerField(allow_null=True, help_text="the side; null: drawn, or not played")
    forfeited = serializers.IntegerField(allow_null=True, help_text="the side that has forfeited it")
    counts = serializers.BooleanField(help_text="false: the meeting is decided without it")


TABLE = {
    "round": 2,
    "number": 1,
    "room": 0,
    "line_up": [],
    "stage": "",
    "status": "over",
    "entries": [{"entry": 4, "name": "Anna – Carla"}, {"entry": 9, "name": "Bruno – Dario"}],
    "labels": ["2-1", "2-2"],
    "deals": {"2-1": [7, 4], "2-2": None},
    "parts": [],
    "points": [1234, 766],
    "annulled": False,
    "adjusted": [],
    "penalties": [],
    "reason": "",
    "table": "p7xk2mzw",
    "match": MATCH,
}


@with_example(**TABLE)
class EventTableShape(Shape[TournamentTable]):
    round = serializers.IntegerField(source="round.number")
    number = serializers.IntegerField()
    room = serializers.IntegerField(
        help_text="of a meeting of teams, from 0: its rooms are tables that follow each other"
    )
    line_up = serializers.ListField(
        child=serializers.CharField(), help_text="of teams: the name of whoever has each seat"
    )
    stage = serializers.CharField(help_text="the format's name for it, `group:1`, `final`; or empty")
    status = serializers.ChoiceField(TOURNAMENT_TABLE_STATUSES)
    entries = SeatedEntryShape(
        source="places", many=True, help_text="for pairs, the two pairs; otherwise in order of seats"
    )
    labels = serializers.ListField(
        child=serializers.CharField(), help_text="of the deals: the same label means the same cards"
    )
    deals = serializers.DictField(
        child=serializers.ListField(child=serializers.IntegerField(), allow_null=True),
        help_text="the scores of each finished deal, by label, then by side; null: annulled; "
        "empty while others play the same cards, except for directors",
    )
    parts = PlayedPartShape(many=True, help_text="of a meeting of several parts; empty: it has one")
    points = in_hundredths("by entry, of teams those of the meeting; null: no result", allow_null=True)
    annulled = serializers.BooleanField()
    adjusted = in_hundredths("the director's, by entry; empty: as played")
    penalties = in_hundredths("taken off, by entry", nullable=False)
    reason = Masked(help_text="the reason of the latest ruling")
    table = serializers.CharField(source="table.code", allow_null=True, help_text="its code in `tables/`")
    match = serializers.UUIDField(source="table.match_id", allow_null=True)

    def show_line_up(self, table: TournamentTable) -> list[str]:
        sitter, number = self.context["sheet"].sitter, table.round.number
        return [sitter(entry, place, number) for entry, place in table.seated]

    def show_parts(self, table: TournamentTable) -> Sequence[PartCourse]:
        return tie_parts.course_of_table(table).parts if table.round.event.is_mixed else ()

    def show_points(self, table: TournamentTable) -> Sequence[int] | None:
        return self.context["sheet"].points(table)


ROUND = {
    "number": 2,
    "status": "over",
    "byes": [7],
    "starts_at": AT,
    "started_at": AT,
    "ends_at": None,
    "over_at": AT,
}


@with_example(**ROUND, tables=[TABLE])
class RoundShape(Shape[Round]):
    number = serializers.IntegerField()
    status = serializers.ChoiceField(ROUND_STATUSES)
    byes = serializers.ListField(child=serializers.IntegerField(), help_text="numbers of entries with a bye")
    starts_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    ends_at = serializers.DateTimeField(
        allow_null=True, help_text="the time at which unfinished matches are aborted"
    )
    over_at = serializers.DateTimeField(allow_null=True)
    tables = EventTableShape(many=True)

    def show_tables(self, round: Round) -> list[TournamentTable]:
        return self.context["sheet"].tables(round.number)


class TermShape(Shape[SumTerm]):
    round = serializers.IntegerField()
    opponent = serializers.IntegerField(allow_null=True, help_text="negative: a bot; null: nobody")
    amount = serializers.IntegerField()
    counts = serializers.BooleanField(help_text="false if it is dropped")


class BreakShape(Shape[tuple[str, Sum]]):
    name = serializers.CharField()
    value = serializers.IntegerField()
    terms = TermShape(many=True)

    def show_name(self, made: tuple[str, Sum]) -> str:
        return made[0]

    def show_value(self, made: tuple[str, Sum]) -> int:
        return made[1].value

    def show_terms(self, made: tuple[str, Sum]) -> Sequence[SumTerm]:
        return made[1].terms


@with_example(
    place=1,
    entry=4,
    name="Anna – Carla",
    score=6120,
    breaks=[
        {
            "name": "buchholz",
            "value": 4870,
            "terms": [{"round": 1, "opponent": 9, "amount": 4870, "counts": True}],
        }
    ],
)
class StandingShape(Shape[StandingsLine]):
    place = serializers.IntegerField()
    entry = serializers.IntegerField(source="entrant")
    name = serializers.CharField()
    score = serializers.IntegerField(help_text=HUNDREDTHS)
    breaks = BreakShape(many=True, help_text="the tie-breaks that were needed, with the sums behind them")

    def show_name(self, line: StandingsLine) -> str:
        return self.context["sheet"].name(line.entrant)

    def show_breaks(self, line: StandingsLine) -> list[tuple[str, Sum]]:
        return [*line.breaks.items()]


@with_example(round=2, table=1, names=["Anna – Carla", "Bruno – Dario"], scores=[7, 4], deal=0, match=MATCH)
class TravellerShape(Shape[deals.Traveller]):
    round = serializers.IntegerField(source="table.round.number")
    table = serializers.IntegerField(source="table.number")
    names = serializers.ListField(child=serializers.CharField(), help_text="by entry")
    scores = serializers.ListField(
        child=serializers.IntegerField(), allow_null=True, help_text="by side; null: annulled there"
    )
    deal = serializers.IntegerField(help_text="its number in the match, from 0")
    match = serializers.UUIDField(source="table.table.match_id", allow_null=True)


@with_example(entry=4, name="Anna – Carla", places=[2, 1], scores=[5100, 6120])
class BarometerLineShape(Shape[deals.EntryCourse]):
    entry = serializers.IntegerField()
    name = serializers.CharField()
    places = serializers.ListField(
        child=serializers.IntegerField(allow_null=True),
        help_text="after each deal of the round; null: not ranked",
    )
    scores = in_hundredths("after each deal of the round; null: not ranked")

    def show_name(self, course: deals.EntryCourse) -> str:
        return self.context["sheet"].name(course.entry)


GUIDE_LINE = {
    "round": 1, "table": 2, "seats": [1, 3], "partners": [], "opponents": ["Bruno – Dario"], "deals": [1, 4],
}  # fmt: skip


@with_example(**GUIDE_LINE)
class GuideLineShape(Shape[GuideLine]):
    round = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True, help_text="null: it rests")
    seats = serializers.ListField(child=serializers.IntegerField(), help_text="of its people, from 1")
    partners = serializers.ListField(child=serializers.CharField())
    opponents = serializers.ListField(child=serializers.CharField())
    deals = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="the first and the last, counted over all rounds; null: every table has its own",
    )


@with_example(entry=4, name="Anna – Carla", lines=[GUIDE_LINE])
class GuideCardShape(Shape[GuideCard]):
    entry = serializers.IntegerField()
    name = serializers.CharField()
    lines = GuideLineShape(many=True, help_text="a line for each round")


RESULT = {
    "round": 2, "table": 1, "names": ["Anna – Carla", "Bruno – Dario"], "scores": [7, 4], "deal": 0,
    "match": None,
}  # fmt: skip


@with_example(
    deal="2-1",
    best=RESULT,
    worst={**RESULT, "table": 2, "names": ["Gina – Ivo", "Elena – Fulvio"], "scores": [1, 10]},
    dealer=0,
    hands=[["3B", "2D"], ["AB", "RD"], ["4C", "7S"], ["3S", "5C"]],
    stock=[],
)
class HighlightShape(Shape[deals.Highlight]):
    deal = serializers.CharField(source="label", help_text="its label")
    best = TravellerShape(help_text="the best result of the side at the first place")
    worst = TravellerShape(help_text="its worst result")
    dealer = serializers.IntegerField(
        source="cards.dealer", allow_null=True,
        help_text="a seat; null where the deal was played on the site: the record of the match has the cards",
    )  # fmt: skip
    hands = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="the cards, by seat, at real tables",
    )
    stock = serializers.ListField(child=serializers.CharField(), help_text="the cards that no seat got")

    def show_hands(self, found: deals.Highlight) -> list[list[str]]:
        return [[card.code for card in hand] for hand in found.cards.hands] if found.cards is not None else []

    def show_stock(self, found: deals.Highlight) -> list[str]:
        return [card.code for card in found.cards.stock] if found.cards is not None else []


@with_example(
    entry=ENTRY,
    asked=False,
    asked_by=None,
    offered_to=None,
    may_come_back=False,
    table=TABLE,
    starts_at=AT,
)
class OwnPartShape(Shape[Any]):
    entry = EntryShape(allow_null=True)
    asked = serializers.BooleanField(
        help_text="somebody has entered with you or offers you the place of their partner, "
        "and you have not answered"
    )
    asked_by = serializers.IntegerField(allow_null=True, help_text="the number of the entry that asks you")
    offered_to = serializers.CharField(
        allow_null=True, help_text="the person to whom you offer your partner's place, until they answer"
    )
    may_come_back = serializers.BooleanField(help_text="you have withdrawn, and can undo it: `come-back/`")
    table = EventTableShape(allow_null=True, help_text="your current or next table")
    starts_at = serializers.DateTimeField(allow_null=True, help_text="the start of that round")


@with_example(minutes=5, reason="Il bar è in ritardo")
class Extend(Shape[Any]):
    minutes = serializers.IntegerField(min_value=1, max_value=1440)
    reason = Text(required=False)


@with_example(reason="Pausa caffè")
class MaybeReason(Shape[Any]):
    reason = Text(required=False)


@with_example(rounds=4, deals=6, reason="Si è fatto tardi")
class Length(Shape[Any]):
    rounds = serializers.IntegerField(required=False, min_value=1, max_value=30)
    deals = serializers.IntegerField(
        required=False, min_value=1, max_value=64, help_text="in each round that has not begun"
    )
    reason = Text(required=False)


@with_example(minutes=30, reason="Mancano ancora due coppie")
class Reopen(Reason):
    minutes = serializers.IntegerField(
        required=False, min_value=1, max_value=1440, help_text="until it begins; usually 30"
    )


@with_example(table=1, side=0, other_table=2, other_side=1, reason="Si sono appena incontrati")
class Swap(Shape[Any]):
    table = serializers.IntegerField(min_value=1)
    side = serializers.IntegerField(min_value=0, max_value=5, help_text="of its `entries`, from 0")
    other_table = serializers.IntegerField(min_value=1)
    other_side = serializers.IntegerField(min_value=0, max_value=5)
    reason = Text()


class Ruled(Reason):
    confirmed = serializers.BooleanField(
        required=False, help_text="rule even if other entries would go on: see `goes_on_instead`"
    )


@with_example(points=[1200, 800], reason="Accordo delle coppie")
class Adjust(Ruled):
    points = in_hundredths("by entry; null: as played; an empty list takes it back")


@with_example(points=[100, 0], reason="Ritardo")
class Penalise(Ruled):
    points = in_hundredths("by entry", nullable=False)


@with_example(deal="2-1", reason="Carta scoperta")
class RuledDeal(Ruled):
    deal = Text(help_text="its label")


@with_example(part=2, side=1, reason="Assenza")
class Forfeit(Ruled):
    part = serializers.IntegerField(min_value=1, max_value=MOST_PARTS, help_text="from 1")
    side = serializers.IntegerField(
        min_value=0,
        max_value=1,
        allow_null=True,
        help_text="the side that forfeits; null: as played",
    )


@with_example(round=2, table=1, text="La mia presa del 3 di coppe è stata contata agli altri.")
class Call(Shape[Any]):
    round = serializers.IntegerField(min_value=1, max_value=32767)
    table = serializers.IntegerField(min_value=1, max_value=32767)
    text = Text(help_text=f"1 to {LONGEST_REASON} readable characters")


@with_example(accepted=True, reason="Hanno ragione: la presa era loro", points=[1200, 800])
class Answer(Ruled):
    accepted = serializers.BooleanField()
    points = in_hundredths("the new points of the table, by entry; null: as played", required=False)


@with_example(
    number=3,
    round=2,
    table=1,
    by="Anna",
    text="La mia presa del 3 di coppe è stata contata agli altri.",
    at=AT,
    status="open",
    answer="",
    answered_by=None,
    answered_at=None,
)
class ClaimShape(Shape[Claim]):
    number = serializers.IntegerField(help_text="within the event")
    round = serializers.IntegerField(source="table.round.number")
    table = serializers.IntegerField(source="table.number")
    by = serializers.CharField(source="by.username", allow_null=True)
    text = Masked()
    at = serializers.DateTimeField()
    status = serializers.ChoiceField(CLAIM_STATUSES)
    answer = Masked(help_text="the reason; empty while it is open")
    answered_by = serializers.CharField(source="answered_by.username", allow_null=True)
    answered_at = serializers.DateTimeField(allow_null=True)


@with_example(text="Si ricomincia alle dieci.")
class Announce(Shape[Any]):
    text = Text(help_text="1 to 500 readable characters")


@with_example(at=AT, by="Anna", text="Si ricomincia alle dieci.")
class AnnouncementShape(Shape[Announcement]):
    at = serializers.DateTimeField()
    by = serializers.CharField(source="by.username", allow_null=True)
    text = Masked()


@with_example(
    at=AT, by="Anna", what="extended", said="Il turno 2 ha 5 minuti in più", reason="Il bar è in ritardo"
)
class LogShape(Shape[Any]):
    at = serializers.DateTimeField()
    by = serializers.CharField(help_text="empty: the server")
    what = serializers.CharField()
    said = serializers.CharField(help_text="for people, in the language of the request")
    reason = serializers.CharField()


class SentId(serializers.RegexField):
    """The sender's id of scores."""

    def __init__(self) -> None:
        super().__init__(
            rf"^{SENT_ID}$",
            required=False,
            help_text="of these scores: sent again with it they are not stored again",
        )


@with_example(deal="2-1-14", scores=[8, 3])
class ScoreRow(Shape[Any]):
    deal = Text(help_text="the label of the deal; of a match if only its result is written down")
    scores = serializers.ListField(
        child=serializers.IntegerField(), max_length=6, help_text="by side, in points of the game"
    )


BROKEN_OFF = "a match whose result alone is written was broken off before its end, and counts as it stands"


class SeenScoreRow(ScoreRow):
    seen = serializers.ListField(
        child=serializers.IntegerField(), max_length=6, required=False,
        help_text="the scores that counted when you read them, an empty list for none: others that count by "
        "now are not replaced (`scores_changed`); without it they are",
    )  # fmt: skip


@with_example(rows=[{"deal": "2-1-14", "scores": [8, 3]}], broken_off=False)
class EnterScores(Ruled):
    rows = SeenScoreRow(many=True)
    id = SentId()
    broken_off = serializers.BooleanField(default=False, help_text=BROKEN_OFF)
    reason = Text(required=False, help_text="needed once the table is over")


@with_example(
    name="standings",
    title="Il giovedì del Circolo Garibaldi",
    headline="Final standings",
    text="Il giovedì del Circolo Garibaldi\nFinal standings\n\n1. Anna – Bruno  12.5\n\nhttps://…",
)
class BulletinShape(Shape[Bulletin]):
    name = serializers.ChoiceField(bulletins.NAMES)
    title = serializers.CharField(help_text="the name of the tournament")
    headline = serializers.CharField()
    text = serializers.CharField(help_text="all of it, with the address of the tournament")

    def show_text(self, bulletin: Bulletin) -> str:
        return bulletin.text(self.context["link"])
