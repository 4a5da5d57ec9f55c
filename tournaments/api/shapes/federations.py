"""Shapes of federations, their phases and licences."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from clubs import selectors as clubs
from clubs.licences import licence_status
from clubs.models import Federation, Licence
from ludopoli.api.shapes import Masked, Shape, with_example
from ludopoli.text import zones
from tournaments.api.shapes.entries import LICENCE_STATUSES
from tournaments.api.shapes.events import EVENT_LINE, EventLineShape
from tournaments.models import Event, Phase
from tournaments.series import federation_phases

PHASE_LEVELS = Phase.Level.values

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
    name = serializers.CharField()
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
