"""What clubs have of tournaments."""

from __future__ import annotations

from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from clubs import access as clubs
from clubs.access import access_club
from clubs.actions import check_capability
from clubs.models import Club
from clubs.roles import Capability
from games.people import profiles
from ludopoli.api.auth import requesting_account
from ludopoli.api.idempotency import create_once
from ludopoli.api.models import Scope
from ludopoli.api.operations import (
    Operation,
    created_response,
    document_operation,
    validated_body,
)
from ludopoli.api.paging import PageQuery, PagingByCursor, list_response
from ludopoli.http.refusals import ActionRefused
from tournaments import access, actions, club_records, selectors
from tournaments.api import shapes
from tournaments.api.view_helpers import DIRECT, number_parameters, path_number
from tournaments.models import Entry, Event, EventTemplate, Member


class EventsLatestFirst(PagingByCursor):
    ordering = ("-starts_at", "-id")


class FameView(Operation, ListAPIView[Event]):
    pagination_class = EventsLatestFirst
    queries = {"GET": PageQuery}
    serializer_class = shapes.PodiumShape

    @document_operation(responses={200: shapes.PodiumShape(many=True)}, tags=["clubs"])
    def get(self, request: Request, club: str) -> Response:
        """The winners of a club's tournaments, most recent first."""
        found, _own = access_club(request.user, club)
        page = self.paginate_queryset(selectors.podiums_of(found, request.user)) or []
        return self.get_paginated_response(shapes.PodiumShape.render_all(page))


class ClubRecordsView(Operation):
    scopes = {"GET": Scope.READ}

    @document_operation(responses={200: shapes.ClubRecordShape(many=True)}, tags=["clubs"])
    def get(self, request: Request, club: str) -> Response:
        """The records of a club's people in its tournaments, with or without an account, the most
        victories first; for members."""
        found = club_for_members(request, club)
        return list_response(
            shapes.ClubRecordShape.render_all(club_records.club_records(found, request.user))
        )


class EveningsOfPersonView(Operation, ListAPIView[Member]):
    pagination_class = PagingByCursor
    queries = {"GET": PageQuery}
    serializer_class = shapes.EveningResultShape

    @document_operation(responses={200: shapes.EveningResultShape(many=True)}, tags=["people"])
    def get(self, request: Request, name: str) -> Response:
        """The evenings that a person has played to the end at real tables, the last entered first.

        Events that you may not know of are left out.
        """
        rows = selectors.evenings_of(profiles.access_player(name), request.user)
        page = self.paginate_queryset(rows) or []
        return self.get_paginated_response(shapes.EveningResultShape.render_all(page))


class MemberResultsView(Operation):
    scopes = {"GET": Scope.READ}

    @document_operation(
        parameters=number_parameters("member"),
        responses={200: shapes.ClubResultShape(many=True)},
        tags=["clubs"],
    )
    def get(self, request: Request, club: str, member: str) -> Response:
        """The results of a member in the club's tournaments, most recent first; for members."""
        found = clubs.member_of(club_for_members(request, club), path_number(member))
        if found is None or not clubs.is_member(found):
            raise ActionRefused("no_member")
        history = club_records.history_of_line(found, request.user)
        return list_response(shapes.ClubResultShape.render_all(history))


class ForgetMemberView(Operation):
    scopes = {"POST": Scope.MANAGE}

    @document_operation(
        request=None, parameters=number_parameters("member"), responses={204: None}, tags=["clubs"]
    )
    def post(self, request: Request, club: str, member: str) -> Response:
        """Take a member off the list at their wish, and forget their name in the club's tournaments; places
        and results stay."""
        found = clubs.member_of(club_for_members(request, club), path_number(member))
        if found is None:
            raise ActionRefused("no_member")
        actions.forget_club_member(requesting_account(request), found)
        return Response(status=204)


def club_for_members(request: Request, club: str) -> Club:
    """Return a club of which the account is a member; raise a problem if it is not."""
    requesting_account(request)
    found, own = access_club(request.user, club)
    check_capability(own, Capability.PARTICIPATE)
    return found


