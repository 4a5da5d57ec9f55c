"""A person's own mistakes: what is collected from a review, what is shown, and when a position comes back."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest
from django.test import Client
from django.utils import timezone

from games.models import Match
from games.people import results
from games.play import live
from games.play.actions import dealing, submit_command
from games.review import explaining, reviews
from ludocards.bots import registry
from ludocards.bots.proving import Explanation
from ludocards.bots.reviewing import ChoiceValues, Reviewer
from ludocards.engine import shuffle
from ludopoli.accounts import privacy
from ludopoli.accounts.models import User
from practice import archive, mistakes, plotting, spacing, studying
from practice.models import Mistake, StudiedMatch
from tests.e2e.finished import finish
from tests.games.conftest import match, people
from tests.practice.making import mistake_in
from tests.practice.making import studied as studied_as
from tests.practice.test_puzzles import exchanges
from tests.security.readings import NEVER_TWICE

__all__ = ["match", "people"]

NOW = datetime(2026, 11, 25, 18, tzinfo=UTC)

# ---- pure


@pytest.mark.parametrize(
    ("answers", "days"),
    [([True, True, True, True], [2, 11, 46, 163]), ([False, True, True], [1, 2, 6]), ([True, False], [2, 1])],
)
def test_a_position_comes_back_later_after_each_right_answer(answers: list[bool], days: list[int]) -> None:
    card, now, found = None, NOW, []
    for is_right in answers:
        card, due = spacing.next_repetition(card, is_right, now)
        found.append(spacing.days_until(due, now))
        now = due
    assert found == days
    assert json.loads(json.dumps(card)) == card


def test_nothing_stays_away_for_more_than_a_year() -> None:
    card, now = None, NOW
    for _ in range(10):
        card, due = spacing.next_repetition(card, True, now)
        assert due - now <= timedelta(days=365)
        now = due


def test_the_line_of_the_plot_is_the_mean_of_the_latest_matches() -> None:
    assert plotting.averages([50, 100, 60, 70, 70, 100]) == [50, 75, 70, 70, 70, 80]
    plot = plotting.plot_history([(NOW, 80.0), (NOW + timedelta(days=1), 90.0)])
    (_, below), (_, above) = plot.dots
    assert above < below
    assert [tick.label for tick in plot.lines] == ["80", "85", "90"]
    perfect = plotting.plot_history([(NOW, 100.0)])
    assert [tick.label for tick in perfect.lines] == ["98", "100"]
    [only] = perfect.dots
    assert only[0] == pytest.approx((64 + plot.right) / 2, abs=1)


def test_kinds_are_ordered_by_their_cost() -> None:
    found = mistakes.mistake_kinds([(" lead count ", 1.0), (" count ", 0.5), (" take ", 2.0), ("", 9.0)])
    assert [(each.theme, each.many, each.points) for each in found] == [
        ("take", 1, 2.0),
        ("count", 2, 1.5),
        ("lead", 1, 1.0),
    ]


# ---- from a review to the page


def evaluate_choices(view: Any, legal: Any, chosen: Any) -> ChoiceValues:
    """The first choice is the best, every other loses a point."""
    return ChoiceValues(tuple(legal), np.array([[1.0] + [0.0] * (len(legal) - 1)] * 5), np.ones(5))


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Replace the reviewer and the explanation, which other tests cover."""
    quick = Reviewer(evaluate_choices, halving_loss=1.5)
    monkeypatch.setattr(reviews, "reviewer", lambda game: quick)
    monkeypatch.setattr(registry, "reviewer", lambda game: quick)
    said = [{"kind": "void", "seat": 1, "suit": "C"}]
    monkeypatch.setattr(explaining, "explain_choice", lambda *_: Explanation(["lead", "count"], said))
    live.empty_cache()
    yield
    live.empty_cache()


@pytest.fixture
def reviewed(match: Callable[..., Match], people: list[User], monkeypatch: pytest.MonkeyPatch) -> Match:
    """A match of a certain deal, reviewed: seat 0 plays its last legal card three times, everybody else their
    first one."""
    monkeypatch.setattr(dealing, "dealer_of_first_deal", lambda *_: 3)
    monkeypatch.setattr(shuffle, "shuffle", lambda pack, *_: tuple(Random(1).sample(pack, len(pack))))
    row = match(rules={"preset": "classico", "match_end": {"deals": 1}})
    wrong = 3
    while (now := live.load_match(row.pk)).to_act():
        seat = now.to_act()[0]
        legal = [each for each in now.game.legal(now.state, seat) if each.do == "play"]
        is_wrong = seat == 0 and wrong and len(legal) > 2
        wrong -= bool(is_wrong)
        submit_command(row.pk, seat, legal[-1 if is_wrong else 0], f"{now.version}", now.version)
    assert not wrong
    assert reviews.request_review(people[0], row.pk)
    while reviews.judge_next_deal():
        pass
    row.refresh_from_db()
    results.score_match(row.pk)
    return row


