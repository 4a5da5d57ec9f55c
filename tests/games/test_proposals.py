"""Proposals at the table: claims, cards taken back, pauses, concessions."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.archive import finished_matches
from games.models import Event, Match, Result, SoloResult
from games.people import results, solo
from games.play import actions, frames, live, proposals, sweeping, wire
from games.play.abandoned import DESERTED
from games.play.actions import Accepted
from ludocards.engine import claims, referee
from ludopoli.accounts.models import User
from ludopoli.http import throttle
from ludopoli.http.refusals import passes
from tests.games.playing import on_turn, play_on, submit
from tests.refusals import refused

NewMatch = Callable[..., Match]

LONG = {"rules": {"preset": "classico", "match_end": {"deals": 40}}}
FRIENDLY = {**LONG, "casual": True}


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle, "_shared", throttle._shared.__class__())


def leading(match: Match, *, certain: bool) -> int:
    """Play on until a seat may claim the rest, and return it."""
    for _ in range(1600):
        now = live.load_match(match.pk)
        [seat] = now.to_act()
        judge = now.game, now.state, seat
        if claims.refuse_claim(*judge) is None and claims.is_certain(*judge) == certain:
            return seat
        play_on(match, 1)
    raise AssertionError("no such position")


def proposal(match: Match) -> dict[str, Any] | None:
    return live.load_match(match.pk).row.snapshot.get("proposal")


def frame(match: Match, viewer: int | None) -> wire.StateFrame:
    return frames.state_frame(live.load_match(match.pk), viewer, timezone.now(), plays=viewer is not None)


def kinds(match: Match, after: int) -> list[str]:
    log = Event.objects.filter(match=match, seq__gt=after).order_by("seq")
    return list(log.values_list("kind", flat=True))


def agree(match: Match, *seats: int) -> None:
    for seat in seats:
        waits = proposal(match)
        assert waits is not None
        actions.answer_proposal(match.pk, seat, waits["id"], agrees=True)


def others(seat: int) -> list[int]:
    return [other for other in range(4) if other != seat]


def judged(match: Match) -> dict[str, Any]:
    """The referee's report on the record of a match, which is broken off."""
    actions.abort_match(match.pk)
    record = finished_matches.record_of(match.pk)
    verbs = {action["do"] for deal in record["deals"] for action in deal["actions"]}
    assert verbs <= {"play", "accuse"}
    return referee.judge_record(json.dumps(record), verify=True).json


# ---- claims


def test_a_certain_claim_ends_the_deal_without_a_question(match: NewMatch) -> None:
    begun = match(**LONG)
    seat = leading(begun, certain=True)
    before = live.load_match(begun.pk)
    left, deal = len(before.state.hands[seat]), before.state.deal
    assert "claim" in frame(begun, seat)["may_propose"]
    assert frame(begun, seat)["certain_claim"]
    actions.make_proposal(begun.pk, seat, "claim")
    after = kinds(begun, before.version)
    assert after[0] == "proposed"
    assert after.count("taken") == left
    assert after[-4:] == ["scored", "revealed", "committed", "dealt"]
    now = live.load_match(begun.pk)
    assert now.state.deal == deal + 1
    taken = Event.objects.filter(match=begun, seq__gt=before.version, kind="taken")
    assert {event.public["seat"] for event in taken} == {seat}
    assert "shown" not in frame(begun, seat)


def test_the_record_of_a_claim_is_one_of_plays_and_the_referee_agrees(match: NewMatch) -> None:
    begun = match(**LONG)
    actions.make_proposal(begun.pk, leading(begun, certain=True), "claim")
    scored = Event.objects.filter(match=begun, kind="scored").order_by("seq")
    totals = [event.public["totals"] for event in scored]
    report = judged(begun)
    assert report["ok"]
    assert report["verified"]
    assert report["totals"] == totals[-1]


def test_a_claim_that_is_not_certain_is_put_to_the_others_and_accepted(match: NewMatch) -> None:
    begun = match(**LONG)
    seat = leading(begun, certain=False)
    before = live.load_match(begun.pk)
    hand = [card.code for card in before.state.hands[seat]]
    actions.make_proposal(begun.pk, seat, "claim")
    for viewer in (*others(seat), None):
        shown = frame(begun, viewer)
        assert shown["proposal"]["what"] == "claim"
        assert shown["proposal"]["asked"] == others(seat)
        assert shown["shown"] == [{"seat": seat, "cards": hand}]
    assert before.row.deadline_at == live.load_match(begun.pk).row.deadline_at
    agree(begun, *others(seat))
    after = kinds(begun, before.version)
    assert after[:4] == ["proposed", "agreed", "agreed", "agreed"]
    assert after[-4:] == ["scored", "revealed", "committed", "dealt"]
    assert judged(begun)["verified"]


