"""Coming and going: what players do for themselves, and what directors do with entries."""

from __future__ import annotations

from django.db.models import Prefetch, QuerySet
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.asking import OWN
from ludopoli.api.auth import asker
from ludopoli.api.models import Scope
from ludopoli.api.operations import Operation, Reading, body, created, documented
from ludopoli.api.paging import ByCursor, PageQuery, listed
from tournaments import actions, selectors
from tournaments.api import shapes, telling
from tournaments.api.asking import (
    DIRECTS,
    PLAY,
    TAGS,
    Organising,
    codes,
    directed,
    done,
    entry_of,
    event_of,
    numbered,
    person,
    somebody,
)
from tournaments.models import Entry, Event, Member

ENTRY_ANSWER = {200: shapes.EntryShape}

TO_ENTER = codes(
    "not_open", "not_invited", "rating_range", "event_full", "already_entered", "partner_needed",
    "no_partner", "guests_not", "yourself", "bad_name",
    "bad_words", "silenced", "no_person", "banned", "suspended", "evening_only",
)  # fmt: skip


def entries(event: Event) -> QuerySet[Entry]:
    """With what `telling.entry` needs."""
    members = Prefetch("members", Member.objects.select_related("user"))
    return event.entries.prefetch_related(members)


def entry_now(event: Event, pk: int) -> Response:
    return Response(telling.entry(entries(event).get(pk=pk)))


def entry_made(event: Event, pk: int) -> Response:
    made = entries(event).get(pk=pk)
    return created(telling.entry(made), f"tournaments/{event.code}/entries/{made.number}/")


class ByNumber(ByCursor):
    ordering = ("number",)


class EntriesQuery(PageQuery):
    status = serializers.ChoiceField(shapes.ENTRY_STATUSES, required=False)


class Entries(Reading, ListAPIView[Entry]):
    scopes = PLAY
    pagination_class = ByNumber
    serializer_class = shapes.EntryShape
    queries = {"GET": EntriesQuery}
    refusals = {"POST": TO_ENTER}

    @documented(responses={200: shapes.EntryShape(many=True)}, tags=TAGS)
    def get(self, request: Request, event: str) -> Response:
        """Who has entered, in the order of entering."""
        rows = entries(event_of(request, event))
        if "status" in self.asked:
            rows = rows.filter(status=self.asked["status"])
        page = self.paginate_queryset(rows) or []
        return self.get_paginated_response([telling.entry(each) for each in page])

    @documented(request=shapes.Register, responses={201: shapes.EntryShape}, tags=TAGS)
    def post(self, request: Request, event: str) -> Response:
        """Enter: alone, or with a partner, who then has to say yes."""
        sent, found = body(shapes.Register, request), event_of(request, event)
        partner = person(sent["partner"]) if "partner" in sent else None
        made = done(actions.register(asker(request), found, partner=partner, name=sent.get("name", "")))
        return entry_made(found, made.pk)


class OneEntry(Reading):
    @documented(parameters=numbered("entry"), responses=ENTRY_ANSWER, tags=TAGS)
    def get(self, request: Request, event: str, entry: str) -> Response:
        """An entry with its members."""
        found = event_of(request, event)
        return entry_now(found, entry_of(found, entry).pk)


class OwnEntry(Operation):
    """Something that one does with the own entry."""

    scopes = PLAY


class Accept(OwnEntry):
    refusals = {"POST": codes("not_asked")}

    @documented(request=None, responses=ENTRY_ANSWER, tags=TAGS)
    def post(self, request: Request, event: str) -> Response:
        """Say yes to who has entered with you."""
        found = event_of(request, event)
        return entry_now(found, done(actions.accept(asker(request), found)).pk)


class Decline(OwnEntry):
    refusals = {"POST": codes("not_asked")}

    @documented(request=None, responses={204: None}, tags=TAGS)
    def post(self, request: Request, event: str) -> Response:
        """Say no: the entry is gone."""
        done(actions.decline(asker(request), event_of(request, event)))
        return Response(status=204)


class Withdraw(OwnEntry):
    refusals = {"POST": codes("not_entered", "event_over")}

    @documented(request=None, responses={204: None}, tags=TAGS)
    def post(self, request: Request, event: str) -> Response:
        """Go away. Once it has begun a bot plays what is left of the round."""
        done(actions.withdraw(asker(request), event_of(request, event)))
        return Response(status=204)


class CheckIn(OwnEntry):
    refusals = {"POST": codes("not_check_in", "not_entered")}

    @documented(request=None, responses=ENTRY_ANSWER, tags=TAGS)
    def post(self, request: Request, event: str) -> Response:
        """Say that you are there; also late, if you were missed."""
        found = event_of(request, event)
        return entry_now(found, done(actions.check_in(asker(request), found)).pk)


