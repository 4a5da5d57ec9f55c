"""Matches that their people end before the last deal: won because the opponents have left, or annulled."""

from __future__ import annotations

import json
from collections.abc import Callable

from django.db import transaction
from django.utils import timezone

from games.archive import finished_matches
from games.fairplay import quits
from games.models import Happening, Match, Result
from games.people import results
from games.play import actions, frames, live
from games.play.actions import seating
from games.play.actions.storing import store_step
from ludocards.engine import referee
from ludocards.engine.game import Step
from ludopoli.accounts.models import User
from tests.games import test_proposals
from tests.games.playing import play_on
from tests.games.test_proposals import FRIENDLY, LONG, agree, kinds, proposal
from tests.refusals import refused

NewMatch = Callable[..., Match]


def to_deal(match: Match, number: int) -> None:
    """Play on until this deal, from 1, is in play."""
    while live.load_match(match.pk).state.deal < number - 1:
        play_on(match, 1)


def get_up(match: Match, *seats: int) -> None:
    for seat in seats:
        person = User.objects.get(pk=match.players[seat]["user"])
        actions.leave_table(person, match.table)


def fall_silent(match: Match, seat: int) -> None:
    """Give the seat of a person to the bot, as the clock does after two turns."""
    with transaction.atomic():
        row = live.lock_match(match.pk)
        assert row is not None
        store_step(row, Step(live.state_of(row), seating.hand_to_bot(row, seat)), {}, timezone.now())


def may_propose(match: Match, seat: int) -> list[str]:
    now = live.load_match(match.pk)
    found: list[str] = frames.state_frame(now, seat, timezone.now())["may_propose"]
    return found


def ends(match: Match, seat: int, what: str) -> None:
    """Propose an end and let whoever is asked agree."""
    actions.make_proposal(match.pk, seat, what)
    if (waits := proposal(match)) is not None:
        agree(match, *waits["asked"])
    match.refresh_from_db()


def behind(match: Match) -> list[int]:
    """The seats of the side that is behind, by the totals of a match."""
    totals = live.load_match(match.pk).game.totals(live.load_match(match.pk).state)
    worse = 0 if totals[0] <= totals[1] else 1
    return [worse, worse + 2]


def test_the_side_that_stayed_ends_the_match_as_won_even_if_it_is_behind(match: NewMatch) -> None:
    begun = match(**LONG)
    assert begun.rated
    to_deal(begun, 2)
    stay = behind(begun)
    left = [1 - stay[0], 3 - stay[0]]
    assert "win" not in may_propose(begun, stay[0])
    get_up(begun, left[0])
    with refused("not_alone"):  # one of them is still there
        actions.make_proposal(begun.pk, stay[0], "win")
    get_up(begun, left[1])
    assert "win" in may_propose(begun, stay[1])
    actions.make_proposal(begun.pk, stay[0], "win")
    waits = proposal(begun)
    assert waits is not None
    assert waits["asked"] == [stay[1]], "their partner is asked"
    agree(begun, stay[1])
    begun.refresh_from_db()
    assert begun.status == Match.Status.FINISHED
    results.score_match(begun.pk)
    rows = {row.seat: row for row in Result.objects.filter(match=begun)}
    assert {seat: row.place for seat, row in rows.items()} == {
        **dict.fromkeys(stay, 1),
        **dict.fromkeys(left, 2),
    }
    assert all(rows[seat].won and (rows[seat].gain or 0) > 0 for seat in stay)
    assert all(rows[seat].left and (rows[seat].gain or 0) < 0 for seat in left)
    frame = frames.state_frame(live.load_match(begun.pk), None, timezone.now(), plays=False)
    assert frame["view"]["places"] == [1 if stay[0] == side else 2 for side in (0, 1)]
    best, _ = finished_matches.final_totals(begun)
    assert all(begun.players[seat]["name"] in best[0] for seat in stay)


def test_a_win_by_default_is_a_step_on_the_ladder_of_those_who_left(
    match: NewMatch, people: list[User]
) -> None:
    begun = match(**LONG)
    to_deal(begun, 2)
    get_up(begun, 1, 3)
    ends(begun, 0, "win")
    results.score_match(begun.pk)
    assert [quits.quit_step_of(people[seat]).step for seat in range(4)] == [0, 1, 0, 1]


def test_a_rebuild_of_the_results_keeps_a_win_by_default(match: NewMatch) -> None:
    begun = match(**LONG)
    to_deal(begun, 2)
    stay = behind(begun)
    get_up(begun, 1 - stay[0], 3 - stay[0])
    ends(begun, stay[0], "win")
    results.score_match(begun.pk)
    before = list(Result.objects.filter(match=begun).order_by("seat").values_list("seat", "place", "gain"))
    live.empty_cache()
    results.rebuild_results(begun.game)
    after = Result.objects.filter(match=begun).order_by("seat").values_list("seat", "place", "gain")
    assert list(after) == before
    record = finished_matches.record_of(begun.pk)
    assert referee.judge_record(json.dumps(record), verify=True).json["verified"]