def club_of_organiser(request: Request, club: str) -> Club:
    """Return a club for which the account holds events; raise a problem if it does not."""
    requesting_account(request)
    found, own = access_club(request.user, club)
    check_capability(own, Capability.ORGANISE_EVENTS)
    return found


class EventTemplatesView(Operation):
    scopes = DIRECT

    @document_operation(responses={200: shapes.EventTemplateShape(many=True)}, tags=["clubs"])
    def get(self, request: Request, club: str) -> Response:
        """The templates of a club for its tournaments, for those who hold them."""
        found = club_of_organiser(request, club)
        rows = EventTemplate.objects.filter(club=found).select_related("event")
        return list_response(shapes.EventTemplateShape.render_all(rows))

    @document_operation(
        request=shapes.NewEventTemplate, responses={201: shapes.EventTemplateShape}, tags=["clubs"]
    )
    def post(self, request: Request, club: str) -> Response:
        """Save what was set up for a tournament of the club as a template."""
        found, sent = club_of_organiser(request, club), validated_body(shapes.NewEventTemplate, request)
        event = access.access_event(request.user, sent["event"])
        if event.club_id != found.pk:
            raise ActionRefused("no_club_template")
        made = actions.save_template(requesting_account(request), event, sent["name"])
        shown = shapes.EventTemplateShape.render(made)
        return created_response(shown, f"clubs/{found.code}/event-templates/{made.pk}/")


class OneEventTemplateView(Operation):
    scopes = {"PATCH": Scope.DIRECT, "DELETE": Scope.DIRECT}

    @document_operation(
        request=shapes.EventTemplateName,
        parameters=number_parameters("template"),
        responses={200: shapes.EventTemplateShape},
        tags=["clubs"],
    )
    def patch(self, request: Request, club: str, template: str) -> Response:
        """Rename a template."""
        found, sent = club_of_organiser(request, club), validated_body(shapes.EventTemplateName, request)
        one = access.access_template(found, path_number(template))
        renamed = actions.rename_template(requesting_account(request), one, sent["name"])
        return Response(shapes.EventTemplateShape.render(renamed))

    @document_operation(
        request=None, parameters=number_parameters("template"), responses={204: None}, tags=["clubs"]
    )
    def delete(self, request: Request, club: str, template: str) -> Response:
        """Delete a template; its tournament stays."""
        found = club_of_organiser(request, club)
        one = access.access_template(found, path_number(template))
        actions.delete_template(requesting_account(request), one)
        return Response(status=204)


class BeginFromTemplateView(Operation):
    scopes = DIRECT

    @document_operation(
        request=shapes.Again,
        parameters=number_parameters("template"),
        responses={200: shapes.EventLineShape(many=True)},
        tags=["clubs"],
    )
    @create_once
    def post(self, request: Request, club: str, template: str) -> Response:
        """Announce tournaments from a template, one for each of these starts."""
        found, sent = club_of_organiser(request, club), validated_body(shapes.Again, request)
        one = access.access_template(found, path_number(template))
        made = actions.begin_from_template(requesting_account(request), one, sent["starts"])
        rows = selectors.listed_events(request.user).filter(pk__in=[each.pk for each in made])
        return list_response(shapes.EventLineShape.render_all(rows.order_by("starts_at")))


class TeamsView(Operation, ListAPIView[Entry]):
    pagination_class = PagingByCursor
    queries = {"GET": PageQuery}
    serializer_class = shapes.ClubTeamShape

    @document_operation(responses={200: shapes.ClubTeamShape(many=True)}, tags=["clubs"])
    def get(self, request: Request, club: str) -> Response:
        """The teams that play for a club, the latest to enter first."""
        found, _own = access_club(request.user, club)
        page = self.paginate_queryset(selectors.teams_of_club(found, request.user)) or []
        return self.get_paginated_response(shapes.ClubTeamShape.render_all(page))
