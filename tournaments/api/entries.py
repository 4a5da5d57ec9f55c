"""Entries: operations of players on their own, and of directors on all."""

from __future__ import annotations

from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import access_club
from clubs.models import Club
from games.api.view_helpers import OWN
from ludopoli.accounts.models import User
from ludopoli.api.auth import requesting_account
from ludopoli.api.models import Scope
from ludopoli.api.operations import Operation, created_response, document_operation, validated_body
from ludopoli.api.paging import PageQuery, PagingByCursor, list_response
from ludopoli.api.shapes import Flag, Shape
from ludopoli.http.refusals import ActionRefused
from ludopoli.text import zones
from tournaments import actions, selectors
from tournaments.api import shapes
from tournaments.api.view_helpers import (
    ENTER,
    ENTRIES,
    Organising,
    directed_event,
    entrant_of,
    entry_of,
    event_of,
    number_parameters,
    person_named,
)
from tournaments.entering.door import Door
from tournaments.models import Entry, Event, with_former_people, with_people

ENTRY_ANSWER = {200: shapes.EntryShape}


def entries(event: Event) -> QuerySet[Entry]:
    """Return the entries with the members that `EntryShape` reads."""
    return event.entries.select_related("club").prefetch_related(with_people(), with_former_people())


def club_with_code(request: Request, code: str | None) -> Club | None:
    """Return the club with this code, or None without one. Raises `Http404`."""
    return None if code is None else access_club(request.user, code)[0]


def entry_now(event: Event, pk: int, *, own: bool = False) -> Response:
    """Return the entry as it is now; its `own` people see its line-up, even if it is sealed."""
    return Response(shapes.EntryShape.render(entries(event).get(pk=pk), own=own))


def entry_made(event: Event, pk: int) -> Response:
    made = entries(event).get(pk=pk)
    return created_response(
        shapes.EntryShape.render(made), f"tournaments/{event.code}/entries/{made.number}/"
    )


class EntriesByNumber(PagingByCursor):
    ordering = ("number",)


class EntriesQuery(PageQuery):
    status = serializers.ChoiceField(shapes.ENTRY_STATUSES, required=False)
    seeks_partner = Flag(required=False, help_text="`true`: entries with a place that anybody may take")


class EntriesView(Operation, ListAPIView[Entry]):
    scopes = ENTER
    pagination_class = EntriesByNumber
    serializer_class = shapes.EntryShape
    queries = {"GET": EntriesQuery}

    @document_operation(responses={200: shapes.EntryShape(many=True)}, tags=ENTRIES)
    def get(self, request: Request, event: str) -> Response:
        """The entries, in the order of entering."""
        found = event_of(request, event)
        rows = entries(found)
        if "status" in self.query:
            rows = rows.filter(status=self.query["status"])
        if "seeks_partner" in self.query:
            seeking = Q(members__in=selectors.vacant_places(found).filter(wanted=True))
            rows = rows.filter(seeking if self.query["seeks_partner"] else ~seeking)
        page = self.paginate_queryset(rows) or []
        return self.get_paginated_response(shapes.EntryShape.render_all(page))

    @document_operation(request=shapes.Register, responses={201: shapes.EntryShape}, tags=ENTRIES)
    def post(self, request: Request, event: str) -> Response:
        """Enter, alone or with a partner, who then has to accept."""
        sent, found = validated_body(shapes.Register, request), event_of(request, event)
        partner = person_named(sent["partner"]) if "partner" in sent else None
        team = [person_named(name) for name in sent.get("team", ())]
        made = actions.register_entry(
            requesting_account(request),
            found,
            partner=partner,
            team=team,
            name=sent.get("name", ""),
            club=club_with_code(request, sent.get("club")),
            nonce=sent["nonce"],
            homonym=sent["homonym"],
            seeking=sent["seeking"],
        )
        return entry_made(found, made.pk)


class OneEntryView(Operation):
    @document_operation(parameters=number_parameters("entry"), responses=ENTRY_ANSWER, tags=ENTRIES)
    def get(self, request: Request, event: str, entry: str) -> Response:
        """An entry with its members."""
        found = event_of(request, event)
        return entry_now(found, entry_of(found, entry).pk)


class TeamMembersView(Operation):
    scopes = ENTER

    @document_operation(
        request=shapes.AskMember, parameters=number_parameters("entry"), responses=ENTRY_ANSWER, tags=ENTRIES
    )
    def post(self, request: Request, event: str, entry: str) -> Response:
        """Ask a person to join your team; they have to accept."""
        found = event_of(request, event)
        who = person_named(validated_body(shapes.AskMember, request)["name"])
        return entry_now(
            found, actions.ask_member(requesting_account(request), entry_of(found, entry), who).pk
        )


