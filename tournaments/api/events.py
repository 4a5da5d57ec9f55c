"""Events: the calendar, creating and changing them, rounds and standings, and exports."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse, HttpResponseBase
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import access_club
from games.api.files import (
    NdjsonRenderer,
    OwnView,
    SheetView,
    kind_of_sheet,
    records_response,
    sheet_response,
)
from games.api.view_helpers import OfGame, as_usual, rules_wanted
from ludopoli.api.auth import requesting_account
from ludopoli.api.idempotency import create_once
from ludopoli.api.models import Scope
from ludopoli.api.operations import Operation, created_response, document_operation, validated_body
from ludopoli.api.paging import PageQuery, PagingByCursor, list_response
from ludopoli.api.preconditions import if_match
from ludopoli.api.rendering import JsonRenderer
from ludopoli.api.shapes import Between, Flag
from ludopoli.base.lookups import or_404
from tournaments import access, actions, selectors
from tournaments.api import shapes
from tournaments.api.view_helpers import (
    DIRECT,
    ENTER,
    TAGS,
    Organising,
    directed_event,
    event_of,
    number_parameters,
    path_number,
    person_named,
    sent_fields,
    table_of,
)
from tournaments.models import Event, LogEntry
from tournaments.outlets import bulletins, files, journal
from tournaments.pages.guide_cards import guide_cards
from tournaments.running import deals

EVENT_ANSWER = {200: shapes.EventShape}


def event_response(request: Request, event: Event) -> Response:
    """Answer with the event as it is now."""
    return Response(event_document(request, event_of(request, event.code)))


def event_document(request: Request, event: Event) -> Mapping[str, Any]:
    return shapes.EventShape.render(event, sheet=selectors.event_sheet(event), reader=request.user)


class EventsByStart(PagingByCursor):
    def get_ordering(self, request: Request, queryset: Any, view: Any) -> tuple[str, ...]:
        return ("-starts_at", "-id") if view.query["past"] else ("starts_at", "id")


def look_up(request: Request, sent: dict[str, Any]) -> None:
    """Replace the codes of a series and a club by these, and the list of dates by one to look them up in."""
    if sent.get("series") is not None:
        sent["series"] = access.access_series(request.user, sent["series"])
    if sent.get("club") is not None:
        sent["club"], _own = access_club(request.user, sent["club"])
    if "round_dates" in sent:
        sent["round_dates"] = {each["round"]: each["starts_at"] for each in sent["round_dates"]}


class CalendarQuery(PageQuery, OfGame, Between):
    past = Flag(default=False, help_text="`true`: events that are over, most recent first")
    mine = Flag(
        default=False, help_text="`true`: only events that you play in or direct, and that are not over"
    )
    club = serializers.CharField(
        required=False, max_length=12, help_text="only events of the club with this code"
    )


class EventsView(Operation, ListAPIView[Event]):
    scopes = DIRECT
    pagination_class = EventsByStart
    serializer_class = shapes.EventLineShape
    queries = {"GET": CalendarQuery}

    @document_operation(responses={200: shapes.EventLineShape(many=True)}, tags=TAGS)
    def get(self, request: Request) -> Response:
        """The tournaments to come or in play, earliest first."""
        rows = selectors.calendar_events(request.user, rules_wanted(self.query), past=self.query["past"])
        if "club" in self.query:
            rows = rows.filter(club__code=self.query["club"])
        if "since" in self.query:
            rows = rows.filter(starts_at__gte=self.query["since"])
        if "until" in self.query:
            rows = rows.filter(starts_at__lt=self.query["until"])
        if self.query["mine"]:
            rows = rows.filter(
                pk__in=selectors.own_events(requesting_account(request)).order_by().values("pk")
            )
        page = self.paginate_queryset(rows) or []
        return self.get_paginated_response(shapes.EventLineShape.render_all(page))

    @document_operation(request=shapes.CreateEvent, responses={201: shapes.EventShape}, tags=TAGS)
    def post(self, request: Request) -> Response:
        """Create a tournament. Fields left out have the defaults of the form on the site."""
        wanted = as_usual(validated_body(shapes.CreateEvent, request))
        look_up(request, wanted)
        made = actions.create_event(requesting_account(request), **wanted)
        return created_response(
            event_document(request, event_of(request, made.code)), f"tournaments/{made.code}/"
        )


class WithBotsView(Operation):
    scopes = ENTER

    @document_operation(request=shapes.PlayWithBots, responses={201: shapes.EventShape}, tags=TAGS)
    def post(self, request: Request) -> Response:
        """Begin a tournament that you play with bots only, or go on with it. It is private and not rated, and
        begins at once; your table is in your own part of it."""
        sent = validated_body(shapes.PlayWithBots, request)
        event = actions.play_with_bots(requesting_account(request), **sent)
        return created_response(event_document(request, event), f"tournaments/{event.code}/")


class OneEventView(Operation):
    scopes = DIRECT

    @document_operation(responses=EVENT_ANSWER, tags=TAGS)
    def get(self, request: Request, event: str) -> Response:
        """A tournament with all its settings."""
        return event_response(request, event_of(request, event))

    @document_operation(request=shapes.ChangeEvent, responses=EVENT_ANSWER, tags=TAGS)
    @if_match(lambda _request, event: Event.objects.filter(code=event))
    def patch(self, request: Request, event: str) -> Response:
        """Change some fields. Game and format are fixed once somebody has entered, most others at the
        start."""
        sent = sent_fields(shapes.ChangeEvent, request)
        look_up(request, sent)
        return event_response(
            request, actions.change_event(requesting_account(request), event_of(request, event), **sent)
        )


class RepeatEventView(Organising):
    @document_operation(request=shapes.Again, responses={200: shapes.EventLineShape(many=True)}, tags=TAGS)
    @create_once
    def post(self, request: Request, event: str) -> Response:
        """Announce a tournament again, for each of these starts, with everything that was set up for it: its
        play, club, series if you run it, and the people who run it. Your account organises it."""
        starts = validated_body(shapes.Again, request)["starts"]
        made = actions.repeat_event(requesting_account(request), event_of(request, event), starts)
        rows = selectors.listed_events(request.user).filter(pk__in=[each.pk for each in made])
        return list_response(shapes.EventLineShape.render_all(rows.order_by("starts_at")))


class CancelView(Organising):
    @document_operation(request=shapes.Reason, responses=EVENT_ANSWER, tags=TAGS)
    def post(self, request: Request, event: str) -> Response:
        """Cancel a tournament. Matches in play are aborted."""
        reason = validated_body(shapes.Reason, request)["reason"]
        return event_response(
            request, actions.cancel_event(requesting_account(request), event_of(request, event), reason)
        )


# ---- directors, invitations, spectators


class DirectorView(Organising):
    @document_operation(request=shapes.RoleInEvent, responses={200: shapes.EventShape}, tags=TAGS)
    def put(self, request: Request, event: str, name: str) -> Response:
        """Give a person a role in running the event, in place of another that they had. Only the organiser
        can."""
        sent, found = validated_body(shapes.RoleInEvent, request), event_of(request, event)
        return event_response(
            request, actions.add_director(requesting_account(request), found, person_named(name), **sent)
        )

    @document_operation(request=None, responses={200: shapes.EventShape}, tags=TAGS)
    def delete(self, request: Request, event: str, name: str) -> Response:
        """Take a person's role in running the event away. Only the organiser can."""
        return event_response(
            request,
            actions.remove_director(
                requesting_account(request), event_of(request, event), person_named(name)
            ),
        )