def test_a_refused_claim_leaves_the_cards_open_and_play_goes_on(match: NewMatch) -> None:
    begun = match(**LONG)
    seat = leading(begun, certain=False)
    hand = [card.code for card in live.load_match(begun.pk).state.hands[seat]]
    actions.make_proposal(begun.pk, seat, "claim")
    waits = proposal(begun)
    assert waits is not None
    agree(begun, others(seat)[0])
    against = others(seat)[1]
    actions.answer_proposal(begun.pk, against, waits["id"], agrees=False)
    assert proposal(begun) is None
    with refused("no_proposal"):
        actions.answer_proposal(begun.pk, others(seat)[2], waits["id"], agrees=True)
    with refused("claimed_already"):
        actions.make_proposal(begun.pk, seat, "claim")
    seat_on_turn, command = on_turn(begun)
    assert seat_on_turn == seat
    submit(begun, seat, command)
    held = [card for card in hand if card != command.get("card")]
    assert frame(begun, None)["shown"] == [{"seat": seat, "cards": held}]


def test_playing_on_withdraws_a_claim_and_so_does_its_player(match: NewMatch) -> None:
    begun = match(**LONG)
    seat = leading(begun, certain=False)
    actions.make_proposal(begun.pk, seat, "claim")
    _, command = on_turn(begun)
    submit(begun, seat, command)
    assert proposal(begun) is None
    pause = match(**FRIENDLY)
    actions.make_proposal(pause.pk, 1, "pause")
    waits = proposal(pause)
    assert waits is not None
    with refused("not_your_answer"):
        actions.answer_proposal(pause.pk, 1, waits["id"], agrees=True)
    actions.answer_proposal(pause.pk, 1, waits["id"], agrees=False)
    assert proposal(pause) is None


@pytest.mark.parametrize("is_safe", [True, False])
def test_bots_answer_a_claim_at_once(match: NewMatch, monkeypatch: pytest.MonkeyPatch, is_safe: bool) -> None:
    """A bot accepts if none of its cards beats one of the claimer's (`claims.is_safe_from`)."""
    begun = match(seated=1, **LONG)
    for _ in range(1200):
        now = live.load_match(begun.pk)
        if now.to_act() == (0,) and passes(proposals.check_proposal, now.row, now.state, 0, "claim"):
            break
        play_on(begun, 1)
    monkeypatch.setattr(claims, "is_certain", lambda *_: False)
    monkeypatch.setattr(claims, "is_safe_from", lambda *_: is_safe)
    actions.make_proposal(begun.pk, 0, "claim")
    after = kinds(begun, now.version)
    assert ("declined" in after) == (not is_safe)
    assert ("scored" in after) == is_safe


def test_who_may_not_claim(match: NewMatch) -> None:
    begun = match(**LONG)
    now = live.load_match(begun.pk)
    [seat] = now.to_act()
    with refused("no_claim"):
        actions.make_proposal(begun.pk, seat, "claim")  # the accuse are still open
    certain = leading(begun, certain=False)
    with refused("not_your_turn"):
        actions.make_proposal(begun.pk, (certain + 1) % 4, "claim")
    with refused("bad_proposal"):
        actions.make_proposal(begun.pk, certain, "resign")
    with refused("bad_proposal"):
        actions.make_proposal(begun.pk, certain, ["claim"])  # type: ignore[arg-type]
    assert "claim" not in frame(begun, (certain + 1) % 4)["may_propose"]
    assert "certain_claim" not in frame(begun, certain), "which is offered in the menu alone"
    assert "may_propose" not in frame(begun, None)


# ---- taking back


def test_a_card_is_taken_back_at_a_friendly_table_when_all_agree(match: NewMatch) -> None:
    begun = match(**FRIENDLY)
    play_on(begun, 6)
    seat, command = on_turn(begun)
    before = live.load_match(begun.pk)
    submit(begun, seat, command, "first")
    play_on(begun, 1)
    actions.make_proposal(begun.pk, seat, "undo")
    agree(begun, *others(seat))
    now = live.load_match(begun.pk)
    assert now.state == before.state
    assert now.to_act() == (seat,)
    assert kinds(begun, 0)[-1] == "undone"
    other = next(each for each in now.game.legal(now.state, seat) if each.do == "play")
    submit(begun, seat, other, "second")
    play_on(begun, 60)
    assert judged(begun)["verified"]