class TeamClubView(Operation):
    scopes = ENTER

    @document_operation(
        request=shapes.TeamClub, parameters=number_parameters("entry"), responses=ENTRY_ANSWER, tags=ENTRIES
    )
    def put(self, request: Request, event: str, entry: str) -> Response:
        """Let your team play for a club that you direct, or for none."""
        found = event_of(request, event)
        club = club_with_code(request, validated_body(shapes.TeamClub, request)["club"])
        return entry_now(
            found, actions.represent_club(requesting_account(request), entry_of(found, entry), club).pk
        )


class TeamLineUpView(Operation):
    scopes = ENTER

    @document_operation(
        request=shapes.LineUp, parameters=number_parameters("entry"), responses=ENTRY_ANSWER, tags=ENTRIES
    )
    def put(self, request: Request, event: str, entry: str) -> Response:
        """Set the line-up of your team, from the next round on."""
        found = event_of(request, event)
        places = validated_body(shapes.LineUp, request)["places"]
        lined_up = actions.hand_in_line_up(requesting_account(request), entry_of(found, entry), places)
        return entry_now(found, lined_up.pk, own=True)


class OwnEntryView(Operation):
    """An operation on the player's own entry."""

    scopes = ENTER


class AcceptPartnerView(OwnEntryView):
    @document_operation(request=shapes.AddNonce, responses=ENTRY_ANSWER, tags=ENTRIES)
    def post(self, request: Request, event: str) -> Response:
        """Accept a partner, who has entered with you or offers you a vacant place."""
        sent, found = validated_body(shapes.AddNonce, request), event_of(request, event)
        return entry_now(found, actions.accept_partner(requesting_account(request), found, sent["nonce"]).pk)


class DeclinePartnerView(OwnEntryView):
    @document_operation(request=None, responses={204: None}, tags=ENTRIES)
    def post(self, request: Request, event: str) -> Response:
        """Decline a partner. An entry that waits for you is deleted; a place offered to you is free again."""
        actions.decline_partner(requesting_account(request), event_of(request, event))
        return Response(status=204)


class WithdrawEntryView(OwnEntryView):
    @document_operation(request=None, responses={204: None}, tags=ENTRIES)
    def post(self, request: Request, event: str) -> Response:
        """Withdraw. Once the event has begun, a bot plays the rest of the round.

        A partner stays, and looks for somebody else with `seek-partner/`.
        """
        actions.withdraw_from_event(requesting_account(request), event_of(request, event))
        return Response(status=204)


class ComeBackView(OwnEntryView):
    @document_operation(request=None, responses=ENTRY_ANSWER, tags=ENTRIES)
    def post(self, request: Request, event: str) -> Response:
        """Undo your withdrawal, until the next round is paired or somebody has taken your place."""
        found = event_of(request, event)
        return entry_now(found, actions.come_back(requesting_account(request), found).pk)


class ForgetView(Organising):
    @document_operation(
        request=shapes.ForgetPerson,
        parameters=number_parameters("entry"),
        responses=ENTRY_ANSWER,
        tags=ENTRIES,
    )
    def post(self, request: Request, event: str, entry: str) -> Response:
        """Forget a person without an account, at their wish, once the tournament is over: the name goes,
        place and results stay."""
        sent, found = validated_body(shapes.ForgetPerson, request), event_of(request, event)
        one = entry_of(found, entry)
        me, last_round = requesting_account(request), sent.get("last_round")
        return entry_now(found, actions.forget_person(me, one, sent["place"], last_round=last_round).pk)


class CorrectNamesView(Organising):
    @document_operation(
        request=shapes.CorrectNames,
        parameters=number_parameters("entry"),
        responses=ENTRY_ANSWER,
        tags=ENTRIES,
    )
    def post(self, request: Request, event: str, entry: str) -> Response:
        """Correct the names and numbers of people without an account at real tables, and the entry's name."""
        sent, found = validated_body(shapes.CorrectNames, request), event_of(request, event)
        one = entry_of(found, entry)
        known = {each.place: each.category for each in one.members.all()}
        named = {
            each["place"]: actions.Named(
                each["name"], each.get("card", ""), each.get("category", known.get(each["place"], ""))
            )
            for each in sent.get("members", ())
        }
        seen = {
            f"name-{each['place']}": each["seen"] for each in sent.get("members", ()) if "seen" in each
        } | ({"team": sent["seen_name"]} if "seen_name" in sent else {})
        corrected = actions.correct_entry(
            requesting_account(request), one, named, sent.get("name"), seen=seen, homonym=sent["homonym"]
        )
        return entry_now(found, corrected.pk)


class FindQuery(Shape[Any]):
    q = serializers.CharField(required=False, max_length=80, help_text="part of a name, or of a number")
    beside = serializers.CharField(required=False, max_length=80, help_text="whom they are to play with")


