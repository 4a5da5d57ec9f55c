"""Shapes of federations, their phases and licences."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from clubs import selectors as clubs
from clubs.api.shapes import AT, OUTCOMES
from clubs.csv_lists import LARGEST
from clubs.licence_lists import LicenceLine
from clubs.licences import licence_status
from clubs.models import Affiliation, Federation, Licence
from ludopoli.api.shapes import Masked, Shape, Text, with_example
from ludopoli.text import zones
from tournaments.api.shapes.entries import LICENCE_STATUSES
from tournaments.api.shapes.events import EVENT_LINE, EventLineShape
from tournaments.models import Event, Phase
from tournaments.series import federation_phases

PHASE_LEVELS = Phase.Level.values
AFFILIATION_STATUSES = Affiliation.Status.values

FEDERATION = {"slug": "carte-romagna", "name": "Federazione romagnola", "clubs": 6}


@with_example(**FEDERATION)
class FederationLineShape(Shape[Federation]):
    slug = serializers.CharField()
    name = serializers.CharField()
    clubs = serializers.IntegerField(help_text="the number of its clubs")


@with_example(level="club", leads_to="w9xr4tqm", best=2, event=EVENT_LINE)
class PhaseShape(Shape[Phase]):
    level = serializers.ChoiceField(PHASE_LEVELS)
    leads_to = serializers.CharField(
        allow_null=True, help_text="the code of the tournament to which the best go on; null: none"
    )
    best = serializers.IntegerField(help_text="the number of entries that go on")
    event = EventLineShape()

    def show_leads_to(self, phase: Phase) -> str | None:
        return None if phase.leads_to is None else phase.leads_to.event.code

    def show_event(self, phase: Phase) -> Event:
        return self.context["events"][phase.event_id]


@with_example(name="Juniors", oldest=17)
class AgeCategoryShape(Shape[Any]):
    name = Text()
    oldest = serializers.IntegerField(allow_null=True, help_text="the oldest age in it; null: no bound")


@with_example(
    **FEDERATION,
    description="",
    organisers=["Anna"],
    members=["c7k2m9xw"],
    age_categories=[{"name": "Juniors", "oldest": 17}],
    age_day="09-01",
    ranking="w9xr4tqm",
)
class FederationShape(FederationLineShape):
    description = Masked()
    organisers = serializers.ListField(child=serializers.CharField())
    members = serializers.ListField(child=serializers.CharField(), help_text="the codes of its clubs")
    age_categories = AgeCategoryShape(many=True, help_text="the youngest first")
    age_day = serializers.CharField(help_text="MM-DD: from then on ages are those reached in its year")
    ranking = serializers.CharField(
        allow_null=True,
        help_text="the code of the series that is its ranking; null: no tournament counts yet",
    )

    def show_clubs(self, federation: Federation) -> int:
        return len(clubs.clubs_of_federation(federation))

    def show_organisers(self, federation: Federation) -> list[str]:
        return [*federation.organisers.order_by("username").values_list("username", flat=True)]

    def show_members(self, federation: Federation) -> list[str]:
        return [each.code for each in clubs.clubs_of_federation(federation) if not each.private]

    def show_age_categories(self, federation: Federation) -> list[dict[str, Any]]:
        return [{"name": name, "oldest": oldest} for name, oldest in federation.age_categories]

    def show_ranking(self, federation: Federation) -> str | None:
        return federation_phases.ranking_code(federation)


@with_example(
    name="Federazione romagnola",
    slug="carte-romagna",
    description="",
    age_categories=[{"name": "Juniors", "oldest": 17}, {"name": "Seniors", "oldest": None}],
    age_day="09-01",
)
class CreateFederation(Shape[Any]):
    name = Text(help_text="1 to 80 readable characters")
    slug = Text(help_text="2 to 40 small letters, digits and hyphens")
    description = Text(required=False)
    age_categories = AgeCategoryShape(many=True, required=False, help_text="the youngest first")
    age_day = Text(required=False, help_text="MM-DD")


@with_example(club="c7k2m9xw", name="Circolo Garibaldi", status="member", since=AT)
class AffiliationShape(Shape[Affiliation]):
    club = serializers.CharField(source="club.code")
    name = serializers.CharField(source="club.name")
    status = serializers.ChoiceField(
        AFFILIATION_STATUSES, help_text="`asked` by its owner, `invited` by an organiser, or both: `member`"
    )
    since = serializers.DateTimeField(help_text="the time of the status")


DAYS = {"valid_from": "2026-01-01", "valid_until": "2026-12-31"}


class ChangeLicence(Shape[Any]):
    number = Text(help_text="20 readable characters at most")
    born = serializers.IntegerField(required=False, allow_null=True, help_text="the year")
    valid_from = serializers.DateField()
    valid_until = serializers.DateField(help_text="its last day")


@with_example(number="F-0113", born=1950, **DAYS, club="c7k2m9xw", person="Mario Rossi")
class IssueLicence(ChangeLicence):
    club = Text(help_text="the code of one of the federation's clubs")
    person = Text(help_text="a member of it: the name or the membership number")


@with_example(club="c7k2m9xw", person="Mario Rossi")
class MoveLicence(Shape[Any]):
    club = Text(help_text="the code of one of the federation's clubs")
    person = Text(help_text="a member of it: the name or the membership number")


@with_example(text="licence;name\nF-0113;Mario Rossi\n", **DAYS, store=False)
class LicenceList(Shape[Any]):
    text = Text(help_text=f"a CSV file of at most {LARGEST} bytes; the first line names the columns")
    valid_from = serializers.DateField(help_text="for the lines that name no first day")
    valid_until = serializers.DateField(help_text="for the lines that name no last day")
    store = serializers.BooleanField(
        default=False, help_text="`false` only to report what each line would do"
    )


class LicenceLineShape(Shape[LicenceLine]):
    line = serializers.IntegerField(help_text="the number of the line in the file, from 1")
    number = serializers.CharField()
    name = serializers.CharField()
    outcome = serializers.ChoiceField(OUTCOMES)
    problem = serializers.CharField(
        allow_null=True, help_text="why the line is wrong, in your language; null if it is right"
    )

    def show_problem(self, line: LicenceLine) -> str | None:
        return None if line.problem is None else str(line.problem)


@with_example(
    stored=False,
    lines=[{"line": 2, "number": "F-0113", "name": "Mario Rossi", "outcome": "new", "problem": None}],
)
class LicenceListShape(Shape[Any]):
    stored = serializers.BooleanField()
    lines = LicenceLineShape(many=True)


@with_example(level="club", leads_to="w9xr4tqm", best=2)
class SetPhase(Shape[Any]):
    level = serializers.ChoiceField(PHASE_LEVELS)
    leads_to = Text(
        required=False, allow_null=True, help_text="the code of the tournament to which the best go on"
    )
    best = serializers.IntegerField(default=0, help_text="the number of entries that go on")


@with_example(declined=[3])
class CarryOver(Shape[Any]):
    declined = serializers.ListField(
        child=serializers.IntegerField(),
        required=False,
        help_text="the numbers of entries that do not come; in their place go the next",
    )


@with_example(
    number="F-0113",
    name="Mario Rossi",
    club="c7k2m9xw",
    born=1950,
    valid_from="2026-01-01",
    valid_until="2026-12-31",
    status="valid",
)
class LicenceShape(Shape[Licence]):
    number = serializers.CharField()
    name = serializers.CharField()
    club = serializers.CharField(source="line.club.code")
    born = serializers.IntegerField(allow_null=True, help_text="the year")
    valid_from = serializers.DateField()
    valid_until = serializers.DateField(help_text="its last day")
    status = serializers.ChoiceField(LICENCE_STATUSES, help_text="today")

    def show_name(self, licence: Licence) -> str:
        return licence.line.name or licence.line.shown

    def show_status(self, licence: Licence) -> str:
        return licence_status(licence, zones.site_day()).value
