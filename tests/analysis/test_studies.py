"""Studies over the API: playing on, keeping branches, sharing them, and who sees what."""

from __future__ import annotations

import json
import re
from collections import OrderedDict
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import numpy as np
import pytest
from celery import current_app
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from analysis import actions, boards, reading_limit, tasks, thinking
from analysis.models import Branch, Study
from games.models import Match, Share
from games.play.spare_time import SpareTime
from ludocards.bots import registry
from ludocards.bots.registry import REVIEWED
from ludocards.bots.reviewing import ChoiceValues, Reviewer
from ludocards.engine.registry import GAMES
from ludopoli.accounts import people as people_of
from ludopoli.accounts import privacy
from ludopoli.accounts.models import User
from ludopoli.http import throttle
from ludopoli.moderation import sanctions
from ludopoli.moderation.models import Sanction
from tests.analysis import dealing
from tests.games.conftest import finished, fresh, match, people

__all__ = ["finished", "fresh", "match", "people"]

Finished = Callable[..., Match]
HIDDEN = {"private": True, "watchable": False}


@pytest.fixture(autouse=True)
def _unlimited(fresh: None, fresh_rates: None) -> None:
    """Let a test ask as often as it likes."""


def signed_in(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


def send(client: Client, method: str, address: str, **fields: Any) -> tuple[int, Any]:
    sent = {} if method == "get" else {"data": json.dumps(fields), "content_type": "application/json"}
    answer = getattr(client, method)(f"/api/v1/{address}", **sent)
    return answer.status_code, json.loads(answer.content) if answer.content else None


def refused(client: Client, method: str, address: str, **fields: Any) -> tuple[int, str]:
    status, body = send(client, method, address, **fields)
    return status, body.get("code", "")


def on_board(client: Client, row: Match, start: int = 0, *given: Any) -> Any:
    status, body = send(client, "post", "analysis/", match=str(row.pk), start=start, actions=[*given])
    assert status == 200, body
    return body


def other_card(board: Any, row: Match) -> dict[str, Any]:
    """A command of the last position of a board that the record does not have there."""
    [turn] = board["turns"][-1]
    command = next(each for each in reversed(turn["commands"]) if each["do"] == "play")
    return {"seat": turn["seat"], **command}


@pytest.fixture
def study(finished: Finished, people: list[User]) -> Study:
    """A study of Anna's, of a match that everybody may see."""
    owner = signed_in(people[0])
    status, made = send(owner, "post", "studies/", match=str(finished().pk), deal=0, name="La prima")
    assert status == 201, made
    return Study.objects.get(token=made["token"])


def keep(client: Client, study: Study, name: str = "Con l’altra") -> tuple[int, Any]:
    board = on_board(signed_in(study.owner), study.match, 5)
    line = {"start": 5, "actions": [other_card(board, study.match)]}
    return send(client, "post", f"studies/{study.token}/branches/", name=name, **line)


# ---- the board


def test_anybody_plays_on_a_match_that_everybody_may_see(finished: Finished) -> None:
    row, reader = finished(), Client()
    board = on_board(reader, row, 7)
    assert (len(board["frames"]), len(board["turns"]), board["over"]) == (8, 8, False)
    played = on_board(reader, row, 7, other_card(board, row))
    assert played["frames"][:8] == board["frames"]
    assert played["frames"][8]["events"][0]["kind"] == "played"
    wrong = {"seat": 9, "do": "play", "card": "3B"}
    assert refused(reader, "post", "analysis/", match=str(row.pk), start=7, actions=[wrong]) == (
        409,
        "not_your_turn",
    )
    assert refused(reader, "post", "analysis/", match=str(row.pk), start=900) == (404, "no_position")
    assert refused(reader, "post", "analysis/", match=str(row.pk), start=0, deal=4) == (404, "no_such_deal")
    assert refused(reader, "post", "analysis/", start=0) == (404, "no_match")


def test_nothing_of_a_match_in_play_is_reachable(match: Callable[..., Match], people: list[User]) -> None:
    row = match()
    for reader in (Client(), signed_in(people[0]), signed_in(people[4])):
        assert refused(reader, "post", "analysis/", match=str(row.pk), start=0) == (409, "match_running")
        assert reader.get(f"/partita/{row.pk}/analisi/").status_code == 409
    made = refused(signed_in(people[0]), "post", "studies/", match=str(row.pk), deal=0, name="Ora")
    assert made == (409, "match_running")
    assert not Study.objects.exists()


def test_boards_that_others_still_play_close_a_study(study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    owner = signed_in(study.owner)
    assert keep(owner, study)[0] == 201
    monkeypatch.setattr("games.play.spectators.is_closed", lambda table: True)
    for method, address in (
        ("get", f"studies/{study.token}/"),
        ("post", "analysis/"),
        ("post", f"studies/{study.token}/branches/"),
    ):
        fields = {"study": study.token} if address == "analysis/" else {"name": "Ancora"}
        assert refused(owner, method, address, start=0, **fields) == (409, "boards_closed")
    page = owner.get(study.get_absolute_url())
    assert page.status_code == 409
    assert not re.search(r"\bhands?\b", page.content.decode())


def test_a_private_match_is_analysed_by_its_players_and_readers_of_its_link(
    finished: Finished, people: list[User]
) -> None:
    row = finished(**HIDDEN)
    player, another = signed_in(people[0]), signed_in(people[4])
    assert refused(another, "post", "analysis/", match=str(row.pk), start=0) == (403, "not_watchable")
    _, made = send(player, "post", "studies/", match=str(row.pk), deal=0, name="Nostra")
    send(player, "patch", f"studies/{made['token']}/", access="read")
    assert refused(another, "get", f"studies/{made['token']}/") == (403, "not_watchable")
    token = Share.objects.create(match=row, by=people[0]).token
    assert send(another, "get", f"studies/{made['token']}/")[0] == 200
    assert send(another, "post", "analysis/", shared=token, start=3)[0] == 200
    status, theirs = send(another, "post", "studies/", shared=token, deal=0, name="Vista")
    assert status == 201
    Share.objects.all().delete()
    for reader, token in ((another, made["token"]), (another, theirs["token"])):
        assert refused(reader, "get", f"studies/{token}/") == (403, "not_watchable")
    assert send(player, "get", f"studies/{made['token']}/")[0] == 200


# ---- bots


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The tasks given to the worker; call `tasks.think(*each)` to do one."""
    asked: list[Any] = []
    monkeypatch.setattr(current_app.tasks[thinking.TASK], "delay", lambda *given: asked.append(given))
    monkeypatch.setattr(thinking, "after_commit", lambda call: call())
    monkeypatch.setattr(tasks, "readers", SpareTime())
    cache.clear()
    return asked


def test_a_bot_answers_by_what_its_seat_knows(
    finished: Finished, worker: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    row, reader = finished(), Client()
    [turn] = on_board(reader, row, 5)["turns"][-1]
    seen = []

    def choose(view: Any, legal: Any, level: str) -> Any:
        seen.append((view, level))
        return legal[0]

    monkeypatch.setattr(thinking, "choose", choose)
    fields = {"match": str(row.pk), "start": 5, "seat": turn["seat"], "level": "esperto"}
    assert send(reader, "post", "analysis/choice/", **fields)[1]["status"] == "waiting"
    assert send(reader, "post", "analysis/choice/", **fields)[1]["status"] == "waiting"
    [asked] = worker
    tasks.think(*asked)
    status, answer = send(reader, "post", "analysis/choice/", **fields)
    assert (status, answer["status"]) == (200, "done")
    assert answer["command"] in turn["commands"]
    assert answer["board"]["actions"] == [{"seat": turn["seat"], **answer["command"]}]
    [(view, level)] = seen
    assert level == "esperto"
    assert len(view["hand"]) == view["counts"][turn["seat"]]
    assert "own" not in view
    elsewhere = fields | {"seat": (turn["seat"] + 1) % 4}
    assert refused(reader, "post", "analysis/choice/", **elsewhere) == (409, "not_on_turn")
    assert refused(reader, "post", "analysis/choice/", **(fields | {"level": "dio"}))[0] == 400


def test_nobody_waits_behind_all_the_questions_of_somebody_else(
    finished: Finished, worker: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "choose", lambda _view, legal, _level: legal[0])
    row, curious, other = finished(), Client(), Client(REMOTE_ADDR="203.0.113.9")
    positions = [
        {"match": str(row.pk), "start": start, "seat": on_board(other, row, start)["turns"][-1][0]["seat"]}
        for start in range(8)
    ]

    def ask(reader: Client, number: int) -> dict[str, Any]:
        return send(reader, "post", "analysis/choice/", **positions[number], level="circolo")[1]

    for number in range(7):
        assert ask(curious, number)["status"] == "waiting"
    assert len(worker) == thinking.PLACES
    assert ask(other, 7)["status"] == "waiting"
    assert [task[1]["start"] for task in worker] == [0, 1, 7], "their first questions, then mine"
    tasks.think(*worker[0])
    assert ask(curious, 0)["status"] == "done"
    answer = ask(curious, 2)
    assert (answer["status"], answer["wait"]) == ("waiting", pytest.approx(0, abs=5))
    assert worker[-1][1]["start"] == 2, "a place was free again"


def test_a_question_waits_for_what_was_thought_not_for_what_was_expected(
    finished: Finished, worker: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    put_off: list[float] = []
    monkeypatch.setattr(tasks.think, "apply_async", lambda _task, countdown: put_off.append(countdown))
    monkeypatch.setattr(thinking, "choose", lambda _view, legal, _level: legal[0])
    row, reader = finished(), Client()
    [turn] = on_board(reader, row, 5)["turns"][-1]
    send(reader, "post", "analysis/choice/", match=str(row.pk), start=5, seat=turn["seat"], level="circolo")
    bots = SpareTime()
    monkeypatch.setattr(tasks, "spare_time", bots)
    bots.charge(100.0)
    tasks.readers.charge(5.0)
    tasks.think(*worker[0])
    [seconds] = put_off
    assert 0 < seconds <= 10, "twice what was thought"
    tasks.readers._next = 0.0
    tasks.think(*worker[0])
    assert len(put_off) == 1, "bots among themselves keep no reader waiting"
    assert bots.debt() > 190, "they wait for the reader"


# ---- the judgement


def evaluate_choices(view: Any, legal: Any, chosen: Any) -> ChoiceValues:
    """The second choice is the best; the first loses three units, and the others by chance."""
    values = [[0.0, 3.0, *(2.9 if number % 2 else 3.1 for _ in legal[2:])] for number in range(10)]
    return ChoiceValues(tuple(legal), np.array(values), np.ones(10))


def test_every_choice_is_judged_by_what_its_seat_knows(
    finished: Finished, worker: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    row, reader = finished(), Client()
    monkeypatch.setattr(registry, "reviewer", lambda game: Reviewer(evaluate_choices, halving_loss=1.5))
    board = on_board(reader, row, 8)
    [turn] = board["turns"][-1]
    cards = [each for each in turn["commands"] if each["do"] == "play"]
    assert len(cards) > 1
    fields = {"match": str(row.pk), "start": 8, "seat": turn["seat"]}
    asked = send(reader, "post", "analysis/judgement/", **fields)[1]
    assert asked == {"status": "waiting", "wait": None, "choices": []}
    tasks.think(*worker[0])
    answer = send(reader, "post", "analysis/judgement/", **fields)[1]
    worths = {each["command"]["card"]: each for each in answer["choices"]}
    assert {*worths} == {each["card"] for each in cards}
    worst = worths[cards[0]["card"]]
    assert (worst["loss"], worst["clear"]) == (1.0, True)
    assert answer["choices"][0]["loss"] == 0
    assert [each["clear"] for each in worths.values()].count(True) == 1


@pytest.mark.parametrize("game", sorted(REVIEWED))
def test_every_reviewed_game_judges_its_choices(game: str) -> None:
    on = dealing.board(GAMES[game], GAMES[game].players[0])
    assert on is not None
    several = None
    for start in range(len(on.record())):
        played = boards.play_line(on, boards.BoardLine(start))
        [turn, *_] = played.turns()[-1] or [None]
        if turn and turn["seat"] is not None and len([*turn["commands"], *turn["picks"]]) > 1:
            several = thinking.answer_question(played, thinking.JUDGEMENT, turn["seat"], "")["choices"]
            if several and start > 4:
                break
    assert several
    assert several[0]["loss"] == 0
    assert [each["loss"] for each in several] == sorted(each["loss"] for each in several)


# ---- comments


def test_comments_are_written_read_and_deleted(study: Study, people: list[User]) -> None:
    owner, friend, third = (signed_in(each) for each in people[:3])
    address = f"studies/{study.token}/"
    branch = keep(owner, study)[1]["id"]
    send(owner, "patch", address, access="write")
    said = {"branch": branch, "number": 6, "text": "che merda"}
    status, mine = send(friend, "post", f"{address}comments/", **said)
    assert (status, mine["author"], mine["text"]) == (201, "Bruno", "che m****")
    assert send(owner, "post", f"{address}comments/", number=2, text="Qui va bene")[0] == 201
    for reader in (owner, third, Client()):
        texts = [each["text"] for each in send(reader, "get", address)[1]["comments"]]
        assert texts == ["che m****", "Qui va bene"]
    shown = third.get(study.get_absolute_url()).context["board"]["comments"]
    assert [each["text"] for each in shown] == texts
    assert third.get(shown[0]["report"]).status_code == 200
    people_of.block(people[2], people[1])
    assert [each["text"] for each in send(third, "get", address)[1]["comments"]] == ["Qui va bene"]
    for wrong, code in (
        ({"number": 900}, "no_position"),
        ({"branch": 999}, "no_branch"),
        ({"text": ""}, "bad_text"),
    ):
        assert refused(friend, "post", f"{address}comments/", **(said | wrong))[1] == code
    assert refused(third, "delete", f"{address}comments/{mine['id']}/")[1] == "study_closed"
    assert send(friend, "delete", f"{address}comments/{mine['id']}/")[0] == 204
    assert refused(owner, "delete", f"{address}comments/{mine['id']}/") == (404, "no_comment")


def test_who_may_not_write_or_publish_does_not_comment(
    study: Study, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, friend = signed_in(people[0]), signed_in(people[1])
    address = f"studies/{study.token}/"
    send(owner, "patch", address, access="read")
    said = {"number": 0, "text": "Bravi"}
    assert refused(friend, "post", f"{address}comments/", **said) == (403, "study_closed")
    assert refused(Client(), "post", f"{address}comments/", **said)[0] == 401
    sanctions.impose_sanction(
        people[0], Sanction.Kind.MUTE, reason="Insulti", until=timezone.now() + timedelta(days=1)
    )
    assert refused(owner, "post", f"{address}comments/", **said)[1] == "silenced"
    Sanction.objects.all().delete()
    monkeypatch.setattr(actions, "MOST_COMMENTS", 0)
    assert refused(owner, "post", f"{address}comments/", **said) == (409, "many_comments")


# ---- studies


def test_a_study_is_private_until_its_owner_shares_it(study: Study, people: list[User]) -> None:
    owner, friend = signed_in(people[0]), signed_in(people[1])
    address = f"studies/{study.token}/"
    status, kept = keep(owner, study)
    assert (status, kept["author"]) == (201, "Anna")
    for reader in (friend, Client()):
        assert refused(reader, "get", address) == (404, "no_study")
        assert reader.get(study.get_absolute_url()).status_code == 404
    assert refused(friend, "patch", address, access="read") == (404, "no_study")
    assert send(owner, "patch", address, access="read")[1]["access"] == "read"
    for reader in (friend, Client()):
        status, shown = send(reader, "get", address)
        assert (status, shown["name"], [each["name"] for each in shown["branches"]]) == (
            200,
            "La prima",
            ["Con l’altra"],
        )
        page = reader.get(study.get_absolute_url())
        assert [each["name"] for each in page.context["board"]["branches"]] == ["Con l’altra"]
        assert 'name="text"' not in page.content.decode(), "no form to write with"
    assert refused(friend, "patch", address, access="write") == (403, "study_closed")
    assert refused(friend, "delete", address) == (403, "study_closed")
    assert refused(friend, "post", f"{address}branches/", name="Mia", start=0)[1] == "study_closed"


def test_friends_add_branches_where_the_owner_lets_them(study: Study, people: list[User]) -> None:
    owner, friend, third = (signed_in(each) for each in people[:3])
    address = f"studies/{study.token}/"
    mine = keep(owner, study)[1]["id"]
    send(owner, "patch", address, access="write")
    status, theirs = keep(friend, study, "La mia")
    assert (status, theirs["author"]) == (201, "Bruno")
    assert refused(Client(), "post", f"{address}branches/", name="Mia", start=0)[0] == 401
    assert refused(third, "delete", f"{address}branches/{theirs['id']}/")[1] == "study_closed"
    assert refused(friend, "delete", f"{address}branches/{mine}/")[1] == "study_closed"
    assert send(friend, "delete", f"{address}branches/{theirs['id']}/")[0] == 204
    again = keep(friend, study)[1]["id"]
    assert send(owner, "delete", f"{address}branches/{again}/")[0] == 204
    assert refused(owner, "delete", f"{address}branches/{again}/") == (404, "no_branch")


def test_the_link_of_a_study_that_was_closed_never_works_again(study: Study, people: list[User]) -> None:
    owner, friend = signed_in(people[0]), signed_in(people[1])
    former = study.token
    send(owner, "patch", f"studies/{former}/", access="read")
    _, closed = send(owner, "patch", f"studies/{former}/", access="private")
    assert closed["token"] != former
    send(owner, "patch", f"studies/{closed['token']}/", access="read")
    assert refused(friend, "get", f"studies/{former}/") == (404, "no_study")
    assert send(friend, "get", f"studies/{closed['token']}/")[0] == 200


def test_only_what_the_rules_allow_is_kept(study: Study, people: list[User]) -> None:
    owner, address = signed_in(people[0]), f"studies/{study.token}/branches/"
    wrong = {"seat": 0, "do": "play", "card": "XX"}
    assert refused(owner, "post", address, name="No", start=0, actions=[wrong])[0] == 409
    assert refused(owner, "post", address, name="No", start=0) == (409, "empty_branch")
    assert refused(owner, "post", address, name="  ", start=0, actions=[wrong]) == (409, "bad_study_name")
    assert refused(owner, "post", address, name="x" * 61, start=0, actions=[wrong])[1] == "bad_study_name"
    assert not Branch.objects.exists()


def test_the_numbers_of_studies_and_branches_are_limited(
    study: Study, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(actions, "MOST_STUDIES", 1)
    monkeypatch.setattr(actions, "MOST_BRANCHES", 1)
    owner = signed_in(people[0])
    assert keep(owner, study)[0] == 201
    assert keep(owner, study)[1]["code"] == "many_branches"
    again = refused(owner, "post", "studies/", match=str(study.match_id), deal=0, name="Due")
    assert again == (409, "many_studies")
    monkeypatch.setattr(actions, "_take", lambda by: False)
    assert keep(owner, study)[1]["code"] == "throttled"


def test_own_studies_are_listed(study: Study, people: list[User]) -> None:
    owner, another = signed_in(people[0]), signed_in(people[1])
    assert [each["name"] for each in send(owner, "get", "studies/")[1]["results"]] == ["La prima"]
    assert send(another, "get", "studies/")[1]["results"] == []
    assert "La prima" in owner.get("/analisi/").content.decode()
    assert "La prima" not in another.get("/analisi/").content.decode()
    assert send(owner, "delete", f"studies/{study.token}/")[0] == 204
    assert not Study.objects.exists()


def test_pages_and_programs_have_one_limit(finished: Finished, monkeypatch: pytest.MonkeyPatch) -> None:
    row = finished()
    monkeypatch.setattr(throttle, "_shared", OrderedDict())
    monkeypatch.setattr(reading_limit, "AT_ONCE", 2)
    monkeypatch.setattr(reading_limit, "PER_SECOND", 0)
    reader, page = Client(), f"/partita/{row.pk}/analisi/"
    assert reader.get(page).status_code == 200
    assert send(reader, "post", "analysis/", match=str(row.pk), deal=0, start=0)[0] == 200
    assert reader.get(page).status_code == 429
    assert refused(reader, "post", "analysis/", match=str(row.pk), deal=0, start=0) == (429, "throttled")


def test_the_page_of_a_deal_has_its_record_and_its_choices(finished: Finished) -> None:
    row = finished()
    page = Client().get(f"/partita/{row.pk}/analisi/?dove=s1-p2-c1")
    assert page.status_code == 200
    assert page.context["frame"]["at"] == "s1-p2-c1"
    assert f'href="/partita/{row.pk}/?dove=s1-p2-c1"' in page.content.decode(), "back to where it came from"
    board = page.context["board"]
    assert len(board["turns"]) == len(board["record"]) + 1
    assert f"/partita/{row.pk}/analisi/" in Client().get(f"/partita/{row.pk}/").content.decode()
    assert Client().get(f"/partita/{row.pk}/analisi/?dove=s9").status_code == 404


def test_a_persons_studies_are_exported_and_deleted(study: Study, people: list[User]) -> None:
    send(signed_in(people[0]), "patch", f"studies/{study.token}/", access="write")
    assert keep(signed_in(people[1]), study)[0] == 201
    assert [each["name"] for each in privacy.export_person(people[0])["analysis"]["studies"]] == ["La prima"]
    assert [each["name"] for each in privacy.export_person(people[1])["analysis"]["branches"]] == [
        "Con l’altra"
    ]
    privacy.delete_person(people[1])
    assert not Branch.objects.exists()
    privacy.delete_person(people[0])
    assert not Study.objects.exists()
