"""Federations: their clubs, tournaments and, for their organisers, licences."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from clubs import access as clubs
from clubs import federations, licence_lists, selectors
from clubs.csv_lists import LARGEST
from clubs.models import Club, Federation
from games.api.files import SheetView, kind_of_sheet, sheet_response
from ludopoli.api.auth import requesting_account
from ludopoli.api.idempotency import create_once
from ludopoli.api.models import Scope
from ludopoli.api.operations import Operation, created_response, document_operation, validated_body
from ludopoli.api.paging import PageQuery, PagingByCursor, list_response
from ludopoli.api.preconditions import if_match
from ludopoli.http.bodies import accept_bodies
from ludopoli.http.refusals import ActionRefused
from ludopoli.text import table_files
from tournaments import access, actions
from tournaments.api.shapes import EntryShape
from tournaments.api.shapes import federations as shapes
from tournaments.api.view_helpers import DIRECT, FEDERATIONS, person_named, sent_fields
from tournaments.models import Entry, with_former_people, with_people
from tournaments.outlets import federation_files
from tournaments.selectors import listed_events
from tournaments.series import federation_phases


def _club(code: str) -> Club:
    found = clubs.find_club(code.replace("\0", ""))
    if found is None:
        raise ActionRefused("no_club")
    return found


def _organised(request: Request, slug: str) -> Federation:
    """Return a federation that the account organises; raise a problem if it does not."""
    found = clubs.access_federation(slug)
    if not federations.is_organiser(requesting_account(request), found):
        raise ActionRefused("not_federation_organiser")
    return found


def _described(sent: dict[str, Any]) -> dict[str, Any]:
    """Return what was sent of a federation as the actions take it: categories are pairs."""
    if "age_categories" in sent:
        sent["age_categories"] = [[each["name"], each["oldest"]] for each in sent["age_categories"]]
    return sent


class FederationsByName(PagingByCursor):
    ordering = ("name", "id")


class FederationsView(Operation, ListAPIView[Federation]):
    scopes = DIRECT
    pagination_class = FederationsByName
    queries = {"GET": PageQuery}
    serializer_class = shapes.FederationLineShape

    @document_operation(responses={200: shapes.FederationLineShape(many=True)}, tags=FEDERATIONS)
    def get(self, request: Request) -> Response:
        """The federations, by name."""
        page = self.paginate_queryset(selectors.all_federations()) or []
        return self.get_paginated_response(shapes.FederationLineShape.render_all(page))

    @document_operation(
        request=shapes.CreateFederation, responses={201: shapes.FederationShape}, tags=FEDERATIONS
    )
    def post(self, request: Request) -> Response:
        """Found a federation, which you organise."""
        sent = _described(validated_body(shapes.CreateFederation, request))
        made = federations.create_federation(requesting_account(request), **sent)
        return created_response(shapes.FederationShape.render(made), f"federations/{made.slug}/")


class OneFederationView(Operation):
    scopes = DIRECT

    @document_operation(responses={200: shapes.FederationShape}, tags=FEDERATIONS)
    def get(self, request: Request, federation: str) -> Response:
        """A federation: its clubs, its categories by age, and the series that is its ranking."""
        return Response(shapes.FederationShape.render(clubs.access_federation(federation)))

    @document_operation(
        request=shapes.CreateFederation, responses={200: shapes.FederationShape}, tags=FEDERATIONS
    )
    @if_match(lambda _request, federation: Federation.objects.filter(slug=federation))
    def patch(self, request: Request, federation: str) -> Response:
        """Change some fields of a federation that you organise."""
        sent, found = (
            _described(sent_fields(shapes.CreateFederation, request)),
            clubs.access_federation(federation),
        )
        changed = federations.change_federation(requesting_account(request), found, **sent)
        return Response(shapes.FederationShape.render(changed))

    @document_operation(request=None, responses={204: None}, tags=FEDERATIONS)
    def delete(self, request: Request, federation: str) -> Response:
        """Delete a federation that you organise, with its licences. What was played stays with its clubs."""
        found = clubs.access_federation(federation)
        federations.delete_federation(requesting_account(request), found)
        return Response(status=204)


class OrganisersView(Operation):
    scopes = DIRECT

    @document_operation(request=None, responses={200: shapes.FederationShape}, tags=FEDERATIONS)
    def put(self, request: Request, federation: str, name: str) -> Response:
        """Let somebody else organise the federation, too."""
        found = clubs.access_federation(federation)
        federations.add_organiser(requesting_account(request), found, person_named(name))
        return Response(shapes.FederationShape.render(found))

    @document_operation(request=None, responses={204: None}, tags=FEDERATIONS)
    def delete(self, request: Request, federation: str, name: str) -> Response:
        """Take the office from an organiser; the last one keeps it."""
        found = clubs.access_federation(federation)
        federations.remove_organiser(requesting_account(request), found, person_named(name))
        return Response(status=204)


class AffiliationsView(Operation):
    scopes = {"GET": Scope.DIRECT}

    @document_operation(responses={200: shapes.AffiliationShape(many=True)}, tags=FEDERATIONS)
    def get(self, request: Request, federation: str) -> Response:
        """The clubs of a federation that you organise, with those that ask or are invited, by name."""
        found = _organised(request, federation)
        return list_response(shapes.AffiliationShape.render_all(selectors.affiliations_of(found)))


class OneAffiliationView(Operation):
    scopes = DIRECT

    @document_operation(request=None, responses={200: shapes.AffiliationShape}, tags=FEDERATIONS)
    def put(self, request: Request, federation: str, club: str) -> Response:
        """Invite a club, as an organiser, or ask for your own to belong. It does once both sides wish."""
        me, found, other = requesting_account(request), clubs.access_federation(federation), _club(club)
        if federations.is_organiser(me, found):
            row = federations.invite_club(me, found, other)
        else:
            row = federations.ask_to_affiliate(me, other, found)
        return Response(shapes.AffiliationShape.render(row))

    @document_operation(request=None, responses={204: None}, tags=FEDERATIONS)
    def delete(self, request: Request, federation: str, club: str) -> Response:
        """End the part of a club, or decline its request or the invitation, from either side. The licences of
        its members end."""
        found = clubs.access_federation(federation)
        federations.end_affiliation(requesting_account(request), found, _club(club))
        return Response(status=204)


class FederationEventsView(Operation):
    @document_operation(responses={200: shapes.PhaseShape(many=True)}, tags=FEDERATIONS)
    def get(self, request: Request, federation: str) -> Response:
        """The tournaments that count for a federation, earliest first, with those to which the best go on."""
        found = clubs.access_federation(federation)
        events = {each.pk: each for each in listed_events(request.user).filter(phase__federation=found)}
        phases = [
            each for each in federation_phases.phases_of(found, request.user) if each.event_id in events
        ]
        return list_response(shapes.PhaseShape.render_all(phases, events=events))


class OnePhaseView(Operation):
    scopes = DIRECT

    @document_operation(request=shapes.SetPhase, responses={200: shapes.PhaseShape}, tags=FEDERATIONS)
    def put(self, request: Request, federation: str, event: str) -> Response:
        """Let a tournament count for a federation that you organise, or change how."""
        found, sent = _organised(request, federation), validated_body(shapes.SetPhase, request)
        code = sent.pop("leads_to", None)
        following = access.access_event(request.user, code) if code else None
        one = access.access_event(request.user, event)
        phase = actions.set_phase(requesting_account(request), found, one, leads_to=following, **sent)
        shown = listed_events(request.user).filter(pk=one.pk)
        return Response(shapes.PhaseShape.render(phase, events={each.pk: each for each in shown}))

    @document_operation(request=None, responses={204: None}, tags=FEDERATIONS)
    def delete(self, request: Request, federation: str, event: str) -> Response:
        """Let a tournament no longer count; what was played stays."""
        found, one = clubs.access_federation(federation), access.access_event(request.user, event)
        actions.remove_phase(requesting_account(request), found, one)
        return Response(status=204)


class CarryOverView(Operation):
    scopes = DIRECT

    @document_operation(request=shapes.CarryOver, responses={200: EntryShape(many=True)}, tags=FEDERATIONS)
    def post(self, request: Request, federation: str, event: str) -> Response:
        """Enter the best of a tournament that is over in the one to which it leads; list the new entries."""
        sent, found = validated_body(shapes.CarryOver, request), clubs.access_federation(federation)
        declined = sent.get("declined", ())
        made = actions.carry_over_best(requesting_account(request), found, event, declined)
        rows = Entry.objects.filter(pk__in=[each.pk for each in made]).order_by("number")
        shown = rows.select_related("club").prefetch_related(with_people(), with_former_people())
        return list_response(EntryShape.render_all(shown))


TWO_LICENCES = (
    "number,name,club,card,born,valid_from,valid_until\n"
    "F-0113,Mario Rossi,Circolo Garibaldi,0113,1950,2026-01-01,2026-12-31\n"
)
TWO_ROUNDS = (
    "day,tournament,level,host,round,table,name,licence,club,category,entry,points\n"
    "2026-11-21,Il giovedì,club,Circolo Garibaldi,1,1,Mario Rossi,F-0113,Circolo Garibaldi,prima,I due,8.0\n"
)


class LicencesView(Operation):
    scopes = {**DIRECT, "GET": Scope.DIRECT}

    @document_operation(responses={200: shapes.LicenceShape(many=True)}, tags=FEDERATIONS)
    def get(self, request: Request, federation: str) -> Response:
        """The licences of a federation that you organise."""
        found = _organised(request, federation)
        return list_response(shapes.LicenceShape.render_all(selectors.find_licences(found)))

    @document_operation(request=shapes.IssueLicence, responses={201: shapes.LicenceShape}, tags=FEDERATIONS)
    def post(self, request: Request, federation: str) -> Response:
        """Give a member of one of the federation's clubs a licence."""
        sent, found = validated_body(shapes.IssueLicence, request), clubs.access_federation(federation)
        club, person = _club(sent.pop("club")), sent.pop("person")
        made = federations.issue_licence(requesting_account(request), found, club, person, **sent)
        address = f"federations/{found.slug}/licences/{made.number}/"
        return created_response(shapes.LicenceShape.render(made), address)


