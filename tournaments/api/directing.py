"""What directors do while it is played: clocks, places, results."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from ludocards.engine.game import Refused
from ludopoli.api.auth import asker
from ludopoli.api.operations import body, documented
from tournaments import access, actions, selectors
from tournaments.api import shapes
from tournaments.api.asking import DIRECTS, TAGS, Organising, codes, done, event_of, numbered, table_of
from tournaments.api.events import EVENT_ANSWER, whole
from tournaments.models import Event, Round, TournamentTable

ROUND_ANSWER = {200: shapes.RoundShape}


def round_now(request: Request, event: Event, one: Round) -> Response:
    told = selectors.sheet_for(request.user, event)
    found = next(each for each in told.rounds if each.number == one.number)
    return Response(shapes.RoundShape.render(found, sheet=told))


class Start(Organising):
    refusals = {"POST": DIRECTS | codes("not_startable", "too_few")}

    @documented(request=None, responses=EVENT_ANSWER, tags=TAGS)
    def post(self, request: Request, event: str) -> Response:
        """Begin now, and not when it was announced for."""
        return whole(request, done(actions.start(asker(request), event_of(request, event))))


class Pause(Organising):
    refusals = {"POST": DIRECTS | codes("not_startable", "already_paused")}

    @documented(request=shapes.MaybeReason, responses=EVENT_ANSWER, tags=TAGS)
    def post(self, request: Request, event: str) -> Response:
        """Everything stands still, the clocks of all tables too."""
        reason = body(shapes.MaybeReason, request).get("reason", "")
        return whole(request, done(actions.pause(asker(request), event_of(request, event), reason)))


class Resume(Organising):
    refusals = {"POST": DIRECTS | codes("not_paused")}

    @documented(request=None, responses=EVENT_ANSWER, tags=TAGS)
    def post(self, request: Request, event: str) -> Response:
        """It goes on where it stood."""
        return whole(request, done(actions.resume(asker(request), event_of(request, event))))


class Extend(Organising):
    refusals = {"POST": DIRECTS | codes("no_round", "no_limit", "bad_minutes")}

    @documented(request=shapes.Extend, responses=ROUND_ANSWER, tags=TAGS)
    def post(self, request: Request, event: str) -> Response:
        """More minutes for the round being played, or until the one that is drawn begins."""
        sent, found = body(shapes.Extend, request), event_of(request, event)
        later = done(actions.extend(asker(request), found, sent["minutes"], sent.get("reason", "")))
        return round_now(request, found, later)


class StartRound(Organising):
    refusals = {"POST": DIRECTS | codes("no_round", "round_begun", "already_paused")}

    @documented(request=None, responses=ROUND_ANSWER, tags=TAGS)
    def post(self, request: Request, event: str) -> Response:
        """Begin the round that is drawn, without waiting for the end of the break."""
        found = event_of(request, event)
        return round_now(request, found, done(actions.start_round(asker(request), found)))


class Redraw(Organising):
    refusals = {
        "POST": DIRECTS
        | codes("no_round", "round_begun", "reason_needed", "silenced", "too_few", "event_changes")
    }

    @documented(request=shapes.Reason, responses=ROUND_ANSWER, tags=TAGS)
    def post(self, request: Request, event: str) -> Response:
        """Draw the round that has not begun anew: after who has come, gone, or must not meet."""
        reason, found = body(shapes.Reason, request)["reason"], event_of(request, event)
        return round_now(request, found, done(actions.redraw(asker(request), found, reason)))


class Swap(Organising):
    refusals = {
        "POST": DIRECTS
        | codes(
            "no_round", "round_begun", "reason_needed", "silenced", "no_place", "same_entry", "event_changes"
        )
    }

    @documented(request=shapes.Swap, parameters=numbered("round"), responses=ROUND_ANSWER, tags=TAGS)
    def post(self, request: Request, event: str, round: str) -> Response:
        """Two entries of a round that has not begun change places."""
        sent, found = body(shapes.Swap, request), event_of(request, event)
        one, other = (table_of(request, event, round, str(sent[name])) for name in ("table", "other_table"))
        places = sent["place"], sent["other_place"]
        swapped = actions.swap(asker(request), one, places[0], other, places[1], sent["reason"])
        return round_now(request, found, done(swapped))


class Ruling(Organising):
    """What a director decides about a table, with a reason that everybody can read."""

    def ruled(self, table: TournamentTable | Refused) -> Response:
        found = done(table)
        event = found.round.event
        now = access.access_table(event, found.round.number, found.number)
        told = selectors.sheet_for(self.request.user, event)
        return Response(shapes.EventTableShape.render(told.row(now), sheet=told))


RULED: dict[str, Any] = {
    "parameters": numbered("round", "table"),
    "responses": {200: shapes.EventTableShape},
    "tags": TAGS,
}
TO_RULE = DIRECTS | codes("reason_needed", "silenced", "table_open", "goes_on_instead", "event_changes")


class Adjust(Ruling):
    refusals = {"POST": TO_RULE | codes("bad_points", "points_bounds")}

    @documented(request=shapes.Adjust, **RULED)
    def post(self, request: Request, event: str, round: str, table: str) -> Response:
        """Set the points of a table, instead of what was played; an empty list takes it back."""
        sent, found = body(shapes.Adjust, request), table_of(request, event, round, table)
        return self.ruled(
            actions.adjust(
                asker(request), found, sent["points"], sent["reason"], confirmed=sent.get("confirmed", False)
            )
        )


class Penalise(Ruling):
    refusals = {"POST": TO_RULE | codes("bad_points", "points_bounds")}

    @documented(request=shapes.Penalise, **RULED)
    def post(self, request: Request, event: str, round: str, table: str) -> Response:
        """Take points away; below 0 they are given."""
        sent, found = body(shapes.Penalise, request), table_of(request, event, round, table)
        return self.ruled(
            actions.penalise(
                asker(request), found, sent["points"], sent["reason"], confirmed=sent.get("confirmed", False)
            )
        )


class Annul(Ruling):
    refusals = {"POST": TO_RULE}

    @documented(request=shapes.Ruled, **RULED)
    def post(self, request: Request, event: str, round: str, table: str) -> Response:
        """The table has no result."""
        sent, found = body(shapes.Ruled, request), table_of(request, event, round, table)
        also = sent.get("confirmed", False)
        return self.ruled(actions.annul(asker(request), found, sent["reason"], confirmed=also))


class Restore(Ruling):
    refusals = {"POST": TO_RULE}

    @documented(request=shapes.Ruled, **RULED)
    def post(self, request: Request, event: str, round: str, table: str) -> Response:
        """What was played counts again: every ruling about the table is taken back."""
        sent, found = body(shapes.Ruled, request), table_of(request, event, round, table)
        also = sent.get("confirmed", False)
        return self.ruled(actions.restore(asker(request), found, sent["reason"], confirmed=also))


class AnnulDeal(Ruling):
    refusals = {"POST": TO_RULE | codes("no_deal")}

    @documented(request=shapes.RuledDeal, **RULED)
    def post(self, request: Request, event: str, round: str, table: str) -> Response:
        """One deal does not count at this table."""
        sent, found = body(shapes.RuledDeal, request), table_of(request, event, round, table)
        return self.ruled(
            actions.annul_deal(
                asker(request), found, sent["deal"], sent["reason"], confirmed=sent.get("confirmed", False)
            )
        )


class RestoreDeal(Ruling):
    refusals = {"POST": TO_RULE | codes("no_deal")}

    @documented(request=shapes.RuledDeal, **RULED)
    def post(self, request: Request, event: str, round: str, table: str) -> Response:
        """A deal that was annulled at this table counts there again."""
        sent, found = body(shapes.RuledDeal, request), table_of(request, event, round, table)
        also = sent.get("confirmed", False)
        return self.ruled(
            actions.restore_deal(asker(request), found, sent["deal"], sent["reason"], confirmed=also)
        )


class Nudge(Ruling):
    refusals = {"POST": DIRECTS | codes("table_over", "nudged", "event_changes")}

    @documented(request=None, **RULED)
    def post(self, request: Request, event: str, round: str, table: str) -> Response:
        """Ask who sits there to play on; once in a minute."""
        return self.ruled(actions.nudge(asker(request), table_of(request, event, round, table)))


class End(Ruling):
    refusals = {"POST": DIRECTS | codes("reason_needed", "silenced", "table_over", "event_changes")}

    @documented(request=shapes.Reason, **RULED)
    def post(self, request: Request, event: str, round: str, table: str) -> Response:
        """The match ends here: the deals that are finished count."""
        reason, found = body(shapes.Reason, request)["reason"], table_of(request, event, round, table)
        return self.ruled(actions.end_table(asker(request), found, reason))
