"""The API's shapes of clubs and their members."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.urls import reverse
from rest_framework import serializers

from clubs import access, selectors
from clubs.dates import MOST_WEEKS
from clubs.models import Club, ClubMessage, Date, Member
from clubs.pages.view_helpers import problem
from clubs.roster import LARGEST, Line, Outcome
from games.api.examples import AT
from ludopoli.api.shapes import Masked, Shape, Text, like

ROLES = Member.Role.values
OUTCOMES = [each.value for each in Outcome]
"""These name the enumerations in the OpenAPI document: `ENUM_NAME_OVERRIDES` in the settings."""

CLUB_LINE = {"code": "c7k2m9xw", "name": "Circolo Garibaldi", "place": "Lecce", "people": 48}


@like(**CLUB_LINE)
class ClubLineShape(Shape[Club]):
    code = serializers.CharField()
    name = serializers.CharField()
    place = Masked()
    people = serializers.IntegerField(help_text="the number of members")


@like(
    **CLUB_LINE,
    description="Si gioca il giovedì.",
    rules="Chi dà le carte non le guarda.",
    private=False,
    categories=["prima", "seconda"],
    directors=["Anna"],
    role="member",
    created_at=AT,
)
class ClubShape(ClubLineShape):
    description = Masked()
    rules = Masked(help_text="the house rules in words")
    private = serializers.BooleanField(help_text="only its members know that it exists")
    categories = serializers.ListField(child=serializers.CharField())
    directors = serializers.ListField(child=serializers.CharField(), help_text="the owners included")
    role = serializers.ChoiceField(ROLES, allow_null=True, help_text="yours; null if you are a stranger")
    created_at = serializers.DateTimeField()

    def show_people(self, club: Club) -> int:
        return selectors.people(club).count()

    def show_directors(self, club: Club) -> list[str]:
        return [person.username for person in selectors.directors(club)]

    def show_role(self, _club: Club) -> str | None:
        own: Member | None = self.context["own"]
        return None if own is None else own.role


@like(name="Circolo Garibaldi", place="Lecce", private=False, categories=["prima", "seconda"])
class CreateClub(Shape[Any]):
    name = Text(help_text="1 to 80 readable characters")
    place = Text(required=False)
    description = Text(required=False)
    rules = Text(required=False, help_text="the house rules in words, 4,000 characters at most")
    private = serializers.BooleanField(required=False)
    categories = serializers.ListField(child=Text(), required=False, max_length=20)


@like(
    number=12,
    account="Anna",
    role="member",
    category="prima",
    name="Anna Greco",
    card="0112",
    since=AT,
    muted=False,
)
class ClubMemberShape(Shape[Member]):
    number = serializers.IntegerField(help_text="names the member in addresses")
    account = serializers.CharField(
        source="user.username", default=None, allow_null=True, help_text="null without an account"
    )
    role = serializers.ChoiceField(ROLES)
    category = serializers.CharField(help_text="empty if there is none")
    name = serializers.CharField(
        help_text="as the directors know the person; of members with an account only directors see it"
    )
    card = serializers.CharField(help_text="the membership number; only directors see it")
    since = serializers.DateTimeField()
    muted = serializers.BooleanField(help_text="in the chat, by a director; only directors see it")

    def show_name(self, member: Member) -> str:
        return member.name if self.context["manages"] or member.user_id is None else ""

    def show_muted(self, member: Member) -> bool:
        return member.muted and self.context["manages"]

    def show_card(self, member: Member) -> str:
        return member.card if self.context["manages"] else ""


@like(name="Mario Rossi", card="0113", category="seconda")
class AddMember(Shape[Any]):
    name = Text(help_text="1 to 40 readable characters")
    card = Text(required=False, help_text="the membership number, if there is one")
    category = Text(required=False, help_text="one of the club's")


@like(role="director")
class ChangeMember(Shape[Any]):
    name = Text(required=False)
    card = Text(required=False)
    category = Text(required=False)
    role = serializers.ChoiceField([*access.BELONGING], required=False, help_text="only owners give roles")
    muted = serializers.BooleanField(required=False, help_text="`true`: muted in the club's chat")


@like(secret="qv3JkFh0w2xT7aBc", card="0113")
class JoinClub(Shape[Any]):
    secret = Text(help_text="the end of the club's link for joining")
    card = Text(required=False, help_text="to join as the person of this membership number on the list")


@like(url="https://carte.example.org/circoli/c7k2m9xw/invito/qv3JkFh0w2xT7aBc/", secret="qv3JkFh0w2xT7aBc")
class ClubLinkShape(Shape[Club]):
    url = serializers.CharField(help_text="whoever opens it may join")
    secret = serializers.CharField()

    def show_url(self, club: Club) -> str:
        return settings.SITE_URL + reverse("club-invitation", args=[club.code, club.secret])


@like(text="nome;tessera;categoria\nMario Rossi;0113;seconda\n", store=False)
class Roster(Shape[Any]):
    text = Text(help_text=f"a CSV file of at most {LARGEST} bytes; the first line names the columns")
    store = serializers.BooleanField(default=False, help_text="`false`: only say what each line would do")


class RosterLineShape(Shape[Line]):
    line = serializers.IntegerField(help_text="its number in the file, from 1")
    name = serializers.CharField()
    card = serializers.CharField()
    category = serializers.CharField()
    outcome = serializers.ChoiceField(OUTCOMES)
    problem = serializers.CharField(allow_null=True, help_text="why it is wrong, in your language")

    def show_problem(self, line: Line) -> str | None:
        return None if line.problem is None else problem(line.problem)[2]


@like(
    stored=False,
    lines=[
        {
            "line": 2,
            "name": "Mario Rossi",
            "card": "0113",
            "category": "seconda",
            "outcome": "new",
            "problem": None,
        }
    ],
)
class RosterShape(Shape[Any]):
    stored = serializers.BooleanField()
    lines = RosterLineShape(many=True)


DATE = {"title": "Assemblea", "starts_at": AT, "minutes": 90, "place": "Sala grande", "words": ""}


@like(number=3, **DATE)
class ClubDateShape(Shape[Date]):
    number = serializers.IntegerField(help_text="names the date in addresses")
    title = serializers.CharField()
    starts_at = serializers.DateTimeField()
    minutes = serializers.IntegerField(allow_null=True, help_text="how long it lasts; null: not known")
    place = Masked()
    words = Masked()


@like(**DATE)
class ChangeDate(Shape[Any]):
    title = Text(help_text="1 to 80 readable characters")
    starts_at = serializers.DateTimeField()
    minutes = serializers.IntegerField(required=False, allow_null=True, min_value=1, max_value=7 * 24 * 60)
    place = Text(required=False)
    words = Text(required=False, help_text="500 characters at most")


@like(**DATE, weeks=4)
class AddDates(ChangeDate):
    weeks = serializers.IntegerField(
        default=1, min_value=1, max_value=MOST_WEEKS, help_text="the number of dates, a week apart"
    )


@like(id=812, name="Anna", text="Giovedì arrivo alle nove.", at=AT, removed=False)
class ClubMessageShape(Shape[ClubMessage]):
    id = serializers.IntegerField()
    name = serializers.CharField(source="user.username")
    text = Masked(help_text="empty if the line was removed")
    at = serializers.DateTimeField()
    removed = serializers.BooleanField()

    def show_removed(self, line: ClubMessage) -> bool:
        return line.removed_at is not None


@like(text="Giovedì arrivo alle nove.")
class ClubLine(Shape[Any]):
    text = Text(help_text="1 to 300 readable characters")