class LicenceFileView(SheetView):
    scopes = {"GET": Scope.DIRECT}

    @document_operation(
        responses=sheet_response("the licences; `licence-list/` reads it back", TWO_LICENCES),
        tags=FEDERATIONS,
    )
    def get(self, request: Request, federation: str) -> HttpResponse:
        """The licences of a federation that you organise, as CSV."""
        found = _organised(request, federation)
        sheet = selectors.licence_sheet(found)
        return table_files.file_response(kind_of_sheet(self.query), f"ludopoli-{found.slug}", sheet)


class FederationResultsView(SheetView):
    scopes = {"GET": Scope.DIRECT}

    @document_operation(
        responses=sheet_response("a line for each person in each round", TWO_ROUNDS), tags=FEDERATIONS
    )
    def get(self, request: Request, federation: str) -> HttpResponse:
        """Who played which round of the tournaments that count for a federation that you organise, as CSV."""
        found = _organised(request, federation)
        return federation_files.played_rounds_file(found, request.user, kind_of_sheet(self.query))


class OneLicenceView(Operation):
    scopes = DIRECT

    @document_operation(request=shapes.ChangeLicence, responses={200: shapes.LicenceShape}, tags=FEDERATIONS)
    def patch(self, request: Request, federation: str, number: str) -> Response:
        """Change some fields of a licence."""
        sent, found = sent_fields(shapes.ChangeLicence, request), clubs.access_federation(federation)
        changed = federations.change_licence(requesting_account(request), found, number, **sent)
        return Response(shapes.LicenceShape.render(changed))

    @document_operation(request=None, responses={204: None}, tags=FEDERATIONS)
    def delete(self, request: Request, federation: str, number: str) -> Response:
        """Withdraw a licence, with the year of birth."""
        found = clubs.access_federation(federation)
        federations.withdraw_licence(requesting_account(request), found, number)
        return Response(status=204)