def studied(person: User, row: Match) -> list[Mistake]:
    assert studying.study_match(person, row) is not None
    return [*mistakes.due_mistakes(person)]


def client_of(person: User) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(person)
    return client


def test_the_own_mistakes_of_a_review_are_collected_once(reviewed: Match, people: list[User]) -> None:
    anna, bruno = people[:2]
    assert list(studying.unstudied_matches(anna)) == [reviewed]
    found = studied(anna, reviewed)
    assert len(found) == 3
    for mistake in found:
        position = archive.position_at(reviewed, mistake.at)
        assert position is not None
        assert (position.seat, mistake.theme_list) == (0, ["lead", "count"])
        assert mistake.tempting not in mistake.answers
        assert {str(command) for command, _ in mistake.losses} == {
            str(command.as_json())
            for command in position.game.legal(position.state(), 0)
            if command.do == "play"
        }
    assert studied(anna, reviewed) == found
    assert not studying.unstudied_matches(anna).exists()
    assert studied(bruno, reviewed) == []
    [mine] = StudiedMatch.objects.filter(user=anna)
    assert mine.lost == pytest.approx(1.0)
    assert mine.accuracy is not None
    assert mine.accuracy < 100


def test_moves_that_others_made_in_the_seat_are_not_the_persons(reviewed: Match, people: list[User]) -> None:
    all_of_them = archive.own_choices(reviewed, 0)
    assert len(all_of_them) == 10
    reviewed.players[0]["since"] = 1 << 30
    assert archive.own_choices(reviewed, 0) == set()
    reviewed.save()
    assert studied(people[0], reviewed) == []


