"""Operations of directors during play: clocks, seats, results."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from ludopoli.api.auth import asker
from ludopoli.api.operations import body, documented
from tournaments import access, actions, selectors
from tournaments.api import shapes
from tournaments.api.events import EVENT_ANSWER, whole
from tournaments.api.view_helpers import DIRECTS, TAGS, Organising, codes, event_of, numbered, table_of
from tournaments.models import Event, Round, TournamentTable

ROUND_ANSWER = {200: shapes.RoundShape}


def round_now(request: Request, event: Event, one: Round) -> Response:
    sheet = selectors.sheet_for(request.user, event)
    found = next(each for each in sheet.rounds if each.number == one.number)
    return Response(shapes.RoundShape.render(found, sheet=sheet))


class StartView(Organising):
    refusals = {"POST": DIRECTS | codes("not_startable", "too_few")}

    @documented(request=None, responses=EVENT_ANSWER, tags=TAGS)
    def post(self, request: Request, event: str) -> Response:
        """Begin now instead of at the announced time."""
        return whole(request, actions.start(asker(request), event_of(request, event)))


class PauseView(Organising):
    refusals = {"POST": DIRECTS | codes("not_startable", "already_paused")}

    @documented(request=shapes.MaybeReason, responses=EVENT_ANSWER, tags=TAGS)
    def post(self, request: Request, event: str) -> Response:
        """Pause the event, with the clocks of all tables."""
        reason = body(shapes.MaybeReason, request).get("reason", "")
        return whole(request, actions.pause(asker(request), event_of(request, event), reason))


class ResumeEventView(Organising):
    refusals = {"POST": DIRECTS | codes("not_paused")}

    @documented(request=None, responses=EVENT_ANSWER, tags=TAGS)
    def post(self, request: Request, event: str) -> Response:
        """Resume the event where it stood."""
        return whole(request, actions.resume(asker(request), event_of(request, event)))


class ExtendView(Organising):
    refusals = {"POST": DIRECTS | codes("no_round", "no_limit", "bad_minutes")}

    @documented(request=shapes.Extend, responses=ROUND_ANSWER, tags=TAGS)
    def post(self, request: Request, event: str) -> Response:
        """Extend the round in play, or postpone a round that is paired but has not begun."""
        sent, found = body(shapes.Extend, request), event_of(request, event)
        later = actions.extend(asker(request), found, sent["minutes"], sent.get("reason", ""))
        return round_now(request, found, later)


class StartRoundView(Organising):
    refusals = {"POST": DIRECTS | codes("no_round", "round_begun", "already_paused")}

    @documented(request=None, responses=ROUND_ANSWER, tags=TAGS)
    def post(self, request: Request, event: str) -> Response:
        """Begin the next round, which is paired, without waiting for the end of the break."""
        found = event_of(request, event)
        return round_now(request, found, actions.start_round(asker(request), found))


class TakeDealsView(Organising):
    refusals = {"POST": DIRECTS | codes("not_real", "no_boards", "plays_here")}

    @documented(request=None, responses=EVENT_ANSWER, tags=TAGS)
    def post(self, request: Request, event: str) -> Response:
        """Take the deals of all rounds of an event at real tables, to print them; the director cannot enter
        it any more."""
        return whole(request, actions.take_deals(asker(request), event_of(request, event)))


class RedrawView(Organising):
    refusals = {
        "POST": DIRECTS
        | codes("no_round", "round_begun", "reason_needed", "silenced", "too_few", "event_changes")
    }

    @documented(request=shapes.Reason, responses=ROUND_ANSWER, tags=TAGS)
    def post(self, request: Request, event: str) -> Response:
        """Pair a round anew before it begins: entries have come or left, or two must not meet."""
        reason, found = body(shapes.Reason, request)["reason"], event_of(request, event)
        return round_now(request, found, actions.redraw(asker(request), found, reason))


class SwapView(Organising):
    refusals = {
        "POST": DIRECTS
        | codes(
            "no_round", "round_begun", "reason_needed", "silenced", "no_place", "same_entry", "event_changes"
        )
    }

    @documented(request=shapes.Swap, parameters=numbered("round"), responses=ROUND_ANSWER, tags=TAGS)
    def post(self, request: Request, event: str, round: str) -> Response:
        """Swap two entries of a round that has not begun."""
        sent, found = body(shapes.Swap, request), event_of(request, event)
        one, other = (table_of(request, event, round, str(sent[name])) for name in ("table", "other_table"))
        places = sent["place"], sent["other_place"]
        swapped = actions.swap(asker(request), one, places[0], other, places[1], sent["reason"])
        return round_now(request, found, swapped)


class RulingView(Organising):
    """A director's ruling on a table."""

    def rule(
        self,
        action: Callable[..., TournamentTable],
        table: TournamentTable,
        sent: Mapping[str, Any],
        *what: Any,
    ) -> Response:
        """Rule for the reason sent; if `confirmed`, even where other entries would then go on."""
        confirmed = sent.get("confirmed", False)
        return self.ruled(action(asker(self.request), table, *what, sent["reason"], confirmed=confirmed))

    def ruled(self, table: TournamentTable) -> Response:
        found = table
        event = found.round.event
        now = access.access_table(event, found.round.number, found.number)
        sheet = selectors.sheet_for(self.request.user, event)
        return Response(shapes.EventTableShape.render(sheet.row(now), sheet=sheet))