class MoveLicenceView(Operation):
    scopes = DIRECT

    @document_operation(request=shapes.MoveLicence, responses={200: shapes.LicenceShape}, tags=FEDERATIONS)
    def post(self, request: Request, federation: str, number: str) -> Response:
        """Make a licence that of the same person in another club; what they have played stays theirs."""
        sent, found = validated_body(shapes.MoveLicence, request), clubs.access_federation(federation)
        me, club = requesting_account(request), _club(sent["club"])
        moved = federations.move_licence(me, found, number, club, sent["person"])
        return Response(shapes.LicenceShape.render(moved))


@accept_bodies(2 * LARGEST)
class ReadLicencesView(Operation):
    scopes = DIRECT

    @document_operation(
        request=shapes.LicenceList, responses={200: shapes.LicenceListShape}, tags=FEDERATIONS
    )
    @create_once
    def post(self, request: Request, federation: str) -> Response:
        """Read a list of licences: say what each line would do, or issue and renew those that are right."""
        sent, found = validated_body(shapes.LicenceList, request), _organised(request, federation)
        text, season = sent["text"].replace("\0", ""), (sent["valid_from"], sent["valid_until"])
        lines = (
            federations.import_licences(requesting_account(request), found, text, season)
            if sent["store"]
            else licence_lists.read_licences(text, found, season)
        )
        return Response(shapes.LicenceListShape.render({"stored": sent["store"], "lines": lines}))