class FindPeopleView(Operation):
    scopes = {"GET": Scope.DIRECT}
    queries = {"GET": FindQuery}

    @document_operation(responses={200: shapes.SuggestionShape(many=True)}, tags=ENTRIES)
    def get(self, request: Request, event: str) -> Response:
        """The members of the club whom a text may mean, at the door of a tournament at real tables."""
        found = directed_event(request, event)
        text, beside = self.query.get("q", ""), self.query.get("beside", "")
        return list_response(shapes.SuggestionShape.render_all(Door(found).suggest_people(text, beside)))


class SeekPartnerView(OwnEntryView):
    @document_operation(request=shapes.SeekPartner, responses=ENTRY_ANSWER, tags=ENTRIES)
    def post(self, request: Request, event: str) -> Response:
        """Look for another partner after yours has left: anybody, or a person to whom you offer the place."""
        sent, found = validated_body(shapes.SeekPartner, request), event_of(request, event)
        invited = person_named(sent["partner"]) if "partner" in sent else None
        return entry_now(found, actions.seek_partner(requesting_account(request), found, invited).pk)


class TakePlaceView(OwnEntryView):
    @document_operation(
        request=shapes.AddNonce, parameters=number_parameters("entry"), responses=ENTRY_ANSWER, tags=ENTRIES
    )
    def post(self, request: Request, event: str, entry: str) -> Response:
        """Join an entry that looks for a partner."""
        sent, found = validated_body(shapes.AddNonce, request), event_of(request, event)
        one = entry_of(found, entry)
        return entry_now(found, actions.take_place(requesting_account(request), one, sent["nonce"]).pk)


class CheckInView(OwnEntryView):
    @document_operation(request=shapes.AddNonce, responses=ENTRY_ANSWER, tags=ENTRIES)
    def post(self, request: Request, event: str) -> Response:
        """Check in, even late if you were absent."""
        sent, found = validated_body(shapes.AddNonce, request), event_of(request, event)
        return entry_now(found, actions.check_in(requesting_account(request), found, sent["nonce"]).pk)


class MineView(Operation):
    scopes = OWN

    @document_operation(responses={200: shapes.OwnPartShape}, tags=ENTRIES)
    def get(self, request: Request, event: str) -> Response:
        """Your entry, and the table where you play now or next."""
        return own_part(requesting_account(request), event_of(request, event))


def own_part(me: User, found: Event) -> Response:
    """Answer with the `OwnPartShape` of a person in an event."""
    own, table = selectors.my_entry(me, found), selectors.my_table(me, found)
    asks = selectors.asks_me(me, found)
    members = [] if own is None else list(own.members.all())
    member = next((each for each in members if each.user_id == me.pk), None)
    offered = [each.offered_to.username for each in members if each.offered_to and each != member]
    sheet = selectors.event_sheet(found) if table else None
    mine = {
        "entry": None if own is None else entries(found).get(pk=own.pk),
        "asked": asks is not None,
        "asked_by": None if asks is None else asks.number,
        "offered_to": next(iter(offered), None),
        "may_come_back": member is not None and selectors.may_come_back(member),
        "table": sheet and table and sheet.row(table),
        "starts_at": None if table is None else table.round.starts_at,
    }
    return Response(shapes.OwnPartShape.render(mine, sheet=sheet, own=True))


class DealOfTheDayView(Operation):
    scopes = ENTER

    @document_operation(request=None, responses={200: shapes.OwnPartShape}, tags=ENTRIES)
    def post(self, request: Request) -> Response:
        """Play the deal of the day, or go on with it; without a table, it comes in a moment."""
        me, now = requesting_account(request), timezone.now()
        actions.play_deal_of_the_day(me, now)
        return own_part(me, Event.objects.get(deal_of_the_day__day=zones.site_day(now)))


# ---- for directors


class EnterView(Organising):
    @document_operation(request=shapes.Enter, responses={201: shapes.EntryShape}, tags=ENTRIES)
    def post(self, request: Request, event: str) -> Response:
        """Enter people, by account or by name only, or bots of the site; this is possible late, too."""
        sent, found = validated_body(shapes.Enter, request), event_of(request, event)
        members = [entrant_of(each, found) for each in sent["members"]]
        made = actions.enter_members(
            requesting_account(request), found, members, sent.get("name", ""),
            homonym=sent["homonym"], unlicensed=sent["unlicensed"],
        )  # fmt: skip
        return entry_made(found, made.pk)


class RemoveView(Organising):
    @document_operation(
        request=shapes.Reason, parameters=number_parameters("entry"), responses={204: None}, tags=ENTRIES
    )
    def post(self, request: Request, event: str, entry: str) -> Response:
        """Remove an entry, as if it had withdrawn."""
        reason = validated_body(shapes.Reason, request)["reason"]
        found = entry_of(event_of(request, event), entry)
        actions.remove_entry(requesting_account(request), found, reason)
        return Response(status=204)