def test_a_mistake_comes_back_from_the_page_to_the_answer_and_again(
    reviewed: Match, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole way: the page asks for the mistakes, one is answered, and it is due again after days."""
    anna = client_of(people[0])
    with monkeypatch.context() as patched:
        patched.setattr(studying, "wake_studying", lambda person: studying.study_match(person, reviewed))
        reading = anna.get("/giocate/errori/").content.decode()
        assert "We are reading" in reading
        assert "data-unfinished" in reading, "the page looks by itself whether it has ended"
    page = anna.get("/giocate/errori/").content.decode()
    assert "3 positions wait" in page
    assert 'class="chart"' in page
    assert "counting" in page
    address = anna.get("/giocate/errori/prossimo/")["Location"]
    mistake = Mistake.objects.get(code=address.split("/")[-2])
    assert eyes(anna, address) == [0]
    solved = anna.post(address, {"answer": mistake.answers[0]["card"]}, follow=True).content.decode()
    assert 'data-outcome="right"' in solved
    assert "comes back in 2 days" in solved
    assert eyes(anna, address) == [0, 1, 2, 3]
    anna.post(address, {"answer": mistake.tempting["card"]})
    mistake.refresh_from_db()
    assert (mistake.tried, mistake.solved) == (1, 1), "until it is due, an answer changes nothing"
    assert mistakes.due_mistakes(people[0]).count() == 2
    Mistake.objects.filter(pk=mistake.pk).update(due=timezone.now())
    assert eyes(anna, address) == [0]
    assert mistakes.due_mistakes(people[0])[0] == mistake
    wrong = anna.post(address, {"answer": mistake.tempting["card"]}, follow=True).content.decode()
    assert 'data-outcome="wrong"' in wrong
    Mistake.objects.update(due=timezone.now() + timedelta(days=1))
    assert anna.get("/giocate/errori/prossimo/")["Location"] == "/giocate/errori/"


def test_the_api_leads_the_same_way(reviewed: Match, people: list[User]) -> None:
    anna, api = client_of(people[0]), "/api/v1/me/mistakes/"
    assert anna.get(f"{api}next/").json()["code"] == "nothing_due"
    studied(people[0], reviewed)
    mine = anna.get(api).json()
    assert (mine["due"], mine["reading"], mine["next_due"]) == (3, False, None)
    [course] = mine["games"]
    assert [kind["theme"] for kind in course["kinds"]] == ["count", "lead"]
    assert [each["match"] for each in course["matches"]] == [str(reviewed.pk)]
    first = anna.get(f"{api}next/").json()
    address = f"{api}{first['code']}/"
    assert anna.get(address).json() == first
    assert anna.get(f"{address}answer/").json()["code"] == "not_answered"
    sent = {"command": first["legal"][-1]}
    former = f"/api/v1/puzzles/mistakes/{first['code']}/answer/"
    done = anna.post(former, sent, content_type="application/json", follow=True).json()
    assert done["command"] == first["legal"][-1]
    assert not done["solved"]
    assert anna.get(f"{address}answer/").json() == done
    assert anna.get(address).json()["answered"]
    assert client_of(people[1]).get(address).json()["code"] == "no_mistake"


def eyes(client: Client, address: str) -> Any:
    found = re.search(
        r'<script id="frame" type="application/json">(.*?)</script>', client.get(address).content.decode()
    )
    assert found is not None
    return json.loads(found[1])["eyes"]


def test_nobody_else_sees_a_mistake(reviewed: Match, people: list[User]) -> None:
    address = studied(people[0], reviewed)[0].get_absolute_url()
    assert client_of(people[1]).get(address).status_code == 404
    assert Client().get(address).status_code == 302
    assert "No mistakes yet" in client_of(people[4]).get("/giocate/errori/").content.decode()


def test_a_card_that_may_not_be_played_is_refused(reviewed: Match, people: list[User]) -> None:
    mistake = studied(people[0], reviewed)[0]
    for card in ("XX", ""):
        client_of(people[0]).post(mistake.get_absolute_url(), {"answer": card})
    mistake.refresh_from_db()
    assert mistake.tried == 0


def test_exchanging_unseen_cards_changes_nothing_before_the_answer(
    reviewed: Match, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The redeal test."""
    worlds, anna = 0, client_of(people[0])
    for mistake in studied(people[0], reviewed):
        true = archive.position_at(reviewed, mistake.at)
        assert true is not None
        sent = everything_sent(anna, mistake)
        for world in exchanges(true):
            with monkeypatch.context() as patched:
                patched.setattr(archive, "position_at", lambda _row, _at, world=world: world)
                assert everything_sent(anna, mistake) == sent
            worlds += 1
    assert worlds > 3


@pytest.mark.parametrize(
    ("game", "players", "rules"),
    [
        ("maraffone", 4, {}),
        ("briscola", 2, {}),
        ("briscola", 4, {"preset": "osteria"}),
        ("whist", 4, {"preset": "andata"}),
        ("tarocchi", 3, {}),
    ],
)
def test_exchanging_unseen_cards_changes_nothing_in_the_other_games(
    match: Callable[..., Match],
    people: list[User],
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    players: int,
    rules: dict[str, Any],
) -> None:
    """The redeal test, at an early and a later card of a random match; at more if few are hidden."""
    row = match(seated=players, players=players, game=game, rules=rules, move_seconds=None, bank_seconds=0)
    finish(str(row.pk), Random(5))
    row.refresh_from_db()
    worlds, anna, studied_match = 0, client_of(people[0]), studied_as(people[0], row)
    for skip in (0, 2, 4, 6):
        if skip > 2 and worlds > 3:
            break
        mistake = mistake_in(studied_match, skip=skip)
        true = archive.position_at(row, mistake.at)
        assert true is not None
        assert true.seat == 0
        sent = everything_sent(anna, mistake)
        for world in islice(exchanges(true), 6):
            with monkeypatch.context() as patched:
                patched.setattr(archive, "position_at", lambda _row, _at, world=world: world)
                assert everything_sent(anna, mistake) == sent
            worlds += 1
    assert worlds > 3


def everything_sent(client: Client, mistake: Mistake) -> tuple[bytes, bytes]:
    page = client.get(mistake.get_absolute_url()).content
    return NEVER_TWICE.sub(b"", page), client.get(f"/api/v1/me/mistakes/{mistake.code}/").content


def test_a_deleted_person_leaves_no_mistakes(reviewed: Match, people: list[User]) -> None:
    mistake = studied(people[0], reviewed)[0]
    position = studying.mistake_position(mistake, people[0])
    studying.answer_mistake(mistake, position.game.legal(position.state(), 0)[0])
    exported = privacy.export_person(people[0])["practice"]
    assert [each["tried"] for each in exported["mistakes"]].count(1) == 1
    assert [each["match"] for each in exported["studied"]] == [reviewed.pk]
    privacy.delete_person(people[0])
    assert not StudiedMatch.objects.exists()
    assert not Mistake.objects.exists()
