"""Events at real tables: entries from a list, score sheets by players, and evenings from another site."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiResponse
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import access_club
from clubs.csv_lists import LARGEST
from games.api.files import SheetView, kind_of_sheet, sheet_response
from ludopoli.api.auth import requesting_account
from ludopoli.api.idempotency import create_once
from ludopoli.api.models import Scope
from ludopoli.api.operations import Operation, Unstored, created_response, document_operation, validated_body
from ludopoli.http.bodies import accept_bodies
from ludopoli.http.problems import Problem
from ludopoli.http.refusals import REFUSALS, ActionRefused
from tournaments import access, actions, selectors
from tournaments.api import shapes
from tournaments.api.events import event_document
from tournaments.api.view_helpers import (
    DIRECT,
    DIRECTING,
    ENTER,
    Organising,
    directed_event,
    entry_of,
    event_of,
    number_parameters,
    round_of,
    table_of,
)
from tournaments.evenings import evening_files
from tournaments.evenings.evening_changes import EveningChanges
from tournaments.models import Event, Round, TournamentTable
from tournaments.outlets import files
from tournaments.scores import score_links, score_sheets
from tournaments.scores.score_links import ScoreWriter


@accept_bodies(2 * LARGEST)
class ReadEntriesView(Organising):
    @document_operation(request=shapes.EntryList, responses={200: shapes.EntryListShape}, tags=DIRECTING)
    @create_once
    def post(self, request: Request, event: str) -> Response:
        """Read entries from a list: say what each would do, or store those that are not wrong."""
        sent, found = validated_body(shapes.EntryList, request), directed_event(request, event)
        text, store = sent["text"].replace("\0", ""), sent["store"]
        homonyms = frozenset(sent["homonyms"])
        read = (
            actions.import_entries(requesting_account(request), found, text, homonyms)
            if store
            else actions.read_list(found, text, homonyms)
        )
        return Response(shapes.EntryListShape.render({"stored": store, "lines": read}))


class EntryFileView(SheetView):
    scopes = {"GET": Scope.DIRECT}

    @document_operation(
        responses=sheet_response(
            "a line for each person, pair or member of a team",
            "name1,card1,category1,name2,card2,category2,group\nAnna,,,Carla,,,I due\n",
        ),
        tags=DIRECTING,
    )
    def get(self, request: Request, event: str) -> HttpResponse:
        """The entries of an event at real tables as CSV, which `entries/list/` of another event reads; for
        directors."""
        found = directed_event(request, event)
        if not found.is_real:
            raise Http404
        return files.entries_file(found, kind_of_sheet(self.query))


class ScoreLinkView(Unstored):
    scopes = {"GET": Scope.DIRECT, "POST": Scope.DIRECT}

    @document_operation(
        parameters=number_parameters("entry"), responses={200: shapes.ScoreLinkShape}, tags=DIRECTING
    )
    def get(self, request: Request, event: str, entry: str) -> Response:
        """The link by which somebody without an account writes scores for an entry."""
        return self._link(request, directed_event(request, event), entry)

    @document_operation(
        request=None,
        parameters=number_parameters("entry"),
        responses={200: shapes.ScoreLinkShape},
        tags=DIRECTING,
    )
    def post(self, request: Request, event: str, entry: str) -> Response:
        """Make a new link; the earlier ones stop working."""
        found = directed_event(request, event)
        if found.is_real:
            actions.renew_score_link(requesting_account(request), entry_of(found, entry))
        return self._link(request, found, entry)

    @staticmethod
    def _link(request: Request, event: Event, entry: str) -> Response:
        if not event.is_real:
            raise ActionRefused("not_real")
        found = entry_of(event, entry)
        link = score_links.fresh_score_link(request, event, ScoreWriter(found))
        printed = score_links.printed_score_links(request, event, [found])
        members = [each for each in printed if each.writer.place is not None]
        return Response(shapes.ScoreLinkShape.render(link, members=members))


class WriteOwnScoresView(Operation):
    scopes = ENTER

    @document_operation(
        request=shapes.OwnScores,
        responses={200: shapes.EventTableShape},
        parameters=number_parameters("round", "table"),
        tags=DIRECTING,
    )
    def post(self, request: Request, event: str, round: str, table: str) -> Response:
        """Write down scores at your real table. They count once another side has written the same, which is
        how that side confirms them."""
        sent, found = validated_body(shapes.OwnScores, request), event_of(request, event)
        if not found.is_real:
            raise ActionRefused("not_real")
        own = selectors.writing_member(requesting_account(request), found)
        if own is None:
            raise ActionRefused("not_entered")
        rows = {each["deal"]: each["scores"] for each in sent["rows"]}
        at = table_of(request, event, round, table)
        if not score_links.writer_of(found, own).sits_at(at):
            raise ActionRefused("not_your_table")
        actions.write_scores(
            requesting_account(request),
            own.entry,
            at,
            rows,
            sent_as=sent.get("id", ""),
            broken_off=sent["broken_off"],
        )
        now = table_of(request, event, round, table)
        sheet = selectors.sheet_for(request.user, found)
        return Response(shapes.EventTableShape.render(sheet.row(now), sheet=sheet))


class UnconfirmedScoresView(Unstored):
    scopes = {"GET": Scope.DIRECT, "POST": Scope.DIRECT}

    @document_operation(
        parameters=number_parameters("round"), responses={200: shapes.UnconfirmedShape}, tags=DIRECTING
    )
    def get(self, request: Request, event: str, round: str) -> Response:
        """The scores that one side of each real table has written, and no other has confirmed or
        contradicted."""
        return self._unconfirmed(request, round_of(request, event, round))

    @document_operation(
        request=shapes.ConfirmScores,
        parameters=number_parameters("round"),
        responses={200: shapes.UnconfirmedShape},
        tags=DIRECTING,
    )
    def post(self, request: Request, event: str, round: str) -> Response:
        """Confirm scores that one side has written, at one table or at all of the round; return those that
        are left. Nothing is confirmed if a side has written other scores since."""
        sent, found = validated_body(shapes.ConfirmScores, request), round_of(request, event, round)
        me = requesting_account(request)
        actions.confirm_scores(me, found.event, found.number, sent["seen"], sent.get("table"))
        return self._unconfirmed(request, found)

    @staticmethod
    def _unconfirmed(request: Request, found: Round) -> Response:
        is_hidden = found.number in selectors.hidden_rounds(request.user, found.event)
        playing = found.tables.filter(status=TournamentTable.Status.PLAYING).order_by("number")
        tables = [] if is_hidden or not found.event.is_real else [*playing]
        sheets = score_sheets.read_score_sheets(tables)
        waiting = [(each, tuple(row for row in sheets[each.pk] if row.unconfirmed)) for each in tables]
        shown = {
            "seen": score_sheets.latest_entry(sheets.values()),
            "tables": [(table, rows) for table, rows in waiting if rows],
        }
        return Response(shapes.UnconfirmedShape.render(shown))


@accept_bodies(2 * LARGEST)
class EveningFileView(Operation):
    scopes = {"GET": Scope.READ}

    @document_operation(
        responses={
            200: OpenApiResponse(
                OpenApiTypes.OBJECT,
                description="the file, which `evenings/` of another site takes",
                examples=[OpenApiExample("an excerpt", value={"code": "k3mw8xzt", "name": "Il giovedì"})],
            )
        },
        tags=DIRECTING,
    )
    def get(self, request: Request, event: str) -> Response:
        """An evening at real tables as a file, once it was played to the end; for directors."""
        held = directed_event(request, event)
        if not evening_files.has_file(held):
            raise Http404
        return Response(evening_files.evening_document(held))


class EveningsView(Operation):
    scopes = DIRECT

    @document_operation(request=shapes.Evening, responses={201: shapes.EventShape}, tags=DIRECTING)
    def post(self, request: Request) -> Response:
        """Bring an evening at real tables from the file of another site; the same file again changes
        nothing. A newer version of an evening that you have brought is refused as `evening_newer`, with the
        differences in `changes` (people, scores, places, the names of other fields); `confirmed` replaces
        it."""
        sent = validated_body(shapes.Evening, request)
        club = access_club(request.user, sent["club"])[0] if sent.get("club") else None
        data, confirmed = sent["file"].encode(), sent["confirmed"]
        made = actions.import_evening(requesting_account(request), data, club, confirmed=confirmed)
        if isinstance(made, EveningChanges):
            changes = shapes.EveningChangesShape.render(made)
            raise Problem(*REFUSALS.problem("evening_newer"), changes=changes)
        found = access.access_event(request.user, made.code)
        return created_response(event_document(request, found), f"tournaments/{found.code}/")