RULED: dict[str, Any] = {
    "parameters": numbered("round", "table"),
    "responses": {200: shapes.EventTableShape},
    "tags": TAGS,
}
TO_RULE = DIRECTS | codes("reason_needed", "silenced", "table_open", "goes_on_instead", "event_changes")


class AdjustView(RulingView):
    refusals = {"POST": TO_RULE | codes("bad_points", "points_bounds")}

    @documented(request=shapes.Adjust, **RULED)
    def post(self, request: Request, event: str, round: str, table: str) -> Response:
        """Set the points of a table, in place of the played result; an empty list restores it."""
        sent, found = body(shapes.Adjust, request), table_of(request, event, round, table)
        return self.rule(actions.adjust, found, sent, sent["points"])


class PenaliseView(RulingView):
    refusals = {"POST": TO_RULE | codes("bad_points", "points_bounds")}

    @documented(request=shapes.Penalise, **RULED)
    def post(self, request: Request, event: str, round: str, table: str) -> Response:
        """Deduct points; negative numbers add."""
        sent, found = body(shapes.Penalise, request), table_of(request, event, round, table)
        return self.rule(actions.penalise, found, sent, sent["points"])


class AnnulView(RulingView):
    refusals = {"POST": TO_RULE}

    @documented(request=shapes.Ruled, **RULED)
    def post(self, request: Request, event: str, round: str, table: str) -> Response:
        """Annul the result of a table."""
        sent, found = body(shapes.Ruled, request), table_of(request, event, round, table)
        return self.rule(actions.annul, found, sent)


class RestoreView(RulingView):
    refusals = {"POST": TO_RULE}

    @documented(request=shapes.Ruled, **RULED)
    def post(self, request: Request, event: str, round: str, table: str) -> Response:
        """Withdraw every ruling on a table: the played result counts again."""
        sent, found = body(shapes.Ruled, request), table_of(request, event, round, table)
        return self.rule(actions.restore, found, sent)


class AnnulDealView(RulingView):
    refusals = {"POST": TO_RULE | codes("no_deal")}

    @documented(request=shapes.RuledDeal, **RULED)
    def post(self, request: Request, event: str, round: str, table: str) -> Response:
        """Annul one deal at this table."""
        sent, found = body(shapes.RuledDeal, request), table_of(request, event, round, table)
        return self.rule(actions.annul_deal, found, sent, sent["deal"])


class RestoreDealView(RulingView):
    refusals = {"POST": TO_RULE | codes("no_deal")}

    @documented(request=shapes.RuledDeal, **RULED)
    def post(self, request: Request, event: str, round: str, table: str) -> Response:
        """Count an annulled deal at this table again."""
        sent, found = body(shapes.RuledDeal, request), table_of(request, event, round, table)
        return self.rule(actions.restore_deal, found, sent, sent["deal"])


class EnterScoresView(RulingView):
    refusals = {
        "POST": DIRECTS
        | codes(
            "not_real", "not_begun", "bad_scores", "wrong_sum", "wrong_match_sum", "impossible_deal",
            "match_undecided", "impossible_match",
            "reason_needed", "silenced", "goes_on_instead",
            "event_changes",
        )
    }  # fmt: skip

    @documented(request=shapes.EnterScores, **RULED)
    def post(self, request: Request, event: str, round: str, table: str) -> Response:
        """Enter scores of a real table: they count whatever its sides have written. A reason is needed once
        the table is over."""
        sent, found = body(shapes.EnterScores, request), table_of(request, event, round, table)
        rows = {each["deal"]: each["scores"] for each in sent["rows"]}
        enter = partial(actions.enter_scores, broken_off=sent["broken_off"])
        return self.rule(enter, found, {"reason": "", **sent}, rows)


class NudgeView(RulingView):
    refusals = {"POST": DIRECTS | codes("table_over", "nudged", "event_changes")}

    @documented(request=None, **RULED)
    def post(self, request: Request, event: str, round: str, table: str) -> Response:
        """Ask the players of a table to go on; at most once a minute."""
        return self.ruled(actions.nudge(asker(request), table_of(request, event, round, table)))


class EndView(RulingView):
    refusals = {"POST": DIRECTS | codes("reason_needed", "silenced", "table_over", "event_changes")}

    @documented(request=shapes.Reason, **RULED)
    def post(self, request: Request, event: str, round: str, table: str) -> Response:
        """End a match now: the finished deals count."""
        reason, found = body(shapes.Reason, request)["reason"], table_of(request, event, round, table)
        return self.ruled(actions.end_table(asker(request), found, reason))