NAMES = {200: shapes.NameShape(many=True)}


class InviteesView(Operation):
    scopes = {"GET": Scope.DIRECT}

    @document_operation(responses=NAMES, tags=TAGS)
    def get(self, request: Request, event: str) -> Response:
        """The invited people, for directors."""
        return invited(directed_event(request, event))


class InviteeView(Organising):
    @document_operation(request=None, responses=NAMES, tags=TAGS)
    def put(self, request: Request, event: str, name: str) -> Response:
        """Invite a person, who may then enter with any rating."""
        return invited(
            actions.invite_to_event(requesting_account(request), event_of(request, event), person_named(name))
        )

    @document_operation(request=None, responses=NAMES, tags=TAGS)
    def delete(self, request: Request, event: str, name: str) -> Response:
        """Withdraw an invitation. An entry that was already made stays."""
        return invited(
            actions.withdraw_invitation(
                requesting_account(request), event_of(request, event), person_named(name)
            )
        )


class OnlookersView(Operation):
    scopes = {"GET": Scope.DIRECT}

    @document_operation(responses=NAMES, tags=TAGS)
    def get(self, request: Request, event: str) -> Response:
        """The spectators who may see a hand, for directors."""
        return onlookers(directed_event(request, event))


class OnlookerView(Organising):
    @document_operation(request=None, responses=NAMES, tags=TAGS)
    def put(self, request: Request, event: str, name: str) -> Response:
        """Let a spectator see the hand at the seat from which they watch."""
        return onlookers(
            actions.show_hands(requesting_account(request), event_of(request, event), person_named(name))
        )

    @document_operation(request=None, responses=NAMES, tags=TAGS)
    def delete(self, request: Request, event: str, name: str) -> Response:
        """Withdraw a spectator's permission to see a hand."""
        return onlookers(
            actions.hide_hands(requesting_account(request), event_of(request, event), person_named(name))
        )


