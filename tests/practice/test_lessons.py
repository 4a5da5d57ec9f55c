"""Lessons: every step is a legal position whose answers the engine judges."""

from __future__ import annotations

import json
import re
from itertools import islice
from typing import Any

import pytest
from django.test import Client
from django.utils.html import escape

from bench import courses
from games import rulebook
from games.rulebook.reader import Reader
from ludocards.engine.registry import GAMES
from ludocards.words import lessons as parts
from ludocards.words.lessons import CountTask, MarkTask, read_notation, write_notation
from ludopoli.accounts import privacy
from ludopoli.accounts.models import User
from practice import actions, lessons, texts
from practice.lessons import StepPlace
from practice.models import StepDone
from practice.positions import PuzzlePosition
from tests.node import run_on_whole_page
from tests.practice.test_puzzles import exchanges
from tests.security.readings import NEVER_TWICE

PLACES = [place for game in GAMES for place in lessons.step_places(game)]


def name(place: StepPlace) -> str:
    return f"{place.game}-{place.lesson.code}-{place.number}"


each_place = pytest.mark.parametrize("place", PLACES, ids=name)


@each_place
def test_a_step_is_a_legal_position_with_right_and_wrong_answers(place: StepPlace) -> None:
    """Every right answer is judged right, every other one wrong, and a step has both."""
    codes = [option.code for option in lessons.answer_options(place)]
    assert len({*codes}) == len(codes)
    right = lessons.right_answers(place)
    assert right
    if isinstance(place.step.task, MarkTask):
        answers = [{*right}, *({*right} ^ {code} for code in codes)]
        judged = [lessons.judge_step(place, answer) for answer in answers if answer]
        assert [each.is_right for each in judged if each] == [True] + [False] * (len(judged) - 1)
        assert len(right) < len(codes) or not place.step.task.commands, "no command is forbidden"
    else:
        assert right < {*codes}
        for code in codes:
            judged_one = lessons.judge_step(place, [code])
            assert judged_one is not None
            assert judged_one.is_right == (code in right)
    assert lessons.judge_step(place, []) is lessons.judge_step(place, ["nothing"]) is None


@each_place
def test_a_step_names_a_clause_of_the_rule_book(place: StepPlace) -> None:
    """The clause is on the page of the preset that the step plays, and leads back to a step about it."""
    position, book = lessons.step_position(place), rulebook.book_of(place.game)
    assert book is not None
    preset = position.game.rules_json(position.rules)["preset"]
    chapters = Reader(place.game, book, preset, position.rules).sections(book.sections)
    links = {clause.id: clause.lesson for chapter in chapters for clause in chapter.clauses}
    assert links[place.step.clause] is not None


@each_place
def test_the_cards_of_a_hand_are_as_the_step_says(place: StepPlace) -> None:
    """The given cards are in the hands of those seats, and the learner's hand is complete."""
    hands = lessons.step_position(place).deal.hands
    for given, hand in zip(place.step.table.hands, hands, strict=True):
        assert {*given.split()} <= {card.code for card in hand}
    assert len(place.step.table.hands[lessons.ME].split()) == len(hands[lessons.ME])
    task = place.step.task
    if isinstance(task, CountTask):
        assert len({*task.numbers}) == len(task.numbers)
    assert not isinstance(task, MarkTask) or all(task.commands)


@pytest.mark.parametrize("game", GAMES)
def test_no_step_shows_the_result_that_a_later_one_asks_for(game: str) -> None:
    """A step that ends a deal shows what it brings; no later step ends it in the same way."""
    ended: list[PuzzlePosition] = []
    for place in lessons.step_places(game):
        if isinstance(place.step.task, CountTask) and lessons.answer_outcome(place).has("scored"):
            end = lessons.position_after(place, ())
            assert end not in ended, name(place)
            ended.append(end)


@pytest.mark.parametrize("game", GAMES)
def test_lessons_are_followed_to_the_end(game: str) -> None:
    walked = []
    place = next(iter(lessons.step_places(game)), None)
    while place is not None:
        walked.append(name(place))
        place = lessons.following_step(place)
    assert walked == [name(each) for each in lessons.step_places(game)]
    assert len({lesson.code for lesson in parts.lessons_of(game)}) == len(parts.lessons_of(game))


@pytest.mark.parametrize(
    "text", ["5C", "5C:signal=busso", "accuse:combo=three,rank=3", "bid:n=#2", "scarto:cards=5C+6C"]
)
def test_a_command_is_written_as_it_is_read(text: str) -> None:
    assert write_notation(read_notation(text, GAMES["tressette"].deck)) == text


# ---- pages


def address(place: StepPlace) -> str:
    return f"/lezioni/{place.game}/{place.lesson.code}/{place.number}/"


