"""Operations of directors during play: clocks, seats, results."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from ludopoli.api.auth import requesting_account
from ludopoli.api.operations import document_operation, validated_body
from tournaments import access, actions, selectors
from tournaments.api import shapes
from tournaments.api.events import EVENT_ANSWER, event_response
from tournaments.api.view_helpers import DIRECTING, Organising, event_of, number_parameters, table_of
from tournaments.models import Event, Round, TournamentTable

ROUND_ANSWER = {200: shapes.RoundShape}


def round_now(request: Request, event: Event, one: Round) -> Response:
    sheet = selectors.sheet_for(request.user, event)
    found = next(each for each in sheet.rounds if each.number == one.number)
    return Response(shapes.RoundShape.render(found, sheet=sheet))


class StartView(Organising):
    @document_operation(request=None, responses=EVENT_ANSWER, tags=DIRECTING)
    def post(self, request: Request, event: str) -> Response:
        """Begin now instead of at the announced time."""
        return event_response(
            request, actions.start_event(requesting_account(request), event_of(request, event))
        )


class PauseView(Organising):
    @document_operation(request=shapes.MaybeReason, responses=EVENT_ANSWER, tags=DIRECTING)
    def post(self, request: Request, event: str) -> Response:
        """Pause the event, with the clocks of all tables."""
        reason = validated_body(shapes.MaybeReason, request).get("reason", "")
        return event_response(
            request, actions.pause_event(requesting_account(request), event_of(request, event), reason)
        )


class ResumeEventView(Organising):
    @document_operation(request=None, responses=EVENT_ANSWER, tags=DIRECTING)
    def post(self, request: Request, event: str) -> Response:
        """Resume the event where it stood."""
        return event_response(
            request, actions.resume_event(requesting_account(request), event_of(request, event))
        )


class ExtendView(Organising):
    @document_operation(request=shapes.Extend, responses=ROUND_ANSWER, tags=DIRECTING)
    def post(self, request: Request, event: str) -> Response:
        """Extend the round in play, or postpone a round that is paired but has not begun."""
        sent, found = validated_body(shapes.Extend, request), event_of(request, event)
        later = actions.extend_round(
            requesting_account(request), found, sent["minutes"], sent.get("reason", "")
        )
        return round_now(request, found, later)


class StartRoundView(Organising):
    @document_operation(request=None, responses=ROUND_ANSWER, tags=DIRECTING)
    def post(self, request: Request, event: str) -> Response:
        """Begin the next round, which is paired, without waiting for the end of the break."""
        found = event_of(request, event)
        return round_now(request, found, actions.start_round(requesting_account(request), found))


class TakeDealsView(Organising):
    @document_operation(request=None, responses=EVENT_ANSWER, tags=DIRECTING)
    def post(self, request: Request, event: str) -> Response:
        """Take the deals of all rounds of an event at real tables, to print them; the director cannot enter
        it any more."""
        return event_response(
            request, actions.take_deals(requesting_account(request), event_of(request, event))
        )


class RedrawView(Organising):
    @document_operation(request=shapes.Reason, responses=ROUND_ANSWER, tags=DIRECTING)
    def post(self, request: Request, event: str) -> Response:
        """Pair a round anew before it begins: entries have come or left, or two must not meet."""
        reason, found = validated_body(shapes.Reason, request)["reason"], event_of(request, event)
        return round_now(request, found, actions.pair_anew(requesting_account(request), found, reason))


class SwapView(Organising):
    @document_operation(
        request=shapes.Swap, parameters=number_parameters("round"), responses=ROUND_ANSWER, tags=DIRECTING
    )
    def post(self, request: Request, event: str, round: str) -> Response:
        """Swap two entries of a round that has not begun."""
        sent, found = validated_body(shapes.Swap, request), event_of(request, event)
        one, other = (table_of(request, event, round, str(sent[name])) for name in ("table", "other_table"))
        places = sent["side"], sent["other_side"]
        swapped = actions.swap_entries(
            requesting_account(request), one, places[0], other, places[1], sent["reason"]
        )
        return round_now(request, found, swapped)


class LastRoundView(Organising):
    @document_operation(request=shapes.MaybeReason, responses=EVENT_ANSWER, tags=DIRECTING)
    def post(self, request: Request, event: str) -> Response:
        """Call the round that is paired the last: then the event is over, with standings, trophies and points
        of its series. Where rounds overlap, no new tables are made."""
        reason = validated_body(shapes.MaybeReason, request).get("reason", "")
        return event_response(
            request, actions.call_last_round(requesting_account(request), event_of(request, event), reason)
        )


class EndEventView(Organising):
    @document_operation(request=shapes.Reason, responses=EVENT_ANSWER, tags=DIRECTING)
    def post(self, request: Request, event: str) -> Response:
        """End the event at once with what was played: finished deals count, a round that has not begun is not
        played."""
        reason = validated_body(shapes.Reason, request)["reason"]
        return event_response(
            request, actions.end_event(requesting_account(request), event_of(request, event), reason)
        )


class LengthView(Organising):
    @document_operation(request=shapes.Length, responses=EVENT_ANSWER, tags=DIRECTING)
    def post(self, request: Request, event: str) -> Response:
        """Change the number of rounds, or the deals of the rounds that have not begun."""
        sent, found = validated_body(shapes.Length, request), event_of(request, event)
        asked = sent.get("rounds"), sent.get("deals"), sent.get("reason", "")
        return event_response(request, actions.change_length(requesting_account(request), found, *asked))


class ReopenView(Organising):
    @document_operation(request=shapes.Reopen, responses=EVENT_ANSWER, tags=DIRECTING)
    def post(self, request: Request, event: str) -> Response:
        """Go back to registration while nobody has scored: the pairings are undone."""
        sent, found = validated_body(shapes.Reopen, request), event_of(request, event)
        return event_response(
            request, actions.reopen_registration(requesting_account(request), found, **sent)
        )


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
        return self.ruled(
            action(requesting_account(self.request), table, *what, sent["reason"], confirmed=confirmed)
        )

    def ruled(self, table: TournamentTable) -> Response:
        found = table
        event = found.round.event
        now = access.table_of_round(event, found.round.number, found.number)
        sheet = selectors.sheet_for(self.request.user, event)
        return Response(shapes.EventTableShape.render(sheet.row(now), sheet=sheet))


RULED: dict[str, Any] = {
    "parameters": number_parameters("round", "table"),
    "responses": {200: shapes.EventTableShape},
    "tags": DIRECTING,
}


class AdjustView(RulingView):
    @document_operation(request=shapes.Adjust, **RULED)
    def post(self, request: Request, event: str, round: str, table: str) -> Response:
        """Set the points of a table, in place of the played result; an empty list restores it."""
        sent, found = validated_body(shapes.Adjust, request), table_of(request, event, round, table)
        return self.rule(actions.adjust_points, found, sent, sent["points"])


class PenaliseView(RulingView):
    @document_operation(request=shapes.Penalise, **RULED)
    def post(self, request: Request, event: str, round: str, table: str) -> Response:
        """Deduct points; negative numbers add."""
        sent, found = validated_body(shapes.Penalise, request), table_of(request, event, round, table)
        return self.rule(actions.penalise_table, found, sent, sent["points"])


class AnnulView(RulingView):
    @document_operation(request=shapes.Ruled, **RULED)
    def post(self, request: Request, event: str, round: str, table: str) -> Response:
        """Annul the result of a table."""
        sent, found = validated_body(shapes.Ruled, request), table_of(request, event, round, table)
        return self.rule(actions.annul_result, found, sent)


class RestoreView(RulingView):
    @document_operation(request=shapes.Ruled, **RULED)
    def post(self, request: Request, event: str, round: str, table: str) -> Response:
        """Withdraw every ruling on a table: the played result counts again."""
        sent, found = validated_body(shapes.Ruled, request), table_of(request, event, round, table)
        return self.rule(actions.restore_result, found, sent)


class AnnulDealView(RulingView):
    @document_operation(request=shapes.RuledDeal, **RULED)
    def post(self, request: Request, event: str, round: str, table: str) -> Response:
        """Annul one deal at this table."""
        sent, found = validated_body(shapes.RuledDeal, request), table_of(request, event, round, table)
        return self.rule(actions.annul_deal, found, sent, sent["deal"])


class RestoreDealView(RulingView):
    @document_operation(request=shapes.RuledDeal, **RULED)
    def post(self, request: Request, event: str, round: str, table: str) -> Response:
        """Count an annulled deal at this table again."""
        sent, found = validated_body(shapes.RuledDeal, request), table_of(request, event, round, table)
        return self.rule(actions.restore_deal, found, sent, sent["deal"])


class ForfeitPartView(RulingView):
    @document_operation(request=shapes.Forfeit, **RULED)
    def post(self, request: Request, event: str, round: str, table: str) -> Response:
        """Rule that a side has forfeited a part of its meeting, or that the part counts as it is played."""
        sent, found = validated_body(shapes.Forfeit, request), table_of(request, event, round, table)
        return self.rule(actions.forfeit_part, found, sent, sent["part"], sent["side"])


class EnterScoresView(RulingView):
    @document_operation(request=shapes.EnterScores, **RULED)
    def post(self, request: Request, event: str, round: str, table: str) -> Response:
        """Enter scores of a real table: they count whatever its sides have written. A reason is needed once
        the table is over."""
        sent, found = validated_body(shapes.EnterScores, request), table_of(request, event, round, table)
        rows = {each["deal"]: each["scores"] for each in sent["rows"]}
        seen = {each["deal"]: each["seen"] for each in sent["rows"] if "seen" in each}
        enter = partial(actions.enter_scores, broken_off=sent["broken_off"], seen=seen)
        ruled: list[Response] = []
        actions.carry_out_once(
            found.round.event,
            sent.get("id", ""),
            lambda: ruled.append(self.rule(enter, found, {"reason": "", **sent}, rows)),
        )
        return ruled[0] if ruled else self.ruled(found)


class NudgeView(RulingView):
    @document_operation(request=None, **RULED)
    def post(self, request: Request, event: str, round: str, table: str) -> Response:
        """Ask the players of a table to go on; at most once a minute."""
        return self.ruled(
            actions.nudge_table(requesting_account(request), table_of(request, event, round, table))
        )


class EndView(RulingView):
    @document_operation(request=shapes.Reason, **RULED)
    def post(self, request: Request, event: str, round: str, table: str) -> Response:
        """End a match now: the finished deals count."""
        reason, found = (
            validated_body(shapes.Reason, request)["reason"],
            table_of(request, event, round, table),
        )
        return self.ruled(actions.end_table(requesting_account(request), found, reason))


class AverageView(RulingView):
    @document_operation(
        request=shapes.LeftAlone,
        parameters=number_parameters("round", "table"),
        responses=ROUND_ANSWER,
        tags=DIRECTING,
    )
    def post(self, request: Request, event: str, round: str, table: str) -> Response:
        """Give those at a real table whose opponents have left, or miss the round, their own average."""
        sent = validated_body(shapes.LeftAlone, request)
        found = table_of(request, event, round, table)
        held = actions.give_average(requesting_account(request), found, **sent)
        return round_now(request, held, found.round)


class SeatRestingView(RulingView):
    @document_operation(request=shapes.Reason, **RULED)
    def post(self, request: Request, event: str, round: str, table: str) -> Response:
        """Let an entry that rests play at a real table in place of one that has left."""
        reason = validated_body(shapes.Reason, request)["reason"]
        found = table_of(request, event, round, table)
        return self.ruled(actions.seat_resting(requesting_account(request), found, reason))