def onlookers(event: Event) -> Response:
    return list_response(shapes.NameShape.render_all(event.onlookers.order_by("username")))


def invited(event: Event) -> Response:
    rows = event.invitees.order_by("user__username").select_related("user")
    return list_response(shapes.NameShape.render_all([each.user for each in rows]))


# ---- rounds and results


class RoundsView(Operation):
    @document_operation(responses={200: shapes.RoundShape(many=True)}, tags=TAGS)
    def get(self, request: Request, event: str) -> Response:
        """All rounds with their tables and results."""
        sheet = selectors.sheet_for(request.user, event_of(request, event))
        return list_response(shapes.RoundShape.render_all(sheet.rounds, sheet=sheet))


class OneRoundView(Operation):
    @document_operation(parameters=number_parameters("round"), responses={200: shapes.RoundShape}, tags=TAGS)
    def get(self, request: Request, event: str, round: str) -> Response:
        """A round with its tables."""
        sheet = selectors.sheet_for(request.user, event_of(request, event))
        found = or_404(next((each for each in sheet.rounds if each.number == path_number(round)), None))
        return Response(shapes.RoundShape.render(found, sheet=sheet))


class OneEventTableView(Operation):
    @document_operation(
        parameters=number_parameters("round", "table"), responses={200: shapes.EventTableShape}, tags=TAGS
    )
    def get(self, request: Request, event: str, round: str, table: str) -> Response:
        """A table of a round."""
        found = table_of(request, event, round, table)
        sheet = selectors.sheet_for(request.user, found.round.event)
        return Response(shapes.EventTableShape.render(sheet.row(found), sheet=sheet))


class StandingsView(Operation):
    @document_operation(responses={200: shapes.StandingShape(many=True)}, tags=TAGS)
    def get(self, request: Request, event: str) -> Response:
        """The current standings, with the sum behind every tie-break."""
        sheet = selectors.sheet_for(request.user, event_of(request, event))
        return list_response(shapes.StandingShape.render_all(sheet.lines, sheet=sheet))


class BulletinsView(Operation):
    @document_operation(responses={200: shapes.BulletinShape(many=True)}, tags=TAGS)
    def get(self, request: Request, event: str) -> Response:
        """What there is to tell of a tournament now, in the language of the request, ready to be posted."""
        found = event_of(request, event)
        link = request.build_absolute_uri(found.get_absolute_url())
        return list_response(shapes.BulletinShape.render_all(bulletins.bulletins_of(found), link=link))


class TravellersView(Operation):
    @document_operation(responses={200: shapes.TravellerShape(many=True)}, tags=TAGS)
    def get(self, request: Request, event: str, deal: str) -> Response:
        """The results of all tables for a deal; empty until its cards are open."""
        rows = deals.traveller_lines(selectors.event_sheet(event_of(request, event)), deal)
        return list_response(shapes.TravellerShape.render_all(rows))