def test_nobody_wins_by_default_before_a_deal_is_over_or_against_bots(match: NewMatch) -> None:
    begun = match(**LONG)
    get_up(begun, 1, 3)
    with refused("not_alone"):
        actions.make_proposal(begun.pk, 0, "win")
    alone = match(seated=1, **LONG)
    to_deal(alone, 2)
    with refused("not_alone"):
        actions.make_proposal(alone.pk, 0, "win")


def test_where_everybody_plays_alone_the_last_one_at_the_table_wins(match: NewMatch) -> None:
    begun = match(seated=3, players=3, game="traversone", rules={"preset": "traversone"})
    to_deal(begun, 2)
    get_up(begun, 0)
    with refused("not_alone"):
        actions.make_proposal(begun.pk, 2, "win")
    get_up(begun, 1)
    ends(begun, 2, "win")
    results.score_match(begun.pk)
    assert dict(Result.objects.filter(match=begun).values_list("seat", "place")) == {0: 2, 1: 2, 2: 1}


def test_whoever_has_been_away_for_a_whole_deal_has_left(match: NewMatch) -> None:
    begun = match(**LONG)
    to_deal(begun, 2)
    for seat in (1, 3):
        fall_silent(begun, seat)
    to_deal(begun, 3)
    assert "win" not in may_propose(begun, 0), "they were there in the deal before"
    to_deal(begun, 4)
    assert "win" in may_propose(begun, 0)
    actions.reclaim_seat(begun.pk, 3)
    assert "win" not in may_propose(begun, 0), "one of them is back"


def test_a_player_whose_partner_has_left_concedes_alone(match: NewMatch) -> None:
    begun = match(**LONG)
    seat = test_proposals.behind(begun)
    get_up(begun, (seat + 2) % 4)
    actions.make_proposal(begun.pk, seat, "concede")
    begun.refresh_from_db()
    assert begun.status == Match.Status.FINISHED
    assert frames.state_frame(live.load_match(begun.pk), 0, timezone.now())["conceded"] == seat, "also later"


def test_all_people_annul_a_match_together_and_it_counts_for_nothing(
    match: NewMatch, people: list[User]
) -> None:
    begun = match(**LONG)
    to_deal(begun, 2)
    actions.make_proposal(begun.pk, 2, "annul")
    agree(begun, 0, 1)
    begun.refresh_from_db()
    assert begun.status == Match.Status.PLAYING
    agree(begun, 3)
    begun.refresh_from_db()
    assert begun.status == Match.Status.ABANDONED
    assert proposal(begun) is None, "it waits for nobody any more"
    assert kinds(begun, begun.version - 3) == ["agreed", "broken_off", "revealed"]
    assert not Result.objects.filter(match=begun).exists()
    assert not any(quits.quit_step_of(person).played for person in people)
    told = Happening.objects.filter(kind="match_annulled", data__match=str(begun.pk))
    assert told.count() == 4
    assert frames.state_frame(live.load_match(begun.pk), 2, timezone.now())["annulled"], "a page opened later"
    assert finished_matches.record_of(begun.pk)["id"] == str(begun.pk), "the record stays"


def test_one_refusal_keeps_a_match_from_being_annulled(match: NewMatch) -> None:
    begun = match(**LONG)
    actions.make_proposal(begun.pk, 2, "annul")
    waits = proposal(begun)
    assert waits is not None
    actions.answer_proposal(begun.pk, 1, waits["id"], agrees=False)
    begun.refresh_from_db()
    assert (begun.status, proposal(begun)) == (Match.Status.PLAYING, None)


def test_a_rated_match_that_somebody_has_left_is_not_annulled(match: NewMatch) -> None:
    rated = match(**LONG)
    get_up(rated, 1)
    with refused("no_annulment"):
        actions.make_proposal(rated.pk, 0, "annul")
    friendly = match(**FRIENDLY)
    get_up(friendly, 1)
    ends(friendly, 0, "annul")
    assert friendly.status == Match.Status.ABANDONED, "whoever has left is not asked"


def test_no_bot_annuls_a_match_for_somebody_who_may_come_back(match: NewMatch) -> None:
    begun = match(**FRIENDLY)
    fall_silent(begun, 3)
    actions.make_proposal(begun.pk, 0, "annul")
    agree(begun, 1, 2)
    waits = proposal(begun)
    assert waits is not None
    assert waits["asked"] == [3]
    agree(begun, 3)
    begun.refresh_from_db()
    assert begun.status == Match.Status.ABANDONED
    assert 3 not in begun.away, "whoever answers is back"


def test_a_partner_who_is_away_does_not_delay_a_win(match: NewMatch) -> None:
    begun = match(**LONG)
    to_deal(begun, 2)
    get_up(begun, 1, 3)
    fall_silent(begun, 2)
    actions.make_proposal(begun.pk, 0, "win")
    begun.refresh_from_db()
    assert begun.status == Match.Status.FINISHED
