"""Reviews in the database: requests, workers that may die, and who may see the result."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import numpy as np
import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from games import tasks
from games.models import Boards, Match, Review, ReviewedDeal
from games.play import actions, live
from games.review import explaining, judging, reviews
from ludocards.bots.proving import Explanation
from ludocards.bots.reviewing import ChoiceValues, Reviewer
from ludocards.engine.game import Json
from ludocards.engine.registry import GAMES
from ludopoli.accounts.models import User
from ludopoli.http import throttle
from ludopoli.http.refusals import ActionRefused
from tests.api.conftest import anybody, client_of
from tests.games.conftest import match, people
from tests.refusals import refused

__all__ = ["anybody", "client_of", "match", "people"]

Status = Review.Status


class Quick:
    """A reviewer that answers at once: the first choice is the best, every other loses a point."""

    asked = 0

    def evaluate_choices(self, view: Json, legal: Any, chosen: Any) -> ChoiceValues:
        self.asked += 1
        return ChoiceValues(tuple(legal), np.array([[1.0] + [0.0] * (len(legal) - 1)] * 5), np.ones(5))


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[Quick]:
    """Replace the real reviewer and its reasons, which other tests cover."""
    judge = Quick()
    live.empty_cache()
    throttle._shared.clear()
    monkeypatch.setattr(reviews, "reviewer", lambda game: Reviewer(judge.evaluate_choices, halving_loss=1.5))
    said = Explanation(["lead"], [{"kind": "void", "seat": 1, "suit": "C"}])
    monkeypatch.setattr(explaining, "explain_choice", lambda *_: said)
    yield judge
    live.empty_cache()


def act(row: Match) -> None:
    """Play the last legal command of the seat on turn; let a bidding window time out."""
    game, state = GAMES[row.game], live.state_of(row)
    if game.window(state) is not None:
        assert row.deadline_at is not None
        actions.time_out(row.pk, row.deadline_at + timedelta(minutes=1))
    else:
        seat = game.to_act(state)[0]
        actions.submit_command(row.pk, seat, game.legal(state, seat)[-1], uuid.uuid4().hex, row.version)
    row.refresh_from_db()


@pytest.fixture
def over(match: Callable[..., Match]) -> Callable[..., Match]:
    """A match of two deals, played out."""

    def finish(**options: Any) -> Match:
        row = match(rules={"preset": "classico", "match_end": {"deals": 2}}, **options)
        while row.status == Match.Status.PLAYING:
            act(row)
        return row

    return finish


@pytest.fixture
def woken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The review tasks requested so far; they run only when the test runs them."""
    asked: list[str] = []
    monkeypatch.setattr(tasks.review, "delay", lambda: asked.append("review"))
    return asked


HALF = pytest.approx(0.5, abs=0.05)
"""The share after one deal of two; it varies a little, since accuse count as cards do."""


def standing(user: User, row: Match) -> reviews.ReviewProgress:
    found = reviews.review_progress(user, row.pk)
    return found


def asked(user: User, row: Match) -> str:
    try:
        return reviews.request_review(user, row.pk).status
    except ActionRefused as why:
        return why.code


def test_a_review_grows_deal_by_deal_for_all_who_see_the_match(
    over: Callable[..., Match],
    people: list[User],
    woken: list[str],
    django_capture_on_commit_callbacks: Any,
) -> None:
    row = over()
    assert standing(people[4], row).status == "none"
    with django_capture_on_commit_callbacks(execute=True):
        assert asked(people[4], row) == Status.WAITING
    assert woken == ["review"]
    tasks.review()
    half = standing(people[1], row)
    assert (half.status, half.document) == (Status.WORKING, None)
    assert half.done == HALF
    tasks.review()
    done = standing(people[1], row)
    assert (done.status, done.done) == (Status.DONE, 1.0)
    assert [deal["deal"] for deal in done.document["deals"]] == [0, 1]
    assert done.document["algorithm"] == judging.ALGORITHM
    tasks.review()
    assert len(woken) == 3, "each deal asks for the next task, and where nothing waits nobody does"


def test_the_remaining_time_follows_from_the_latest_deals(
    over: Callable[..., Match], people: list[User], woken: list[str]
) -> None:
    first, second = over(), over()
    assert asked(people[0], first) == asked(people[1], second) == Status.WAITING
    assert standing(people[0], first).seconds_left is None, "nothing has been measured: no figure is made up"
    reviews.judge_next_deal()
    [judged] = ReviewedDeal.objects.all()
    assert (judged.acts, judged.seconds > 0) == (len(judged.document["choices"]), True)
    ReviewedDeal.objects.update(seconds=judged.acts / 2)  # half a second for each card
    left = [standing(people[0], row).seconds_left for row in (first, second)]
    acts = Review.objects.get(match=first).acts - judged.acts, Review.objects.get(match=second).acts
    assert left == [pytest.approx(acts[0] / 2, abs=0.1), pytest.approx(sum(acts) / 2, abs=0.1)]
    while reviews.judge_next_deal():
        pass
    assert standing(people[0], second).seconds_left is None, "it is there"