class BarometerView(Operation):
    @document_operation(
        parameters=number_parameters("round"),
        responses={200: shapes.BarometerLineShape(many=True)},
        tags=TAGS,
    )
    def get(self, request: Request, event: str, round: str) -> Response:
        """The standings after each deal of a round; empty until nobody can play its deals any more, and
        where rounds overlap."""
        sheet = selectors.event_sheet(event_of(request, event))
        found = or_404(next((each for each in sheet.rounds if each.number == path_number(round)), None))
        courses = deals.standings_by_deal(sheet, found.number)
        return list_response(shapes.BarometerLineShape.render_all(courses, sheet=sheet))


class GuideCardsView(Operation):
    @document_operation(responses={200: shapes.GuideCardShape(many=True)}, tags=TAGS)
    def get(self, request: Request, event: str) -> Response:
        """The way of each entry through all rounds, if these are planned beforehand; otherwise empty."""
        sheet = selectors.event_sheet(event_of(request, event))
        return list_response(shapes.GuideCardShape.render_all(guide_cards(sheet)))


class HandOfTheEveningView(Operation):
    @document_operation(responses={200: shapes.HighlightShape}, tags=TAGS)
    def get(self, request: Request, event: str) -> Response:
        """Of all deals, the one whose results differ the most. Not found until the event is over, and where
        no two tables had the same deal."""
        sheet = selectors.event_sheet(event_of(request, event))
        return Response(shapes.HighlightShape.render(or_404(deals.hand_of_evening(sheet))))


class AnnouncementsView(Operation):
    scopes = DIRECT

    @document_operation(responses={200: shapes.AnnouncementShape(many=True)}, tags=TAGS)
    def get(self, request: Request, event: str) -> Response:
        """The directors' announcements, most recent first."""
        rows = selectors.announcements_of(event_of(request, event))
        return list_response(shapes.AnnouncementShape.render_all(rows))

    @document_operation(request=shapes.Announce, responses={201: shapes.AnnouncementShape}, tags=TAGS)
    def post(self, request: Request, event: str) -> Response:
        """Publish an announcement."""
        text = validated_body(shapes.Announce, request)["text"]
        made = actions.publish_announcement(requesting_account(request), event_of(request, event), text)
        return created_response(shapes.AnnouncementShape.render(made), f"tournaments/{event}/announcements/")


class LogView(Operation, ListAPIView[LogEntry]):
    scopes = {"GET": Scope.DIRECT}
    pagination_class = PagingByCursor
    queries = {"GET": PageQuery}
    serializer_class = shapes.LogShape

    @document_operation(responses={200: shapes.LogShape(many=True)}, tags=TAGS)
    def get(self, request: Request, event: str) -> Response:
        """The log of the event with actors and reasons, most recent first; for directors."""
        found, me = directed_event(request, event), requesting_account(request)
        page = self.paginate_queryset(journal.rows_of(found)) or []
        rows = journal.lines_of(page, me, selectors.hidden_rounds(me, found))
        return self.get_paginated_response(shapes.LogShape.render_all(rows))


# ---- exports

TWO_LINES = "place,entry,name,score,rounds,byes,members,wins\n1,4,I due,61.2,5,3,Anna / Carla,4.0\n"


class ResultsView(SheetView):
    @document_operation(
        responses=sheet_response("the standings, then every table", TWO_LINES),
        tags=TAGS,
    )
    def get(self, request: Request, event: str) -> HttpResponse:
        """The standings and the results of all tables as CSV."""
        return files.results_file(event_of(request, event), request.user, kind_of_sheet(self.query))


class RecordsView(OwnView):
    renderer_classes = [NdjsonRenderer, JsonRenderer]

    @document_operation(
        responses=records_response("the matches that you may see, one a line"),
        tags=TAGS,
    )
    def get(self, request: Request, event: str) -> HttpResponseBase:
        """The matches whose deals are open, as records, one per line. You must be signed in."""
        found = event_of(request, event)
        return files.records_response_of(request._request, found, self.person(request))