def shown_frame(page: str) -> Any:
    found = re.search(r'<script id="frame" type="application/json">(.*?)</script>', page)
    assert found is not None
    return json.loads(found[1])


@each_place
def test_a_page_shows_only_the_learners_hand(place: StepPlace, db: None) -> None:
    """Before and after a right answer, no card of another hand that was not played."""
    hands = lessons.step_position(place).deal.hands
    right = sorted(lessons.right_answers(place))
    for answers in ([], right if lessons.is_marking(place) else right[:1]):
        page = Client().get(address(place), {"risposta": answers}).content.decode()
        frame = shown_frame(page)
        assert frame["eyes"] == [lessons.ME]
        end = lessons.position_after(place, answers) if answers else lessons.step_position(place)
        played = {action.command.get("card") for action in end.actions}
        hidden = {card.code for hand in hands[1:] for card in hand} - played
        assert not hidden & {*re.findall(r'"([0-9A-Z]{1,3})"', json.dumps(frame["frames"]))}
        assert ('data-outcome="right"' in page) == bool(answers)
        assert str(escape(place.step.why if answers else place.step.asks)) in page


@each_place
def test_exchanging_unseen_cards_changes_nothing_before_the_answer(
    place: StepPlace, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The redeal test, on the page and in the API."""
    position = lessons.step_position(place)
    worlds = [position, *islice(exchanges(position), 2)]
    hidden = [*position.state().hands[1:], getattr(position.state(), "stock", ())]
    assert len(worlds) > 1 or sum(map(bool, hidden)) <= 1, "the last hand of all is known"
    sent = set()
    for world in worlds:
        monkeypatch.setattr(lessons, "step_position", lambda _place, world=world: world)
        page = Client().get(address(place)).content
        sent.add((NEVER_TWICE.sub(b"", page), Client().get(f"/api/v1{address_in_api(place)}").content))
    assert len(sent) == 1


def test_a_reason_is_given_once_for_all_that_it_refuses() -> None:
    """Whoever marks every card reads why, not the same sentence for each of them."""
    for place in filter(lessons.is_marking, PLACES):
        judged = lessons.judge_step(place, [option.code for option in lessons.answer_options(place)])
        assert judged is not None
        reasons = [fault.partition(": ")[2] for fault in texts.fault_texts(place, judged)]
        assert len({*reasons}) == len(reasons)
        assert bool(reasons) == bool(judged.refused)


def test_a_reason_names_a_card_once(db: None) -> None:
    place = lessons.step_place("scopone", "somme", 2)
    assert place is not None
    judged = lessons.judge_step(place, ["RB", "FD"])
    assert judged is not None
    said = "Re di bastoni, Fante di denari: può prendere, quindi deve. Scegli che cosa."
    assert texts.fault_texts(place, judged)[0] == said


def test_only_the_question_of_a_step_may_be_indexed(db: None) -> None:
    asked, answered = (Client().get(address(PLACES[0]), query) for query in ({}, {"risposta": "7C"}))
    assert [b'content="noindex"' in each.content for each in (asked, answered)] == [False, True]


def address_in_api(place: StepPlace) -> str:
    return f"/lessons/{place.game}/{place.lesson.code}/{place.number}/"


def test_progress_is_kept_with_the_account_or_in_the_session(client_of_rosalia: Client) -> None:
    first, second = lessons.step_places("tressette")[:2]
    for client in (Client(), client_of_rosalia):
        assert address(first) in client.get("/lezioni/tressette/").content.decode()
        [wrong, *_rest] = sorted(
            {each.code for each in lessons.answer_options(first)} - lessons.right_answers(first)
        )
        client.post(address(first), {"answer": wrong})
        assert client.get("/lezioni/tressette/").context["progress"]["done"] == 0
        done = client.post(address(first), {"answer": [*lessons.right_answers(first)]}, follow=True)
        assert address(second) in done.content.decode()
        course = client.get("/lezioni/tressette/").context["progress"]
        assert (course["done"], course["next"]) == (1, second)
    assert StepDone.objects.count() == 1


def test_home_goes_on_with_the_lessons_and_the_game_that_somebody_learns(db: None) -> None:
    client, [*places] = Client(), lessons.step_places("scopone")
    assert "Continua le lezioni" not in client.get("/").content.decode()

    def answer(place: StepPlace) -> str:
        right = sorted(lessons.right_answers(place))
        client.post(address(place), {"answer": right if lessons.is_marking(place) else right[0]})
        return client.get("/").content.decode()

    page = answer(places[0])
    assert f"Passi fatti: 1 su {len(places)}" in page
    assert f'href="{address(places[1])}"' in page
    assert page.index("Scopone") < page.index("Tressette"), "the games begin with it"
    for place in places[1:]:
        page = answer(place)
    assert "Hai finito le lezioni" in page


def test_the_courses_say_where_somebody_who_knows_none_begins(db: None) -> None:
    page = Client().get("/lezioni/")
    first, *others = [texts.begin_here for _, texts, _ in page.context["courses"]]
    assert first
    assert str(first) in page.content.decode()
    assert not any(others)


@pytest.mark.parametrize(("game", "word"), [("tressette", "cups"), ("tarocchi", "maid"), ("whist", None)])
def test_a_course_explains_the_suits_of_an_italian_deck(game: str, word: str | None, db: None) -> None:
    page = Client(headers={"accept-language": "en"}).get(f"/lezioni/{game}/").content.decode()
    assert ("swords" in page, word is None or word in page) == (word is not None, True)


def test_the_steps_of_the_first_lesson_explain_the_letters_on_the_cards(db: None) -> None:
    english = Client(headers={"accept-language": "en"})
    first, *_others, last = lessons.step_places("tressette")
    assert "R the king" in english.get(address(first)).content.decode()
    assert "R the king" not in english.get(address(last)).content.decode()


def test_suits_have_english_names_in_english_lessons(db: None) -> None:
    place = lessons.step_places("tressette")[0]
    english, italian = (
        Client(headers={"accept-language": language}).get(address(place)).content.decode()
        for language in ("en", "it")
    )
    assert "Cups were led" in english
    assert "Si gioca a coppe" in italian


def test_the_last_step_opens_a_table(db: None) -> None:
    last = lessons.step_places("tressette")[-1]
    page = (
        Client().post(address(last), {"answer": [*lessons.right_answers(last)]}, follow=True).content.decode()
    )
    assert 'action="/tavoli/gioca/"' in page
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="(\w+)">', page))
    assert fields["game"] == "tressette"
    opened = Client().post(
        "/tavoli/gioca/", {"game": fields["game"], "level": fields["level"], "alone": "on"}
    )
    assert 'name="page-address" content="/tavolo/' in opened.content.decode()


def test_an_answer_that_is_none_and_a_step_that_is_none(db: None) -> None:
    place = lessons.step_places("tressette")[0]
    for answers in ([], ["ZZ"], ["2C", "7C"]):
        assert Client().post(address(place), {"answer": answers})["Location"] == address(place)
    for path in ("/lezioni/tressette/carte/9/", "/lezioni/tressette/niente/1/", "/lezioni/niente/"):
        assert Client().get(path).status_code == 404


def test_the_api_judges_as_the_page_does(client_of_rosalia: Client) -> None:
    place = lessons.step_places("tressette")[0]
    path = f"/api/v1/lessons/{place.game}/{place.lesson.code}/{place.number}/"
    shown = client_of_rosalia.get(path).json()
    assert (shown["several"], shown["done"]) == (False, False)
    for answer in [each["answer"] for each in shown["answers"]]:
        judged = client_of_rosalia.post(
            f"{path}answer/", {"answers": [answer]}, content_type="application/json"
        ).json()
        assert judged["right"] == (answer in lessons.right_answers(place))
        assert bool(judged["faults"]) != judged["right"] == bool(judged["why"])
    assert client_of_rosalia.get(path).json()["done"]
    listed = client_of_rosalia.get("/api/v1/lessons/").json()["results"]
    assert next(each["done"] for each in listed if each["lesson"] == place.lesson.code) == [1]


def test_a_deleted_person_leaves_no_progress(rosalia: User) -> None:
    actions.step_done(rosalia, lessons.step_places("tressette")[0])
    assert [each["lesson"] for each in privacy.export_person(rosalia)["practice"]["steps"]] == ["carte"]
    privacy.delete_person(rosalia)
    assert not StepDone.objects.exists()


# ---- minutes


@pytest.mark.parametrize("game", [game for game in GAMES if lessons.step_places(game)])
def test_a_course_takes_no_more_than_eight_minutes(game: str, db: None) -> None:
    """From the home page to the first match, by the words and taps of somebody who is right at once; in
    English, which has more words."""
    assert courses.minutes(courses.follow(game, "en")) <= courses.PROMISED


ORDER = """
    await load("replay/main");
    await until(() => find(".board .tcard"));
    give(findAll(".board .tcard").map(({ dataset }) => [dataset.order, dataset.card]));
"""


@pytest.mark.django_db
def test_the_cards_of_a_trick_are_numbered_as_they_were_played(client: Client) -> None:
    """So one sees who led, and which way round the others followed."""
    page = client.get("/lezioni/tressette/rispondere/2/").content.decode()
    assert run_on_whole_page(ORDER, page) == [["1", "7S"], ["2", "2S"], ["3", "4S"]]
