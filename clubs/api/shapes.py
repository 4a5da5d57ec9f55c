"""The API's shapes for clubs: their members, dates, chats and score pads."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.urls import reverse
from rest_framework import serializers

from clubs import roles, scorepads, selectors
from clubs.csv_lists import LARGEST
from clubs.dates import MOST_WEEKS
from clubs.models import Club, ClubMessage, Date, Member, Scorepad, ScorepadSeat
from clubs.roster import LineOutcome, RosterLine
from clubs.scorepads import ENTRY_ID, LONGEST_ID
from games import texts
from games.api.examples import AT
from games.api.view_helpers import NamedGame
from ludocards.engine.registry import GAMES
from ludopoli.api.shapes import Masked, Moment, Shape, Text, with_example

ROLES = [*roles.ROLES]
OUTCOMES = [each.value for each in LineOutcome]
"""`ENUM_NAME_OVERRIDES` in the settings gives `ROLES` and `OUTCOMES` their names in the OpenAPI document."""

CLUB_LINE = {"code": "c7k2m9xw", "name": "Circolo Garibaldi", "location": "Lecce", "people": 48}


@with_example(**CLUB_LINE)
class ClubLineShape(Shape[Club]):
    code = serializers.CharField()
    name = serializers.CharField()
    location = Masked(source="place")
    people = serializers.IntegerField(help_text="the number of members")


@with_example(
    **CLUB_LINE,
    description="Si gioca il giovedì.",
    rules="Chi dà le carte non le guarda.",
    private=False,
    categories=["prima", "seconda"],
    sites=["https://circologaribaldi.example.org"],
    directors=["Anna"],
    role="member",
    created_at=AT,
)
class ClubShape(ClubLineShape):
    description = Masked()
    rules = Masked(help_text="the house rules in words")
    private = serializers.BooleanField(help_text="only its members know that it exists")
    categories = serializers.ListField(child=serializers.CharField())
    sites = serializers.ListField(
        child=serializers.CharField(), help_text="the origins of the sites that may embed the club's pages"
    )
    directors = serializers.ListField(
        child=serializers.CharField(), help_text="the names of the directors, owners included"
    )
    role = serializers.ChoiceField(
        ROLES, allow_null=True, help_text="your role in the club; null if you are not a member"
    )
    created_at = serializers.DateTimeField()

    def show_people(self, club: Club) -> int:
        return selectors.members_of(club).count()

    def show_directors(self, club: Club) -> list[str]:
        return [person.username for person in selectors.club_directors(club)]

    def show_role(self, _club: Club) -> str | None:
        own: Member | None = self.context["own"]
        return None if own is None else own.role


@with_example(name="Circolo Garibaldi", location="Lecce", private=False, categories=["prima", "seconda"])
class CreateClub(Shape[Any]):
    name = Text(help_text="1 to 80 readable characters")
    location = Text(source="place", required=False)
    description = Text(required=False)
    rules = Text(required=False, help_text="the house rules in words, 4,000 characters at most")
    private = serializers.BooleanField(required=False)
    categories = serializers.ListField(child=Text(), required=False, max_length=20)
    sites = serializers.ListField(child=Text(), required=False, max_length=10)


@with_example(
    number=12,
    account="Anna",
    role="member",
    category="prima",
    name="Anna Greco",
    card="0112",
    since=AT,
    muted=False,
    asks_for=None,
    offered=None,
)
class ClubMemberShape(Shape[Member]):
    number = serializers.IntegerField(help_text="names the member in addresses")
    account = serializers.CharField(
        source="user.username", default=None, allow_null=True, help_text="null without an account"
    )
    role = serializers.ChoiceField(ROLES)
    category = serializers.CharField(help_text="empty if there is none")
    name = serializers.CharField(
        help_text="the name that the directors use; only directors see that of a member with an account"
    )
    card = serializers.CharField(help_text="the membership number; only directors see it")
    since = serializers.DateTimeField()
    muted = serializers.BooleanField(help_text="muted in the club's chat; only directors see it")

    asks_for = serializers.IntegerField(
        allow_null=True,
        help_text="the number of the listed member that the person claims to be; only directors and the "
        "person see it",
    )
    offered = serializers.IntegerField(
        allow_null=True,
        help_text="the number of the listed member about whom a director asks the person; seen by the same",
    )

    def show_asks_for(self, member: Member) -> int | None:
        return None if member.line_offered else self._line_of(member)

    def show_offered(self, member: Member) -> int | None:
        return self._line_of(member) if member.line_offered else None

    def _line_of(self, member: Member) -> int | None:
        return member.asks_for if self.context["manages"] or member == self.context["own"] else None

    def show_name(self, member: Member) -> str:
        return member.name if self.context["manages"] or member.user_id is None else ""

    def show_muted(self, member: Member) -> bool:
        return member.muted and self.context["manages"]

    def show_card(self, member: Member) -> str:
        return member.card if self.context["manages"] else ""


@with_example(name="Mario Rossi", card="0113", category="seconda")
class AddMember(Shape[Any]):
    name = Text(help_text="1 to 40 readable characters")
    card = Text(required=False, help_text="the membership number, if there is one")
    category = Text(required=False, help_text="one of the club's categories")
    homonym = serializers.BooleanField(
        default=False, help_text="`true` to add a person although a member has the same name"
    )


@with_example(asks_for=12)
class AcceptMember(Shape[Any]):
    asks_for = serializers.IntegerField(
        required=False,
        allow_null=True,
        help_text="the claim that you accept; refused if they claim to be somebody else by now",
    )
    line = serializers.IntegerField(
        required=False,
        help_text="the number of the listed member without an account about whom they are then asked",
    )


@with_example(line=12)
class OfferLine(Shape[Any]):
    line = serializers.IntegerField(help_text="the number of the listed member without an account")


@with_example(role="director")
class ChangeMember(Shape[Any]):
    name = Text(required=False)
    card = Text(required=False)
    category = Text(required=False)
    role = serializers.ChoiceField(
        roles.assignable_roles(), required=False, help_text="only owners give roles"
    )
    muted = serializers.BooleanField(required=False, help_text="`true` to mute the member in the club's chat")


@with_example(secret="qv3JkFh0w2xT7aBc", card="0113")
class JoinClub(Shape[Any]):
    secret = Text(help_text="the end of the club's link for joining")
    card = Text(required=False, help_text="the membership number of the listed member that you claim to be")


@with_example(
    url="https://carte.example.org/circoli/c7k2m9xw/invito/qv3JkFh0w2xT7aBc/", secret="qv3JkFh0w2xT7aBc"
)
class ClubLinkShape(Shape[Club]):
    url = serializers.CharField(help_text="whoever opens it may join")
    secret = serializers.CharField()

    def show_url(self, club: Club) -> str:
        return settings.SITE_URL + reverse("club-invitation", args=[club.code, club.secret])


@with_example(text="nome;tessera;categoria\nMario Rossi;0113;seconda\n", store=False)
class Roster(Shape[Any]):
    text = Text(help_text=f"a CSV file of at most {LARGEST} bytes; the first line names the columns")
    store = serializers.BooleanField(
        default=False, help_text="`false` only to report what each line would do"
    )


class RosterLineShape(Shape[RosterLine]):
    line = serializers.IntegerField(help_text="the number of the line in the file, from 1")
    name = serializers.CharField()
    card = serializers.CharField()
    category = serializers.CharField()
    outcome = serializers.ChoiceField(OUTCOMES)
    problem = serializers.CharField(
        allow_null=True, help_text="why the line is wrong, in your language; null if it is right"
    )

    def show_problem(self, line: RosterLine) -> str | None:
        return None if line.problem is None else str(line.problem)


@with_example(
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


DATE = {"title": "Assemblea", "starts_at": AT, "minutes": 90, "location": "Sala grande", "words": ""}


@with_example(number=3, **DATE)
class ClubDateShape(Shape[Date]):
    number = serializers.IntegerField(help_text="names the date in addresses")
    title = serializers.CharField()
    starts_at = serializers.DateTimeField()
    minutes = serializers.IntegerField(
        allow_null=True, help_text="how long it lasts; null if that is not known"
    )
    location = Masked(source="place")
    words = Masked()


@with_example(**DATE)
class ChangeDate(Shape[Any]):
    title = Text(help_text="1 to 80 readable characters")
    starts_at = Moment()
    minutes = serializers.IntegerField(required=False, allow_null=True, min_value=1, max_value=7 * 24 * 60)
    location = Text(source="place", required=False)
    words = Text(required=False, help_text="500 characters at most")


@with_example(**DATE, weeks=4)
class AddDates(ChangeDate):
    weeks = serializers.IntegerField(
        default=1, min_value=1, max_value=MOST_WEEKS, help_text="the number of dates, a week apart"
    )


@with_example(id=812, name="Anna", text="Giovedì arrivo alle nove.", at=AT, removed=False)
class ClubMessageShape(Shape[ClubMessage]):
    id = serializers.IntegerField()
    name = serializers.CharField(source="user.username")
    text = Masked(help_text="empty if the line was removed")
    at = serializers.DateTimeField()
    removed = serializers.BooleanField()

    def show_removed(self, line: ClubMessage) -> bool:
        return line.removed_at is not None


@with_example(text="Giovedì arrivo alle nove.")
class ClubLine(Shape[Any]):
    text = Text(help_text="1 to 300 readable characters")


EXAMPLE_GAME = scorepads.PADDED[0]
EXAMPLE_RULES = {"preset": next(iter(GAMES[EXAMPLE_GAME].presets))}
PEOPLE = ["Anna", "Bruno", "Carla", "Dino", "Elio", "Fede"][: GAMES[EXAMPLE_GAME].players[0]]


def _example_pad() -> Scorepad:
    """Return a pad with one entry, in which the first side has the whole of each row."""
    pad = Scorepad(secret="qv3JkFh0w2xT7aBc", game=EXAMPLE_GAME, rules=EXAMPLE_RULES, names=PEOPLE)
    outcome, sides = (
        scorepads.asked_by(pad).outcomes[0],
        len({*GAMES[EXAMPLE_GAME].sides(scorepads.pad_state(pad))}),
    )
    rows = {row.name: [row.total[0] if row.total else 0, *[0] * (sides - 1)] for row in outcome.rows}
    pad.log = [{"id": "8f2c41aa", "deal": 0, "outcome": outcome.name, "rows": rows, "at": AT}]
    return pad


EXAMPLE_PAD = _example_pad()
EXAMPLE_ENTRY = {name: value for name, value in EXAMPLE_PAD.log[0].items() if name != "at"}


@with_example(**EXAMPLE_ENTRY)
class WriteEntry(Shape[Any]):
    id = serializers.RegexField(
        rf"^{ENTRY_ID}$",
        trim_whitespace=False,
        help_text=f"your own id for the entry, of {LONGEST_ID} characters at most: sent twice, stored once",
    )
    deal = serializers.IntegerField(required=False, min_value=0, help_text="the number of the deal, from 0")
    outcome = Text(required=False, help_text="how the deal ended, one of the game’s")
    rows = serializers.DictField(
        child=serializers.ListField(child=serializers.IntegerField()),
        required=False,
        help_text="by the name of each row that the outcome asks for: a number for each side",
    )
    strikes = Text(required=False, help_text="the id of the last entry, which this one takes back")


@with_example(game=EXAMPLE_GAME, rules=EXAMPLE_RULES, names=PEOPLE)
class OpenScorepad(NamedGame):
    game = serializers.ChoiceField(
        texts.public_codes(scorepads.PADDED), help_text="a name like `scopa` goes with its own `rules` alone"
    )
    rules = serializers.DictField(help_text="a preset’s name and the options that differ, as of a table")
    names = serializers.ListField(
        child=Text(), max_length=8, help_text="the players in the order of play; the first one deals first"
    )
    club = Text(required=False, help_text="the code of one of your clubs")


@with_example(seat=1, name="Bruno")
class ScorepadSeatShape(Shape[ScorepadSeat]):
    seat = serializers.IntegerField()
    name = serializers.CharField(source="user.username", help_text="the name of the account")


@with_example(
    secret=EXAMPLE_PAD.secret,
    game=EXAMPLE_GAME,
    rules=EXAMPLE_RULES,
    names=PEOPLE,
    club=None,
    asks=[{"name": EXAMPLE_ENTRY["outcome"], "rows": [*EXAMPLE_ENTRY["rows"]]}],
    log=EXAMPLE_PAD.log,
    totals=[*GAMES[EXAMPLE_GAME].totals(scorepads.pad_state(EXAMPLE_PAD))],
    over=False,
    places=None,
    seats=[{"seat": 1, "name": "Bruno"}],
)
class ScorepadShape(Shape[Scorepad]):
    secret = serializers.CharField(help_text="whoever knows it reads the pad and writes on it")
    game = serializers.CharField()
    rules = serializers.DictField()
    names = serializers.ListField(child=serializers.CharField())
    club = serializers.CharField(source="club.code", default=None, allow_null=True)
    asks = serializers.ListField(
        child=serializers.DictField(),
        help_text="the ways in which a deal may end, each with the rows that it asks for",
    )
    log = serializers.ListField(
        child=serializers.DictField(), help_text="all entries, oldest first; none is ever removed"
    )
    totals = serializers.ListField(child=serializers.IntegerField(), help_text="by side")
    over = serializers.BooleanField(help_text="true once the match is over by the rules of the game")
    places = serializers.ListField(
        child=serializers.IntegerField(), allow_null=True, help_text="by side; null until it is over"
    )
    seats = ScorepadSeatShape(many=True)

    def show_asks(self, pad: Scorepad) -> list[dict[str, Any]]:
        asked = scorepads.asked_by(pad)
        return [{"name": each.name, "rows": [row.name for row in each.rows]} for each in asked.outcomes]

    def show_totals(self, pad: Scorepad) -> list[int]:
        return [*GAMES[pad.game].totals(scorepads.pad_state(pad))]

    def show_over(self, pad: Scorepad) -> bool:
        return pad.finished_at is not None

    def show_places(self, pad: Scorepad) -> list[int] | None:
        places = GAMES[pad.game].places(scorepads.pad_state(pad))
        return None if places is None else [*places]

    def show_seats(self, pad: Scorepad) -> Any:
        return pad.seats.select_related("user")