def test_what_was_taken_back_is_in_the_log_and_in_no_replay(match: NewMatch) -> None:
    begun = match(**FRIENDLY)
    play_on(begun, 5)
    seat, command = on_turn(begun)
    submit(begun, seat, command, "slip")
    since = live.load_match(begun.pk).version
    actions.make_proposal(begun.pk, seat, "undo")
    agree(begun, *others(seat))
    assert Event.objects.filter(match=begun, command_id=f"{seat}:slip", undone=True).exists()
    assert actions.submit_command(begun.pk, seat, command, "slip", since) == Accepted(
        since
    )  # answered before
    play_on(begun, 80)
    actions.abort_match(begun.pk)
    begun.refresh_from_db()
    game, rules, stretch = finished_matches.replay_arguments(begun, range(2))
    shown = finished_matches.replay.replay_document(game, rules, 4, stretch, range(4))
    assert [frame["at"] for frame in shown["frames"]].count("s1-p2-c2") == 1


def test_bots_agree_that_a_card_is_taken_back_and_the_match_is_no_measure_of_a_level(
    match: NewMatch,
) -> None:
    begun = match(seated=1, rules={"preset": "classico", "match_end": {"deals": 1}}, casual=True)
    while 0 not in live.load_match(begun.pk).to_act():
        play_on(begun, 1)
    before = live.load_match(begun.pk).state
    submit(begun, *on_turn(begun))
    if 0 not in live.load_match(begun.pk).to_act():
        play_on(begun, 1)
    actions.make_proposal(begun.pk, 0, "undo")
    assert live.load_match(begun.pk).state == before
    play_on(begun)
    results.score_match(begun.pk)
    assert {each.undone for each in Result.objects.filter(match=begun)} == {True}
    assert not SoloResult.objects.exists()
    Result.objects.update(undone=False)
    assert solo.rebuild_solo_results(begun.game) == 1, "but for that it would count"


def test_nothing_is_taken_back_where_the_match_counts_or_before_a_card(match: NewMatch) -> None:
    rated = match(**LONG)
    assert rated.rated
    play_on(rated, 8)
    with refused("not_friendly"):
        actions.make_proposal(rated.pk, 0, "undo")
    with refused("not_friendly"):
        actions.make_proposal(rated.pk, 0, "pause")
    assert {"undo", "pause"}.isdisjoint(frame(rated, 0)["may_propose"])
    fresh = match(**FRIENDLY)
    with refused("nothing_to_undo"):
        actions.make_proposal(fresh.pk, 0, "undo")


def test_play_goes_on_while_a_pause_or_taking_back_waits(match: NewMatch) -> None:
    begun = match(**FRIENDLY)
    seat, command = on_turn(begun)
    submit(begun, seat, command)
    actions.make_proposal(begun.pk, seat, "undo")
    play_on(begun, 2)
    assert proposal(begun) is not None
    agree(begun, *others(seat))
    assert live.load_match(begun.pk).to_act() == (seat,)
    actions.make_proposal(begun.pk, seat, "pause")
    with refused("proposal_open"):
        actions.make_proposal(begun.pk, others(seat)[0], "pause")
    play_on(begun, 60)
    assert proposal(begun) is None  # the deal has ended


# ---- pauses


def test_a_pause_stops_the_clocks_until_somebody_wants_to_go_on(match: NewMatch) -> None:
    begun = match(**FRIENDLY)
    actions.make_proposal(begun.pk, 2, "pause")
    agree(begun, 0, 1, 3)
    row = live.load_match(begun.pk).row
    assert (row.deadline_at, row.bot_due_at) == (None, None)
    assert frame(begun, 0)["stopped"]
    assert frame(begun, 0)["legal"] == []
    seat, command = on_turn(begun)
    with refused("match_stopped"):
        submit(begun, seat, command)
    sweeping.sweep_overdue(timezone.now() + timedelta(minutes=5))
    assert live.load_match(begun.pk).row.stopped_at is not None
    actions.end_pause(begun.pk, 3)
    row = live.load_match(begun.pk).row
    assert row.stopped_at is None
    assert row.deadline_at is not None
    submit(begun, seat, command)


def test_a_pause_ends_by_itself_and_the_match_is_not_broken_off(match: NewMatch) -> None:
    begun = match(**FRIENDLY)
    actions.make_proposal(begun.pk, 2, "pause")
    agree(begun, 0, 1, 3)
    sweeping.sweep_overdue(timezone.now() + DESERTED + timedelta(seconds=5))
    begun.refresh_from_db()
    assert (begun.status, begun.stopped_at) == (Match.Status.PLAYING, None)


# ---- conceding


def behind(match: Match) -> int:
    """Play on to the second deal of a match in which a side is behind, and return a seat of it."""
    for _ in range(400):
        now = live.load_match(match.pk)
        totals = now.game.totals(now.state)
        if now.state.sheet and totals[0] != totals[1]:
            return 0 if totals[0] < totals[1] else 1
        play_on(match, 1)
    raise AssertionError("nobody is behind")