class ReinstateView(Organising):
    @document_operation(
        request=None, parameters=number_parameters("entry"), responses=ENTRY_ANSWER, tags=ENTRIES
    )
    def post(self, request: Request, event: str, entry: str) -> Response:
        """Put back an entry that has withdrawn or was removed, or a member who has left their partner."""
        found = event_of(request, event)
        return entry_now(
            found, actions.reinstate_entry(requesting_account(request), entry_of(found, entry)).pk
        )


class AskOwnByesView(OwnEntryView):
    @document_operation(request=shapes.AskByes, responses=ENTRY_ANSWER, tags=ENTRIES)
    def post(self, request: Request, event: str) -> Response:
        """Set the rounds that your entry sits out, where the tournament allows it."""
        sent, found = validated_body(shapes.AskByes, request), event_of(request, event)
        me = requesting_account(request)
        entry = selectors.my_entry(me, found)
        if entry is None:
            raise ActionRefused("not_entered")
        return entry_now(found, actions.ask_byes(me, entry, sent["rounds"]).pk)


class AskByesView(Organising):
    @document_operation(
        request=shapes.AskByes, parameters=number_parameters("entry"), responses=ENTRY_ANSWER, tags=ENTRIES
    )
    def post(self, request: Request, event: str, entry: str) -> Response:
        """Set the rounds that an entry sits out at its wish, where the tournament allows it."""
        sent, found = validated_body(shapes.AskByes, request), event_of(request, event)
        return entry_now(
            found,
            actions.ask_byes(requesting_account(request), entry_of(found, entry), sent["rounds"]).pk,
        )


class CheckInEntryView(Organising):
    @document_operation(
        request=None, parameters=number_parameters("entry"), responses=ENTRY_ANSWER, tags=ENTRIES
    )
    def post(self, request: Request, event: str, entry: str) -> Response:
        """Check in the people of an entry."""
        found = event_of(request, event)
        return entry_now(
            found, actions.check_in_entry(requesting_account(request), entry_of(found, entry)).pk
        )


class SubstituteView(Organising):
    @document_operation(
        request=shapes.Substitute, parameters=number_parameters("entry"), responses=ENTRY_ANSWER, tags=ENTRIES
    )
    def post(self, request: Request, event: str, entry: str) -> Response:
        """Replace a member from now on, even in the middle of a match."""
        sent, found = validated_body(shapes.Substitute, request), event_of(request, event)
        one = entry_of(found, entry)
        who, reason = entrant_of(sent, found), sent["reason"]
        actions.substitute_member(
            requesting_account(request),
            one,
            sent["place"],
            who,
            reason,
            seen={f"name-{sent['place']}": sent["seen"]} if "seen" in sent else {},
            homonym=sent["homonym"],
            unlicensed=sent["unlicensed"],
        )
        return entry_now(found, one.pk)


class SeedsView(Organising):
    @document_operation(request=shapes.Seeds, responses={204: None}, tags=ENTRIES)
    def put(self, request: Request, event: str) -> Response:
        """Set the seeding: all entries in your order, best first."""
        numbers = validated_body(shapes.Seeds, request)["numbers"]
        actions.set_seeds(requesting_account(request), event_of(request, event), numbers)
        return Response(status=204)


FORBIDDEN = {200: shapes.ForbiddenShape(many=True)}


class ForbiddenView(Operation):
    scopes = {"GET": Scope.DIRECT, "POST": Scope.DIRECT}

    @document_operation(responses=FORBIDDEN, tags=ENTRIES)
    def get(self, request: Request, event: str) -> Response:
        """The forbidden pairings, for directors."""
        return forbidden(directed_event(request, event))

    @document_operation(request=shapes.Forbid, responses=FORBIDDEN, tags=ENTRIES)
    def post(self, request: Request, event: str) -> Response:
        """Forbid a pairing: two entries do not meet, if it can be avoided."""
        sent, found = validated_body(shapes.Forbid, request), event_of(request, event)
        one, other = (entry_of(found, str(sent[name])) for name in ("one", "other"))
        actions.forbid_pairing(requesting_account(request), found, one, other, sent.get("reason", ""))
        return forbidden(found)


class AllowView(Organising):
    @document_operation(
        request=None, parameters=number_parameters("one", "other"), responses=FORBIDDEN, tags=ENTRIES
    )
    def delete(self, request: Request, event: str, one: str, other: str) -> Response:
        """Lift a forbidden pairing."""
        found = event_of(request, event)
        actions.allow_pairing(
            requesting_account(request), found, entry_of(found, one), entry_of(found, other)
        )
        return forbidden(found)


def forbidden(event: Event) -> Response:
    rows = event.forbidden.order_by("one__number", "other__number").select_related("one", "other")
    return list_response(shapes.ForbiddenShape.render_all(rows))
