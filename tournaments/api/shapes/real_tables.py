"""Shapes of events at real tables: lists of entries, links to score sheets, scores, evenings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers

from clubs.api.shapes import OUTCOMES
from clubs.csv_lists import LARGEST, MOST_LINES
from ludopoli.api.shapes import Shape, Text, with_example
from tournaments.api.shapes.played import BROKEN_OFF, ScoreRow, SentId
from tournaments.entering.entry_lists import EntryLine, ListedPerson
from tournaments.evenings.evening_changes import EveningChanges, NameChange, PlaceChange, ScoreChange
from tournaments.models import TournamentTable
from tournaments.scores.score_links import ScoreLink
from tournaments.scores.score_sheets import Sheet, SheetRow


@with_example(text="nome;tessera;compagno;tessera compagno\nMario Rossi;0113;Lia Verdi;0114\n", store=False)
class EntryList(Shape[Any]):
    text = Text(help_text=f"a CSV file of at most {LARGEST} bytes; the first line names the columns")
    store = serializers.BooleanField(default=False, help_text="`false`: only say what each entry would do")
    homonyms = serializers.ListField(
        child=serializers.IntegerField(min_value=1),
        default=list,
        max_length=MOST_LINES,
        help_text="the lines whose people are others than those whom their names may mean",
    )


class ListedPersonShape(Shape[ListedPerson]):
    name = serializers.CharField()
    card = serializers.CharField(help_text="the membership number")
    category = serializers.CharField()
    known = serializers.BooleanField(
        help_text="whether the club has them on its list, or they have a licence"
    )


class EntryLineShape(Shape[EntryLine]):
    line = serializers.IntegerField(help_text="its first line in the file, from 1")
    name = serializers.CharField(help_text="of the pair or team")
    people = ListedPersonShape(many=True)
    outcome = serializers.ChoiceField(OUTCOMES, help_text="never `changed`")
    problem = serializers.CharField(allow_null=True, help_text="why it is wrong, in your language")

    def show_problem(self, line: EntryLine) -> str | None:
        return " ".join(map(str, line.asks or filter(None, [line.problem]))) or None


@with_example(
    stored=False,
    lines=[
        {
            "line": 2,
            "name": "",
            "people": [
                {"name": "Mario Rossi", "card": "0113", "category": "", "known": True},
                {"name": "Lia Verdi", "card": "0114", "category": "", "known": True},
            ],
            "outcome": "new",
            "problem": None,
        }
    ],
)
class EntryListShape(Shape[Any]):
    stored = serializers.BooleanField()
    lines = EntryLineShape(many=True)


class MemberScoreLinkShape(Shape[ScoreLink]):
    position = serializers.IntegerField(source="writer.place", help_text="of the member in the team")
    url = serializers.URLField(help_text="whoever opens it writes scores where this member sits")


@with_example(entry=4, url="http://localhost:8000/tornei/k3mw8xzt/foglio/4:q0Vd2hS8/", members=[])
class ScoreLinkShape(Shape[ScoreLink]):
    entry = serializers.IntegerField(source="entry.number", help_text="its number")
    url = serializers.URLField(help_text="whoever opens it writes scores for the entry")
    members = MemberScoreLinkShape(many=True, help_text="of a team")

    def show_members(self, _link: ScoreLink) -> Sequence[ScoreLink]:
        links: Sequence[ScoreLink] = self.context["members"]
        return links


@with_example(rows=[{"deal": "2-1-14", "scores": [8, 3]}], broken_off=False)
class OwnScores(Shape[Any]):
    rows = ScoreRow(many=True)
    broken_off = serializers.BooleanField(default=False, help_text=BROKEN_OFF)
    id = SentId()


@with_example(deal="2-1-14", scores=[8, 3], sides=[0])
class UnconfirmedRowShape(Shape[SheetRow]):
    deal = serializers.CharField(
        source="label", help_text="the label of the deal; of a match if only its result is written down"
    )
    scores = serializers.ListField(
        source="unconfirmed", child=serializers.IntegerField(), help_text="by side, in points of the game"
    )
    sides = serializers.ListField(
        source="written", child=serializers.IntegerField(), help_text="the sides that have written them"
    )


class UnconfirmedTableShape(Shape[tuple[TournamentTable, Sheet]]):
    table = serializers.IntegerField()
    rows = UnconfirmedRowShape(many=True)

    def show_table(self, waiting: tuple[TournamentTable, Sheet]) -> int:
        return waiting[0].number

    def show_rows(self, waiting: tuple[TournamentTable, Sheet]) -> Sheet:
        return waiting[1]


@with_example(seen=412, tables=[{"table": 3, "rows": [{"deal": "2-1-14", "scores": [8, 3], "sides": [0]}]}])
class UnconfirmedShape(Shape[Any]):
    seen = serializers.IntegerField(help_text="for confirming them")
    tables = UnconfirmedTableShape(many=True, help_text="empty for a director who may still play these deals")


@with_example(seen=412)
class ConfirmScores(Shape[Any]):
    seen = serializers.IntegerField(
        min_value=0, help_text="as shown: nothing is confirmed that was written later"
    )
    table = serializers.IntegerField(
        required=False, min_value=1, help_text="without it, all tables of the round"
    )


@with_example(file='{"evening": 1}', confirmed=False)
class Evening(Shape[Any]):
    file = Text(
        help_text=f"the whole file, at most {LARGEST} bytes, as the console of the other site gives it"
    )
    club = Text(required=False, help_text="the code of a club that you direct")
    confirmed = serializers.BooleanField(
        default=False, help_text="replace an evening that you have brought by this newer version"
    )


class NameChangeShape(Shape[NameChange]):
    entry = serializers.IntegerField(help_text="its number")
    before = serializers.CharField(allow_null=True, help_text="its people; null: the entry is new")
    after = serializers.CharField(allow_null=True, help_text="null: the entry is gone")


class ScoreChangeShape(Shape[ScoreChange]):
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    row = serializers.IntegerField(help_text="of the score sheet, from 1")
    before = serializers.ListField(child=serializers.IntegerField(), allow_null=True, help_text="by side")
    after = serializers.ListField(child=serializers.IntegerField(), allow_null=True)


class PlaceChangeShape(Shape[PlaceChange]):
    entry = serializers.IntegerField(help_text="its number")
    before = serializers.ListField(
        child=serializers.IntegerField(allow_null=True), help_text="the place, and the score in hundredths"
    )
    after = serializers.ListField(child=serializers.IntegerField(allow_null=True))


class EveningChangesShape(Shape[EveningChanges]):
    """The `changes` of the problem `evening_newer`."""

    names = NameChangeShape(many=True)
    scores = ScoreChangeShape(many=True)
    places = PlaceChangeShape(many=True)
    others = serializers.ListField(child=serializers.CharField(), help_text="other fields that differ")