def test_a_side_concedes_when_both_of_it_agree(match: NewMatch) -> None:
    begun = match(**LONG)
    with refused("not_behind"):
        actions.make_proposal(begun.pk, 0, "concede")
    seat = behind(begun)
    with refused("not_behind"):
        actions.make_proposal(begun.pk, (seat + 1) % 4, "concede")
    actions.make_proposal(begun.pk, seat, "concede")
    waits = proposal(begun)
    assert waits is not None
    assert waits["asked"] == [(seat + 2) % 4]
    agree(begun, (seat + 2) % 4)
    begun.refresh_from_db()
    assert begun.status == Match.Status.FINISHED
    results.score_match(begun.pk)
    places = dict(Result.objects.filter(match=begun).values_list("seat", "place"))
    assert places == {seat: 2, (seat + 2) % 4: 2, (seat + 1) % 4: 1, (seat + 3) % 4: 1}
    report = referee.judge_record(json.dumps(finished_matches.record_of(begun.pk)), verify=True).json
    assert report["verified"]


def test_a_match_that_is_decided_is_conceded_at_once(
    match: NewMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = match(**LONG)
    seat = behind(begun)
    monkeypatch.setattr(proposals, "is_match_decided", lambda *_: True)
    actions.make_proposal(begun.pk, seat, "concede")
    begun.refresh_from_db()
    assert begun.status == Match.Status.FINISHED


def test_a_match_is_decided_when_the_deals_left_cannot_change_it(match: NewMatch) -> None:
    begun = match(rules={"preset": "classico", "match_end": {"deals": 2}})
    play_on(begun, 41)
    now = live.load_match(begun.pk)
    least, most = now.game.deal_bounds(now.state.rules, 4)
    totals = now.game.totals(now.state)
    assert proposals.is_match_decided(now.row, now.state) == (abs(totals[0] - totals[1]) > most - least)
    endless = match(rules={"preset": "classico"})
    assert not proposals.is_match_decided(endless, live.load_match(endless.pk).state)


# ---- over the API


def test_programs_propose_and_answer(match: NewMatch, people: list[User], client: Any) -> None:
    begun = match(**FRIENDLY)
    client.force_login(people[1])
    at = f"/api/v1/matches/{begun.pk}/"
    sent = client.post(f"{at}propose/", {"what": "pause"}, content_type="application/json")
    assert sent.status_code == 200, sent.content
    again = client.post(f"{at}propose/", {"what": "pause"}, content_type="application/json")
    assert again.json()["code"] == "proposal_open"
    waits = client.get(f"{at}state/").json()["proposal"]
    for person in (people[0], people[2], people[3]):
        client.force_login(person)
        answer = {"proposal": waits["id"], "agrees": True}
        assert client.post(f"{at}answer/", answer, content_type="application/json").status_code == 200
    assert client.get(f"{at}state/").json()["stopped"]
    assert client.post(f"{at}resume/", {}, content_type="application/json").status_code == 200
    assert "stopped" not in client.get(f"{at}state/").json()
    client.force_login(people[4])
    assert client.post(f"{at}resume/", {}, content_type="application/json").status_code == 403


def test_a_proposal_is_refused_when_they_come_too_often(match: NewMatch) -> None:
    begun = match(**FRIENDLY)
    for _ in range(4):
        actions.make_proposal(begun.pk, 0, "pause")
        waits = proposal(begun)
        assert waits is not None
        actions.answer_proposal(begun.pk, 1, waits["id"], agrees=False)
    with refused("too_many_proposals"):
        actions.make_proposal(begun.pk, 0, "pause")


# ---- hidden cards


def test_a_proposal_shows_no_card_but_those_of_its_player(match: NewMatch) -> None:
    begun = match(**LONG)
    seat = leading(begun, certain=False)
    actions.make_proposal(begun.pk, seat, "claim")
    now = live.load_match(begun.pk)
    state, deck = now.state, now.game.deck
    open_ = {card.code for presa in state.tricks for card in presa.trick.cards}
    open_ |= {card.code for card in state.hands[seat]}
    for viewer in (*range(4), None):
        own = set() if viewer is None else {card.code for card in state.hands[viewer]}
        newer = now.since(now.version - 1, viewer)
        assert newer is not None
        sent = [
            frames.state_frame(now, viewer, timezone.now(), plays=viewer is not None),
            frames.events_frame(now, viewer, newer, timezone.now(), plays=viewer is not None),
        ]
        named = {code for code in deck.cards if f'"{code}"' in json.dumps(sent)}
        assert named <= open_ | own