class Mine(Reading):
    scopes = OWN

    @documented(responses={200: shapes.OwnPartShape}, tags=TAGS)
    def get(self, request: Request, event: str) -> Response:
        """Your entry, and the table where you play or will next."""
        me, found = asker(request), event_of(request, event)
        own, table = selectors.my_entry(me, found), selectors.my_table(me, found)
        return Response(
            {
                "entry": None if own is None else telling.entry(entries(found).get(pk=own.pk)),
                "asked": selectors.asks_me(me, found) is not None,
                "table": None if table is None else telling.table(selectors.sheet(found), table),
                "starts_at": None if table is None else table.round.starts_at,
            }
        )


# ---- what a director does


class Enter(Organising):
    refusals = {
        "POST": DIRECTS
        | codes(
            "late_closed", "bad_member", "bad_name", "bad_words",
            "silenced", "already_entered", "yourself", "no_person", "banned",
            "suspended", "evening_only",
        )
    }  # fmt: skip

    @documented(request=shapes.Enter, responses={201: shapes.EntryShape}, tags=TAGS)
    def post(self, request: Request, event: str) -> Response:
        """Enter people, or bots of the house; also late."""
        sent, found = body(shapes.Enter, request), event_of(request, event)
        members = [somebody(each) for each in sent["members"]]
        made = done(actions.enter(asker(request), found, members, sent.get("name", "")))
        return entry_made(found, made.pk)


class Remove(Organising):
    refusals = {"POST": DIRECTS | codes("reason_needed", "silenced", "entry_gone")}

    @documented(request=shapes.Reason, parameters=numbered("entry"), responses={204: None}, tags=TAGS)
    def post(self, request: Request, event: str, entry: str) -> Response:
        """Take an entry out, as if it had withdrawn."""
        reason = body(shapes.Reason, request)["reason"]
        found = entry_of(event_of(request, event), entry)
        done(actions.remove_entry(asker(request), found, reason))
        return Response(status=204)


class Substitute(Organising):
    refusals = {
        "POST": DIRECTS
        | codes(
            "reason_needed", "silenced", "no_place", "entry_gone",
            "already_entered", "bad_member", "no_person", "banned",
            "suspended", "evening_only",
        )
    }  # fmt: skip

    @documented(request=shapes.Substitute, parameters=numbered("entry"), responses=ENTRY_ANSWER, tags=TAGS)
    def post(self, request: Request, event: str, entry: str) -> Response:
        """Somebody else plays for a member from now on, also in the middle of a match."""
        sent, found = body(shapes.Substitute, request), event_of(request, event)
        one = entry_of(found, entry)
        done(actions.substitute(asker(request), one, sent["place"], somebody(sent), sent["reason"]))
        return entry_now(found, one.pk)


class Seeds(Organising):
    refusals = {"PUT": DIRECTS | codes("event_running", "bad_order")}

    @documented(request=shapes.Seeds, responses={204: None}, tags=TAGS)
    def put(self, request: Request, event: str) -> Response:
        """Put the entries in your order, the best first."""
        numbers = body(shapes.Seeds, request)["numbers"]
        done(actions.set_seeds(asker(request), event_of(request, event), numbers))
        return Response(status=204)


FORBIDDEN = {200: shapes.ForbiddenShape(many=True)}


class Forbidden(Reading):
    scopes = {"GET": Scope.ORGANISE, "POST": Scope.ORGANISE}
    refusals = {"GET": codes("not_director"), "POST": DIRECTS | codes("same_entry")}

    @documented(responses=FORBIDDEN, tags=TAGS)
    def get(self, request: Request, event: str) -> Response:
        """The entries that do not meet, for the directors."""
        return forbidden(directed(request, event))

    @documented(request=shapes.Forbid, responses=FORBIDDEN, tags=TAGS)
    def post(self, request: Request, event: str) -> Response:
        """Two entries that do not meet, as long as there is another way."""
        sent, found = body(shapes.Forbid, request), event_of(request, event)
        one, other = (entry_of(found, str(sent[name])) for name in ("one", "other"))
        done(actions.forbid(asker(request), found, one, other, sent.get("reason", "")))
        return forbidden(found)


class Allow(Organising):
    refusals = {"DELETE": DIRECTS}

    @documented(request=None, parameters=numbered("one", "other"), responses=FORBIDDEN, tags=TAGS)
    def delete(self, request: Request, event: str, one: str, other: str) -> Response:
        """They may meet again."""
        found = event_of(request, event)
        done(actions.allow(asker(request), found, entry_of(found, one), entry_of(found, other)))
        return forbidden(found)


def forbidden(event: Event) -> Response:
    rows = event.forbidden.order_by("one__number", "other__number").values_list(
        "one__number", "other__number"
    )
    return listed([{"one": one, "other": other} for one, other in rows])