def test_a_review_requested_twice_is_made_once(
    over: Callable[..., Match], people: list[User], woken: list[str], quick: Quick
) -> None:
    row = over()
    assert [asked(person, row) for person in people[:3]] == [Status.WAITING] * 3
    while reviews.judge_next_deal():
        pass
    before, cost = standing(people[0], row).document, quick.asked
    assert asked(people[1], row) == Status.DONE
    assert not reviews.judge_next_deal()
    assert (standing(people[0], row).document, quick.asked) == (before, cost)
    Review.objects.update(algorithm=judging.ALGORITHM - 1)
    assert standing(people[0], row).status == "none"
    assert asked(people[1], row) == Status.WAITING, "what an older version made is made again"


def test_each_person_has_one_review_at_a_time_and_reviews_advance_in_parallel(
    over: Callable[..., Match], people: list[User], woken: list[str]
) -> None:
    first, second = over(), over()
    assert asked(people[0], first) == Status.WAITING
    assert asked(people[0], second) == "review_waiting"
    assert asked(people[1], second) == Status.WAITING
    assert [standing(people[0], row).ahead for row in (first, second)] == [0, 1]
    for _ in range(2):
        reviews.judge_next_deal()
    assert [standing(people[0], row).done for row in (first, second)] == [HALF, HALF]
    while reviews.judge_next_deal():
        pass
    assert asked(people[0], first) == Status.DONE


def test_frequent_requesters_wait_behind_others(
    over: Callable[..., Match], people: list[User], woken: list[str]
) -> None:
    greedy, other = people[0], people[1]
    for _ in range(2):
        assert asked(greedy, over()) == Status.WAITING
        while reviews.judge_next_deal():
            pass
    third, first = over(), over()
    assert (asked(greedy, third), asked(other, first)) == (Status.WAITING, Status.WAITING)
    assert (standing(other, first).ahead, standing(greedy, third).ahead) == (0, 1)
    while standing(other, first).status != Status.DONE:
        assert standing(greedy, third).status == Status.WAITING
        assert reviews.judge_next_deal()
    while reviews.judge_next_deal():
        pass
    assert standing(greedy, third).status == Status.DONE


def test_guests_wait_behind_accounts(
    over: Callable[..., Match], people: list[User], woken: list[str]
) -> None:
    User.objects.filter(pk=people[0].pk).update(is_guest=True)
    guest = User.objects.get(pk=people[0].pk)
    before, after = over(), over()
    assert (asked(guest, before), asked(people[1], after)) == (Status.WAITING, Status.WAITING)
    assert standing(guest, before).ahead == 1
    assert reviews.judge_next_deal()
    assert (standing(guest, before).done, standing(people[1], after).done) == (0, HALF)


def test_bots_share_the_turn_of_their_owner(
    over: Callable[..., Match], people: list[User], woken: list[str]
) -> None:
    bot = User.objects.create(username="Robot", is_bot=True, owner=people[0])
    assert asked(people[0], over()) == Status.WAITING
    assert asked(bot, over()) == "review_waiting"
    assert asked(people[1], over()) == Status.WAITING


def test_a_review_of_an_older_version_blocks_no_request(
    over: Callable[..., Match], people: list[User], woken: list[str]
) -> None:
    first, second = over(), over()
    asked(people[0], first)
    Review.objects.update(algorithm=judging.ALGORITHM - 1)
    assert asked(people[0], second) == Status.WAITING


