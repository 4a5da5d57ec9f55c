"""Shapes of events: in a list, in full, and in requests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers

from games import texts
from games.api.examples import AT, CALLED, CALLED_BY, GAME, PRESET, RULES
from games.api.view_helpers import NamedGame
from games.api.wire import component_field
from ludopoli.accounts.models import User
from ludopoli.api.shapes import Masked, Moment, Shape, Text, with_example
from tournaments import access, roles, tie_parts
from tournaments.api.shapes.base import FORMAT, SETTINGS
from tournaments.api.shapes.purses import PurseShape
from tournaments.deal_of_the_day import games_of_days
from tournaments.formats.catalog import FORMATS
from tournaments.models import PLAYING, Event, EventTemplate
from tournaments.pages.display import EventShown
from tournaments.prizes.cash import purse_of
from tournaments.prizes.purse import Purse
from tournaments.roles import EventCapability
from tournaments.selectors import EventSheet

EVENT_STATUSES = Event.Status.values
ACCESS = Event.Access.values
VENUES = Event.Venue.values
SCORES = Event.Scores.values
WALKOVERS = Event.Walkover.values
ASKED_BYES = Event.AskedByes.values
"""These name the enumerations in the OpenAPI document: `ENUM_NAME_OVERRIDES` in the settings."""

LATER_PARTS = "of a meeting, after the first, which is `game` with `rules`; empty: it has one part"
BELLA = "the last part is played only if the others leave the sides level"

EVENT_LINE = {
    "code": "k3mw8xzt",
    "name": "Il giovedì del Circolo Garibaldi",
    "organiser": "Anna",
    "series": None,
    "division": None,
    "club": None,
    "status": "registration",
    "game": GAME,
    "preset": PRESET,
    "rules_name": "",
    "called": CALLED,
    "format": FORMAT,
    "unit": "pair",
    "venue": "online",
    "access": "open",
    "capacity": 32,
    "entered": 11,
    "rated": True,
    "registers_at": AT,
    "starts_at": AT,
}


def names_of(people: QuerySet[User]) -> list[str]:
    """Return the names of people in the order of the alphabet."""
    return list(people.order_by("username").values_list("username", flat=True))


@with_example(round=6, starts_at=AT)
class RoundDate(Shape[Any]):
    round = serializers.IntegerField(min_value=2, max_value=99)
    starts_at = Moment(help_text="when it begins at the earliest")


@with_example(**EVENT_LINE)
class EventLineShape(Shape[Event]):
    code = serializers.CharField()
    name = serializers.CharField()
    organiser = serializers.CharField(source="organiser.username", allow_null=True)
    series = serializers.CharField(source="series.code", allow_null=True, help_text="its code")
    division = serializers.IntegerField(
        allow_null=True, help_text="of its series, from 0, the highest; null: all"
    )
    club = serializers.CharField(
        source="club.code", allow_null=True, help_text="the code of the club that holds it"
    )
    status = serializers.ChoiceField(EVENT_STATUSES)
    game = serializers.CharField()
    preset = serializers.CharField(source="rules.preset")
    rules_name = serializers.CharField(help_text="of the house rules, if it has any")
    called = serializers.CharField(help_text=CALLED_BY)
    format = serializers.CharField()
    unit = serializers.ChoiceField(Event.Unit.values)
    venue = serializers.ChoiceField(VENUES, help_text="`real`: at real tables, with real cards")
    access = serializers.ChoiceField(ACCESS)
    capacity = serializers.IntegerField(allow_null=True, help_text="the most entries; null: unlimited")
    entered = serializers.IntegerField()
    rated = serializers.BooleanField(source="is_open_to_ratings")
    registers_at = serializers.DateTimeField()
    starts_at = serializers.DateTimeField()

    def show_called(self, event: Event) -> str:
        return tie_parts.title_of_event(event)


@with_example(game=GAME, rules=RULES, rules_name="", deals=1)
class LaterPart(NamedGame):
    """A part of a meeting after the first."""

    rules = component_field("Rules")(required=False)
    rules_name = Text(required=False, help_text="of the house rules, if they are any")
    deals = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=64, help_text="1 where `scores` is `match`"
    )


@with_example(
    **EVENT_LINE,
    description="Ogni giovedì alle 21.",
    directors=["Carla"],
    commentators=["Nora"],
    rules=RULES,
    later_parts=[],
    bella=False,
    players=4,
    settings=SETTINGS,
    pairs="together",
    scores="deal",
    rating_least=None,
    rating_most=None,
    guests=True,
    late_entries=True,
    sealed=False,
    clubs_apart=0,
    names_days=30,
    walkover="average",
    asked_byes="none",
    purse=None,
    round_dates=[],
    check_in_minutes=15,
    round_minutes=30,
    break_seconds=60,
    move_seconds=20,
    bank_seconds=120,
    pace=1.0,
    quiet=True,
    spectators="open",
    rounds_drawn=0,
    rounds_in_all=7,
    last_round=None,
    table_sizes=None,
    paused_at=None,
    started_at=None,
    finished_at=None,
    held_code="k3mw8xzt",
    commitment="9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    nonces_at=None,
    draw_seed=None,
    secret=None,
    revision=12,
    directs=False,
)
class EventShape(EventLineShape):
    description = Masked()
    directors = serializers.ListField(child=serializers.CharField())
    commentators = serializers.ListField(child=serializers.CharField())
    rules = component_field("Rules")()
    later_parts = LaterPart(many=True, help_text=LATER_PARTS)
    bella = serializers.BooleanField(help_text=BELLA)
    players = serializers.IntegerField(help_text="at a table")
    settings = serializers.JSONField(help_text="of the format, including scoring and tie-breaks")
    pairs = serializers.ChoiceField(Event.Pairs.values)
    scores = serializers.ChoiceField(SCORES, help_text="what people write down at a real table")
    rating_least = serializers.IntegerField(allow_null=True)
    rating_most = serializers.IntegerField(allow_null=True)
    guests = serializers.BooleanField()
    late_entries = serializers.BooleanField()
    sealed = serializers.BooleanField(
        help_text="teams hand in their line-up for a round before they know that of the others"
    )
    clubs_apart = serializers.IntegerField(
        help_text="the first rounds in which members of one club do not meet, if possible"
    )
    names_days = serializers.IntegerField(
        help_text="for which names of people without an account, who are on no list, stay after the end"
    )
    walkover = serializers.ChoiceField(
        WALKOVERS, help_text="what those score whose opponents have left a real table"
    )
    asked_byes = serializers.ChoiceField(
        ASKED_BYES, help_text="what a round is worth in which an entry has asked to sit out"
    )
    purse = PurseShape(allow_null=True, help_text="its fee and prizes; null: none")
    round_dates = RoundDate(
        many=True, help_text="the rounds that begin on a further day, not before then; earliest first"
    )
    check_in_minutes = serializers.IntegerField()
    round_minutes = serializers.IntegerField(allow_null=True)
    break_seconds = serializers.IntegerField()
    move_seconds = serializers.IntegerField(allow_null=True)
    bank_seconds = serializers.IntegerField()
    pace = serializers.FloatField()
    quiet = serializers.BooleanField()
    spectators = serializers.ChoiceField(Event.Spectators.values)
    rounds_drawn = serializers.IntegerField()
    rounds_in_all = serializers.IntegerField(
        allow_null=True, help_text="null: as many as fit until it closes"
    )
    last_round = serializers.IntegerField(
        allow_null=True, help_text="after which it ends, if a director has changed that during play"
    )
    table_sizes = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="with the entries so far, the largest first; null: all tables are of one size",
    )
    paused_at = serializers.DateTimeField(allow_null=True)
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    held_code = serializers.CharField(
        help_text="its code on the site where it was held: `code`, unless its file was brought from another"
    )
    commitment = serializers.CharField(help_text="SHA-256(secret, held_code): no deal can be chosen later")
    nonces_at = serializers.DateTimeField(
        allow_null=True, help_text="the time at which nonces were fixed: the pairing of the first round"
    )
    draw_seed = serializers.CharField(
        allow_null=True,
        help_text="the seed of pairings and lots; null before the start (where rounds overlap, the end)",
    )
    secret = serializers.CharField(
        allow_null=True, help_text="the secret from which all deals follow; null until the end"
    )
    revision = serializers.IntegerField()
    directs = serializers.BooleanField(help_text="true if you are a director")

    @property
    def sheet(self) -> EventSheet:
        """The sheet of the event; the context holds it, and the `reader`."""
        return self.context["sheet"]

    def show_purse(self, event: Event) -> Purse | None:
        return purse_of(event) if event.purse else None

    def show_entered(self, event: Event) -> int:
        return sum(each.status in PLAYING for each in self.sheet.entries.values())

    def show_directors(self, event: Event) -> list[str]:
        return names_of(access.people_with(event, EventCapability.LOOK).exclude(events_organised=event))

    def show_commentators(self, event: Event) -> list[str]:
        directing = access.people_with(event, EventCapability.LOOK)
        return names_of(access.people_with(event, EventCapability.COMMENT).exclude(pk__in=directing))

    def show_settings(self, event: Event) -> dict[str, Any]:
        return dict(self.sheet.state.settings)

    def show_round_dates(self, event: Event) -> list[dict[str, Any]]:
        return [{"round": number, "starts_at": at} for number, at in sorted(event.round_dates.items())]

    def show_rounds_drawn(self, event: Event) -> int:
        return len(self.sheet.rounds)

    def show_rounds_in_all(self, event: Event) -> int | None:
        return EventShown(self.sheet).in_all

    def show_table_sizes(self, event: Event) -> Sequence[int] | None:
        return self.sheet.state.table_sizes

    def show_draw_seed(self, event: Event) -> str | None:
        """Return the seed once it may be known: where rounds overlap it assigns deals to later entries,
        too."""
        begun = event.started_at is not None and not self.sheet.state.format.flows
        return event.draw_seed if begun or event.is_over else None

    def show_secret(self, event: Event) -> str | None:
        return event.published_secret if event.is_over else None

    def show_directs(self, event: Event) -> bool:
        return access.has_event_capability(self.context["reader"], event, EventCapability.LOOK)


@with_example(role="commentator")
class RoleInEvent(Shape[Any]):
    role = serializers.ChoiceField([code for code, _label in roles.role_choices()], default=roles.ORDINARY)


class PlayWithBots(Shape[Any]):
    game = serializers.ChoiceField(texts.public_codes(games_of_days()), required=False)


class ChangeEvent(NamedGame):
    """The fields of an event. The actions check which may change at which time."""

    name = Text(help_text="1 to 80 readable characters")
    description = Text(required=False)
    rules = component_field("Rules")(required=False)
    later_parts = LaterPart(many=True, required=False, help_text=LATER_PARTS)
    bella = serializers.BooleanField(required=False, help_text=BELLA)
    players = serializers.IntegerField(required=False, min_value=2, max_value=6, help_text="at a table")
    format = serializers.ChoiceField(choices=list(FORMATS))
    settings = component_field("SettingsInput")(
        required=False, help_text="of the format: rounds, deals, scoring, tie-breaks …"
    )
    unit = serializers.ChoiceField(choices=Event.Unit.values, required=False)
    pairs = serializers.ChoiceField(choices=Event.Pairs.values, required=False)
    rated = serializers.BooleanField(required=False)
    venue = serializers.ChoiceField(choices=VENUES, required=False)
    scores = serializers.ChoiceField(choices=SCORES, required=False, help_text="`match` only at real tables")
    series = Text(required=False, allow_null=True, help_text="the code of one of your series")
    division = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        help_text="of the series, from 0, the highest; null: all",
    )
    club = Text(required=False, allow_null=True, help_text="the code of a club that you direct")
    access = serializers.ChoiceField(choices=ACCESS, required=False, help_text="`club` needs a club")
    rating_least = serializers.IntegerField(required=False, allow_null=True, min_value=0, max_value=5000)
    rating_most = serializers.IntegerField(required=False, allow_null=True, min_value=0, max_value=5000)
    capacity = serializers.IntegerField(required=False, allow_null=True, min_value=2, max_value=2000)
    guests = serializers.BooleanField(required=False)
    late_entries = serializers.BooleanField(required=False)
    sealed = serializers.BooleanField(required=False, help_text="of teams: sealed line-ups")
    clubs_apart = serializers.IntegerField(required=False, min_value=0, max_value=50)
    names_days = serializers.IntegerField(
        required=False, min_value=1, max_value=1095, help_text="only shorter once somebody has entered"
    )
    walkover = serializers.ChoiceField(choices=WALKOVERS, required=False)
    asked_byes = serializers.ChoiceField(choices=ASKED_BYES, required=False)
    purse = PurseShape(
        required=False, help_text="its fee and prizes; money only at real tables. Empty: none of either"
    )
    registers_at = Moment(required=False)
    starts_at = Moment()
    round_dates = RoundDate(
        many=True,
        required=False,
        help_text="the rounds on further days; such a round is paired an hour before",
    )
    check_in_minutes = serializers.IntegerField(required=False, min_value=0, max_value=1440)
    round_minutes = serializers.IntegerField(required=False, allow_null=True, min_value=1, max_value=10080)
    break_seconds = serializers.IntegerField(required=False, min_value=0, max_value=3600)
    move_seconds = serializers.IntegerField(required=False, allow_null=True, min_value=3, max_value=600)
    bank_seconds = serializers.IntegerField(required=False, min_value=0, max_value=3600)
    pace = serializers.FloatField(required=False, min_value=0, max_value=3)
    quiet = serializers.BooleanField(required=False, help_text="players cannot chat at the table")
    spectators = serializers.ChoiceField(choices=Event.Spectators.values, required=False)


@with_example(
    name="Il giovedì del Circolo Garibaldi",
    game=GAME,
    format=FORMAT,
    settings={"rounds": 7, "deals": 4},
    starts_at=AT,
    capacity=32,
)
class CreateEvent(ChangeEvent):
    pass


@with_example(number=3, name="Giovedì, Mitchell di 5 turni", event="k3mw8xzt")
class EventTemplateShape(Shape[EventTemplate]):
    number = serializers.IntegerField(source="pk", help_text="in addresses")
    name = serializers.CharField()
    event = serializers.CharField(
        source="event.code", default=None, allow_null=True,
        help_text="the tournament that was set up like this; null if it was deleted",
    )  # fmt: skip


@with_example(name="Giovedì, Mitchell di 5 turni")
class EventTemplateName(Shape[Any]):
    name = Text()


@with_example(event="k3mw8xzt", name="Giovedì, Mitchell di 5 turni")
class NewEventTemplate(EventTemplateName):
    event = Text(help_text="the code of a tournament of the club")


@with_example(starts=["2026-12-03T20:00:00Z", "2026-12-10T20:00:00Z"])
class Again(Shape[Any]):
    starts = serializers.ListField(
        child=Moment(), min_length=1, max_length=12, help_text="when each evening begins"
    )