def test_a_dead_worker_costs_one_deal_once(
    over: Callable[..., Match], people: list[User], woken: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    row = over()
    asked(people[0], row)
    reviews.judge_next_deal()
    held = reviews._take()
    assert held is not None, "a worker has the second deal, and dies"
    assert not reviews.judge_next_deal(), "nobody else begins it meanwhile"
    reviews.sweep_reviews()
    assert woken == []
    Review.objects.update(held_until=timezone.now() - timedelta(seconds=1))
    reviews.sweep_reviews()
    assert woken == ["review"]
    assert reviews.judge_next_deal()
    document = standing(people[0], row).document
    assert [deal["deal"] for deal in document["deals"]] == [0, 1]
    reviews._judge_one(held)
    assert standing(people[0], row).document == document, "the dead one wakes, and changes nothing"


def test_a_review_that_kills_its_workers_is_given_up_and_can_be_requested_again(
    over: Callable[..., Match], people: list[User], woken: list[str]
) -> None:
    row = over()
    asked(people[0], row)
    for _ in range(reviews.TRIES):
        assert reviews._take() is not None
        Review.objects.update(held_until=timezone.now() - timedelta(seconds=1))
    assert reviews._take() is None
    reviews.sweep_reviews()
    assert standing(people[0], row).status == Status.FAILED
    assert asked(people[0], row) == Status.WAITING


def test_a_failed_review_does_not_stop_the_next(
    over: Callable[..., Match], people: list[User], woken: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, sound = over(), over()
    asked(people[0], broken)
    asked(people[1], sound)
    Match.objects.filter(pk=broken.pk).update(rules={"preset": "nessuno"})
    while reviews.judge_next_deal():
        pass
    assert standing(people[1], broken).status == Status.FAILED
    assert standing(people[1], sound).status == Status.DONE


@pytest.mark.parametrize(
    ("game", "players", "rules"),
    [("tressette", 4, {"preset": "classico"}), ("tarocchi", 3, {}), ("whist", 3, {"preset": "andata"})],
    ids=["tressette", "tarocchi", "whist"],
)
def test_only_finished_deals_of_an_aborted_match_are_judged(
    match: Callable[..., Match],
    people: list[User],
    woken: list[str],
    game: str,
    players: int,
    rules: dict[str, Any],
) -> None:
    row = match(seated=players, players=players, game=game, rules=rules)
    into_the_second = 0
    while into_the_second < 4:
        act(row)
        into_the_second += row.snapshot["fair"]["deal"]
    actions.abort_match(row.pk)
    asked(people[0], row)
    while reviews.judge_next_deal():
        pass
    done = standing(people[0], row)
    assert (done.status, done.done) == (Status.DONE, 1.0)
    assert [deal["deal"] for deal in done.document["deals"]] == [0]


def test_a_match_aborted_at_once_has_a_review_without_deals(
    match: Callable[..., Match], people: list[User], woken: list[str]
) -> None:
    row = match()
    actions.abort_match(row.pk)
    asked(people[0], row)
    assert reviews.judge_next_deal()
    done = standing(people[0], row)
    assert (done.status, done.document["deals"]) == (Status.DONE, [])
    assert [each["accuracy"] for each in done.document["players"]] == [None] * 4


@pytest.mark.parametrize("options", [{"private": True}, {"watchable": False}], ids=["private", "unwatched"])
def test_reviews_are_only_for_readers_of_the_match(
    over: Callable[..., Match],
    people: list[User],
    woken: list[str],
    client_of: Callable[..., APIClient],
    anybody: APIClient,
    options: dict[str, Any],
) -> None:
    row = over(**options)
    assert asked(people[4], row) == "not_watchable"
    assert asked(people[1], row) == Status.WAITING
    address = f"/api/v1/matches/{row.pk}/review/"
    assert client_of("Bruno").get(address).json()["status"] == "waiting"
    assert (client_of("Elena").get(address).status_code, anybody.get(address).status_code) == (403, 403)


def test_closed_boards_and_matches_in_play_have_no_review(
    over: Callable[..., Match], match: Callable[..., Match], people: list[User], woken: list[str]
) -> None:
    assert asked(people[0], match()) == "match_running"
    row = over()
    asked(people[0], row)
    row.table.boards = Boards.objects.create(name="coppa", secret="00" * 32)
    row.table.save()
    for reader in people[:2]:
        with refused("boards_closed"):
            reviews.review_progress(reader, row.pk)
    assert asked(people[1], row) == "boards_closed"


def test_programs_request_follow_and_read_reviews(
    over: Callable[..., Match], woken: list[str], client_of: Callable[..., APIClient], anybody: APIClient
) -> None:
    row = over()
    address = f"/api/v1/matches/{row.pk}/review/"
    nothing = {"status": "none", "progress": 0.0, "ahead": 0, "seconds_left": None, "review": None}
    assert anybody.get(address).json() == nothing
    assert anybody.post(address).status_code == 401
    assert client_of("Dario", "read").post(address).status_code == 403
    player = client_of("Anna")
    assert player.post(address).json() == {**nothing, "status": "waiting"}
    while reviews.judge_next_deal():
        pass
    received = anybody.get(address).json()
    assert (received["status"], received["progress"]) == ("done", 1.0)
    assert [each["seat"] for each in received["review"]["players"]] == [0, 1, 2, 3]
    choices = [choice for deal in received["review"]["deals"] for choice in deal["choices"]]
    played = next(choice for choice in choices if choice["command"]["do"] == "play")
    assert {*played} >= {"step", "seat", "command", "of", "seen", "marked"}
    seen = [choice["seen"] for choice in choices if "seen" in choice]
    assert {each["verdict"] for each in seen} == {"worse"}
    assert not [each for each in seen if "why" in each], "sentences take the place of the facts"
    for language, sentence in (("it", "Bruno non ha più coppe."), ("en", "Bruno has no cups left.")):
        sent = anybody.get(address, headers={"accept-language": language}).json()["review"]["deals"][0]
        found = [choice["seen"].get("reasons", []) for choice in sent["choices"] if "seen" in choice]
        assert {reason for each in found for reason in each} == {sentence}


def test_a_game_without_judging_has_no_review(
    over: Callable[..., Match], people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    row = over()
    monkeypatch.setattr(reviews, "REVIEWED", frozenset())
    assert standing(people[0], row).status == "unknown"
    assert asked(people[0], row) == "not_reviewable"
