"""Puzzles: what they show before and after an answer, what an answer counts, the puzzles of the days."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from itertools import combinations, product
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils.translation import override

from games.archive.replay import DoesNotReplay
from games.texts import reasons
from games.texts.reasons import choice_name
from ludocards.bots.registry import PUZZLED
from ludocards.engine.cards import Card
from ludocards.engine.game import Command, Deal
from ludopoli.accounts import privacy
from ludopoli.accounts.models import User
from ludopoli.text import zones
from practice import actions, finding, selectors, showing, storing
from practice import texts as practice_texts
from practice.models import Attempt, Daily, Puzzle, PuzzleRating
from practice.positions import PuzzlePosition
from practice.texts import DIFFICULTIES
from tests.practice.conftest import PuzzleOf, shipped
from tests.refusals import refused
from tests.security.readings import NEVER_TWICE

DAY = date(2026, 11, 25)


def right(puzzle: Puzzle) -> Command:
    return showing.chosen_command(puzzle, showing.notation_of(puzzle.answers[0]))


def wrong(puzzle: Puzzle) -> Command:
    return showing.chosen_command(puzzle, showing.notation_of(puzzle.losses[-1][0]))


def answered(person: User, puzzle: Puzzle, command: Command) -> actions.Answered:
    return actions.answer_puzzle(person, puzzle, command)


# ---- hidden cards


def exchanges(position: PuzzlePosition) -> Iterator[PuzzlePosition]:
    """Positions with two unseen cards of different places exchanged, if everybody could act the same."""
    state = position.state()
    others = [hand for seat, hand in enumerate(state.hands) if seat != position.seat]
    others += [stock] if (stock := getattr(state, "stock", ())) else []
    for these, those in combinations(others, 2):
        pairs = [*product(these, those)]
        for one, other in Random(1).sample(pairs, min(6, len(pairs))):
            to = {one: other, other: one}
            *hands, stock = (
                tuple(to.get(card, card) for card in part)
                for part in (*position.deal.hands, position.deal.stock)
            )
            world = replace(position, deal=Deal(position.deal.dealer, tuple(hands), stock))
            try:
                is_same = world.view() == position.view()
            except DoesNotReplay:
                continue
            if is_same:
                yield world


@pytest.mark.parametrize("game", PUZZLED)
def test_exchanging_unseen_cards_changes_nothing_before_the_answer(game: str, puzzle_of: PuzzleOf) -> None:
    """The redeal test, on the page and in the API."""
    puzzle_of(game)
    worlds = 0
    for puzzle in Puzzle.objects.filter(game=game):
        sent = everything_sent(puzzle)
        for world in exchanges(showing.puzzle_position(puzzle)):
            puzzle.position = world.as_json()
            puzzle.save()
            assert everything_sent(puzzle) == sent
            worlds += 1
    assert worlds > 3


def everything_sent(puzzle: Puzzle) -> tuple[bytes, bytes]:
    page = Client().get(puzzle.get_absolute_url()).content
    return NEVER_TWICE.sub(b"", page), Client().get(f"/api/v1/puzzles/{puzzle.code}/").content


def test_an_unanswered_puzzle_shows_one_hand_and_an_answered_one_all(
    puzzle: Puzzle, rosalia: User, client_of_rosalia: Client
) -> None:
    position = showing.puzzle_position(puzzle)
    assert eyes(client_of_rosalia, puzzle) == [position.seat]
    answered(rosalia, puzzle, wrong(puzzle))
    assert eyes(client_of_rosalia, puzzle) == [0, 1, 2, 3]
    assert eyes(Client(), puzzle) == [position.seat]


HIDDEN = re.compile(r'<section\s+class="panel player"[^>]* hidden')


def test_the_deal_can_be_gone_through_once_the_puzzle_is_answered(
    puzzle: Puzzle, client_of_rosalia: Client
) -> None:
    def page() -> str:
        return client_of_rosalia.get(puzzle.get_absolute_url()).content.decode()

    assert HIDDEN.search(page())
    client_of_rosalia.post(puzzle.get_absolute_url(), {"answer": right(puzzle).get("card")})
    assert not HIDDEN.search(page())


def eyes(client: Client, puzzle: Puzzle) -> Any:
    page = client.get(puzzle.get_absolute_url()).content.decode()
    found = re.search(r'<script id="frame" type="application/json">(.*?)</script>', page)
    assert found is not None
    return json.loads(found[1])["eyes"]


# ---- answers


def test_an_answer_moves_both_ratings_and_only_the_first_counts(puzzle: Puzzle, rosalia: User) -> None:
    before = puzzle.mu
    first = answered(rosalia, puzzle, right(puzzle))
    puzzle.refresh_from_db()
    own = PuzzleRating.objects.get()
    assert first.solved
    assert first.attempt is not None
    assert first.attempt.gain > 0
    assert puzzle.mu < before
    assert (puzzle.tried, puzzle.solved, own.tried, own.solved) == (1, 1, 1, 1)
    again = answered(rosalia, puzzle, wrong(puzzle))
    assert again.solved, "the first answer stays"
    assert (Attempt.objects.count(), PuzzleRating.objects.get().mu) == (1, own.mu)


def test_a_wrong_answer_raises_the_puzzle(puzzle: Puzzle, rosalia: User) -> None:
    before = puzzle.mu
    assert not answered(rosalia, puzzle, wrong(puzzle)).solved
    puzzle.refresh_from_db()
    assert puzzle.mu > before
    assert selectors.puzzle_rating(rosalia, puzzle.game).shown < 1500


def test_a_wrong_answer_is_marked_and_changes_no_word_for_the_difficulty(
    puzzle: Puzzle, client: Client, rosalia: User
) -> None:
    client.force_login(rosalia)
    asked = client.get(puzzle.get_absolute_url())
    assert asked.context["about"].rpartition(", ")[2].rstrip(".") in map(str, DIFFICULTIES.values())
    answered(rosalia, puzzle, wrong(puzzle))
    page = client.get(puzzle.get_absolute_url())
    assert not any(f", {words}" in page.context["about"] for words in DIFFICULTIES.values())
    assert (
        f'id="wrong" type="application/json">{json.dumps(wrong(puzzle).as_json())}<' in page.content.decode()
    )
    assert "È una prima stima" in page.content.decode()
    assert not re.search(r"nei quiz: [^.]*\(", page.content.decode()), "a first estimate has no gain"


@pytest.mark.parametrize(
    ("taken", "name"),
    [
        ({"take": ["4C", "3B"]}, "Seven of coins takes Four of cups + Three of batons"),
        ({"take": ["7S"]}, "Seven of coins takes Seven of swords"),
        ({}, "Seven of coins"),
    ],
)
def test_a_choice_is_named_with_what_it_takes(taken: dict[str, Any], name: str) -> None:
    with override("en"):
        assert choice_name("scopone", {"do": "play", "card": "7D", **taken}) == name


def test_every_card_of_a_declared_set_is_right(puzzle_of: PuzzleOf, rosalia: User) -> None:
    puzzle = puzzle_of("tressette")
    puzzle.answers = [command for command, _ in puzzle.losses[:2]]
    puzzle.save()
    assert answered(rosalia, puzzle, Command.of("play", card=puzzle.answers[1]["card"])).solved


def test_only_the_question_of_a_puzzle_may_be_indexed(puzzle: Puzzle) -> None:
    address = puzzle.get_absolute_url()
    asked, answered = (
        Client().get(address, query) for query in ({}, {"risposta": puzzle.answers[0]["card"]})
    )
    assert [b'content="noindex"' in each.content for each in (asked, answered)] == [False, True]


def test_a_card_that_may_not_be_played_is_refused(
    puzzle: Puzzle, rosalia: User, client_of_rosalia: Client
) -> None:
    position = showing.puzzle_position(puzzle)
    unseen = next(hand[0].code for seat, hand in enumerate(position.state().hands) if seat != position.seat)
    for card in (unseen, "XX", ""):
        client_of_rosalia.post(puzzle.get_absolute_url(), {"answer": card})
        sent = {"command": {"do": "play", "card": card}}
        answer = client_of_rosalia.post(
            f"/api/v1/puzzles/{puzzle.code}/answer/", sent, content_type="application/json"
        )
        assert (answer.status_code, answer.json()["code"]) == (409, "no_such_choice")
    assert not Attempt.objects.exists()


def test_the_page_explains_and_anybody_may_try(puzzle: Puzzle, client_of_rosalia: Client) -> None:
    """Without an account the answer is in the address, and nothing is stored."""
    for client in (Client(), client_of_rosalia):
        done = client.post(puzzle.get_absolute_url(), {"answer": right(puzzle).get("card")}, follow=True)
        page = done.content.decode()
        assert 'data-outcome="right"' in page
        for reason in showing.solution_of(
            puzzle, showing.puzzle_position(puzzle), actions.Answered(puzzle.answers[0], True)
        ).reasons:
            assert reason in page.replace("&#x27;", "'")
    assert Attempt.objects.count() == 1


def test_a_bid_is_asked_and_explained(puzzle_of: PuzzleOf, rosalia: User, client_of_rosalia: Client) -> None:
    puzzle_of("whist")
    puzzle = Puzzle.objects.get(themes=" bid ")
    asked = client_of_rosalia.get(puzzle.get_absolute_url()).content.decode()
    assert "Quante prese dichiari?" in asked
    legal = Client().get(f"/api/v1/puzzles/{puzzle.code}/").json()["legal"]
    assert [f'value="bid:tricks=#{each["tricks"]}"' in asked for each in legal] == [True] * len(legal)
    answer = {"answer": showing.notation_of(puzzle.tempting)}
    done = client_of_rosalia.post(puzzle.get_absolute_url(), answer, follow=True).content.decode()
    assert "C’era una dichiarazione migliore." in done
    assert "le fai esatte " in done
    assert Attempt.objects.get(user=rosalia).command == puzzle.tempting


@pytest.fixture
def scarto(puzzle_of: PuzzleOf) -> Puzzle:
    puzzle_of("tarocchi")
    return Puzzle.objects.get(themes=" lay_away ")


def test_a_set_of_cards_is_asked_and_explained(
    scarto: Puzzle, rosalia: User, client_of_rosalia: Client
) -> None:
    """The cards may come in any order, and sets that nobody judged may be chosen as well."""
    asked = client_of_rosalia.get(scarto.get_absolute_url()).content.decode()
    assert "Quali tre scarti?" in asked
    view = showing.puzzle_position(scarto).view()
    may = [code for code in view["hand"] if code not in view["discard"]["barred"]]
    assert re.findall(r'type="checkbox"\s+name="answer"\s+value="(\w+)"', asked) == may
    assert Client().get(f"/api/v1/puzzles/{scarto.code}/").json()["legal"] == []
    answer = {"answer": [*reversed(scarto.answers[0]["cards"])]}
    done = client_of_rosalia.post(scarto.get_absolute_url(), answer, follow=True).content.decode()
    assert "Sono le carte giuste." in done
    assert re.search("finisce da te (sempre|quasi sempre|circa|nel|in)", done)
    assert Attempt.objects.get(user=rosalia).command == scarto.answers[0]
    judged = [{*command["cards"]} for command, _ in scarto.losses]
    unjudged = next(cards for cards in combinations(may, 3) if {*cards} not in judged)
    shown = Client().post(scarto.get_absolute_url(), {"answer": unjudged}, follow=True).content.decode()
    assert "C’erano carte migliori." in shown


def test_a_set_that_may_not_be_laid_away_is_refused(scarto: Puzzle) -> None:
    cards, barred = scarto.answers[0]["cards"], showing.puzzle_position(scarto).view()["discard"]["barred"]
    wrong: list[Any] = [cards[:2], [*cards[:2], cards[0]], [*cards[:2], barred[0]], [*cards, cards[0]]]
    for each in [*wrong, "XX", 3, [[cards]], None]:
        for do in ("discard", "play", "call"):
            sent = Command.from_json({"do": do, "cards": each})
            if isinstance(sent, Command):
                with refused("no_such_choice"):
                    actions.judge_answer(scarto, sent)
    for said in ((), ("XX",), ("discard:cards=",), ("+",)):
        with refused("no_such_choice"):
            actions.judge_answer(scarto, showing.chosen_command(scarto, *said))


def test_the_reasons_for_a_set_of_cards_speak_for_it(scarto: Puzzle) -> None:
    """Some dear card comes to the dealer more often, and a card that is laid away always does."""
    [*has] = [fact for fact in scarto.facts if fact["kind"] == "has"]
    assert any(fact["best"] > fact["other"] for fact in has)
    for fact in has:
        for which, command in (("best", scarto.answers[0]), ("other", scarto.tempting)):
            assert fact[which] == fact["of"] or fact["card"] not in command["cards"]


def test_the_solution_needs_an_answer(puzzle: Puzzle, client_of_rosalia: Client) -> None:
    address = f"/api/v1/puzzles/{puzzle.code}/answer/"
    assert client_of_rosalia.get(address).json()["code"] == "not_answered"
    sent = {"command": right(puzzle).as_json()}
    done = client_of_rosalia.post(address, sent, content_type="application/json").json()
    assert done["solved"]
    assert done["answers"] == puzzle.answers
    assert client_of_rosalia.get(address).json() == done
    assert Client().get("/api/v1/puzzles/nowhere/").json()["code"] == "no_puzzle"


# ---- the series and the days


def test_the_series_has_no_puzzle_twice_and_ends(
    puzzle: Puzzle, rosalia: User, client_of_rosalia: Client
) -> None:
    seen = set()
    while found := selectors.next_puzzle(rosalia, puzzle.game):
        assert found.code not in seen
        seen.add(found.code)
        answered(rosalia, found, right(found))
    assert len(seen) == 3
    assert client_of_rosalia.get(f"/giocate/altra/{puzzle.game}/")["Location"] == "/giocate/"
    assert client_of_rosalia.get(f"/api/v1/puzzles/next/?game={puzzle.game}").status_code == 404


def test_the_next_puzzle_fits_the_person_and_the_theme(puzzle: Puzzle, rosalia: User) -> None:
    assert selectors.next_puzzle(rosalia, puzzle.game) == selectors.next_puzzle(rosalia, puzzle.game)
    unknown = AnonymousUser()
    first = selectors.next_puzzle(unknown, puzzle.game)
    assert first is not None
    assert selectors.next_puzzle(unknown, puzzle.game, after=first.code) not in (None, first)
    theme = puzzle.theme_list[0]
    found = selectors.next_puzzle(rosalia, puzzle.game, theme)
    assert found is not None
    assert theme in found.theme_list
    assert selectors.next_puzzle(rosalia, puzzle.game, "nothing") is None


@pytest.mark.parametrize("address", ["/giocate/altra/{}/", "/api/v1/puzzles/next/?game={}"])
def test_the_next_puzzle_is_of_the_rules_that_are_called_so(
    address: str, puzzle_of: PuzzleOf, client_of_rosalia: Client
) -> None:
    rows = [each for each in storing.shipped_puzzles("traversone") if each["answers"][0]["do"] == "play"]
    storing.store_puzzles(Puzzle, rows[:40], "bots")
    assert puzzle_of("traversone").preset == "traversone"
    answer = client_of_rosalia.get(address.format("ciapano"))
    code = answer.headers["Location"].split("/")[2] if answer.status_code == 302 else answer.json()["code"]
    assert Puzzle.objects.get(code=code).preset == "ciapano"
    page = client_of_rosalia.get(f"/giocate/{code}/", headers={"Accept-Language": "it"})
    assert page.context["about"].startswith("Ciapanò, ")


def test_a_day_has_one_puzzle_for_everybody(puzzle: Puzzle) -> None:
    actions.choose_dailies(DAY)
    chosen = {(each.game, each.day): each.puzzle_id for each in Daily.objects.all()}
    assert {game for game, day in chosen if day == DAY} == {*PUZZLED}
    actions.choose_dailies(DAY)
    actions.choose_dailies(DAY + timedelta(days=1))
    assert {(each.game, each.day): each.puzzle_id for each in Daily.objects.all()}.items() >= chosen.items()


def test_the_puzzle_of_the_day_counts_for_the_streak(
    puzzle: Puzzle, rosalia: User, client_of_rosalia: Client
) -> None:
    actions.choose_dailies(zones.site_day())
    daily = Daily.objects.get(game=puzzle.game, day=zones.site_day()).puzzle
    answered(rosalia, daily, right(daily))
    [mine] = [
        each for each in client_of_rosalia.get("/api/v1/puzzles/today/").json()["results"] if each["solved"]
    ]
    assert (mine["puzzle"], mine["streak"], mine["tried"]) == (daily.code, 1, 1)
    assert selectors.next_puzzle(rosalia, puzzle.game) not in (None, daily)
    page = client_of_rosalia.get("/giocate/").content.decode()
    assert daily.get_absolute_url() in page


@pytest.mark.parametrize(
    ("ago", "length"), [([0, 1, 2], 3), ([1, 2], 2), ([0], 1), ([0, 2], 1), ([2, 3], 0), ([], 0)]
)
def test_a_streak_ends_with_a_day_that_was_missed(ago: list[int], length: int) -> None:
    assert selectors.streak([DAY - timedelta(days=number) for number in ago], DAY) == length


def test_a_puzzle_is_stored_once(puzzle: Puzzle) -> None:
    assert storing.store_puzzles(Puzzle, shipped(puzzle.game, 3), "bots") == 0


def test_a_deleted_person_leaves_no_attempts(puzzle: Puzzle, rosalia: User) -> None:
    answered(rosalia, puzzle, right(puzzle))
    exported = privacy.export_person(rosalia)["practice"]
    assert [each["puzzle__code"] for each in exported["attempts"]] == [puzzle.code]
    privacy.delete_person(rosalia)
    assert not Attempt.objects.exists()
    assert not PuzzleRating.objects.exists()


# ---- what comes with the site


def test_every_shipped_puzzle_has_one_answer_and_words() -> None:
    """Of each game at least 300; each of the first can be shown in both languages."""
    many = dict.fromkeys(PUZZLED, 0)
    for number, each in enumerate(storing.shipped_puzzles()):
        answers = each["answers"]
        assert 1 <= len(answers) <= (finding.SETS if "cards" in answers[0] else finding.ANSWERS)
        assert each["tempting"] not in answers
        assert {*each["themes"]} <= {*practice_texts.THEMES}
        game = each["position"]["game"]
        assert {fact["kind"] for fact in each["facts"]} <= reasons.kinds(game)
        many[game] += 1
        if number % 40 == 0:
            position = PuzzlePosition.from_json(each["position"])
            assert position.as_json() == each["position"]
            legal = [command.as_json() for command in position.game.legal(position.state(), position.seat)]
            assert all(command in legal for command, _ in each["losses"])
            assert practice_texts.explanation_sentences(position, each["facts"], answers[0], each["tempting"])
    assert min(many.values()) >= 300, many


def test_every_shipped_puzzle_but_one_has_a_reason() -> None:
    """In that one of Briscola, playing on by rules of thumb brings no more after the right card: only solving
    every deal with all cards seen finds it."""
    without = [each["position"]["game"] for each in storing.shipped_puzzles() if not each["facts"]]
    assert without == ["briscola"]


def test_puzzles_that_came_with_the_site_are_explained_anew(puzzle: Puzzle) -> None:
    shipped_now = {"position": puzzle.position, "facts": [{"kind": "trumps", "cards": []}], "themes": ["cut"]}
    storing.explain_anew(Puzzle, [shipped_now])
    puzzle.refresh_from_db()
    assert (puzzle.facts, puzzle.theme_list) == (shipped_now["facts"], ["cut"])


def test_the_seat_of_a_puzzle_holds_its_choices(puzzle_of: PuzzleOf) -> None:
    for game in PUZZLED:
        puzzle = puzzle_of(game)
        position = showing.puzzle_position(puzzle)
        hand: tuple[Card, ...] = position.state().hands[position.seat]
        cards = {command["card"] for command in showing.puzzle_choices(puzzle, position)}
        assert cards <= {card.code for card in hand}


# ---- the list of today


def todays_section(client: Client, path: str = "/") -> str:
    return client.get(path).content.decode().partition('aria-labelledby="oggi"')[2].partition("</section>")[0]


def test_today_shows_one_puzzle_with_the_hand_that_its_page_shows(puzzle: Puzzle) -> None:
    for path in ("/", "/tavoli/"):
        section = todays_section(Client(), path)
        shown = Daily.objects.get(game=puzzle.game, day=zones.site_day()).puzzle
        assert section.count(shown.get_absolute_url()) == 1
        hand = showing.puzzle_position(shown).view()["hand"]
        assert re.findall(r"/italian40/(\w+?)[.]", section) == hand[:5]
        assert "data-done" not in section


@pytest.mark.parametrize("is_right", [True, False])
@pytest.mark.parametrize("is_known", [True, False])
def test_an_answered_puzzle_looks_answered(
    puzzle: Puzzle, client_of_rosalia: Client, is_right: bool, is_known: bool
) -> None:
    """Also without an account, for as long as the session lasts."""
    client = client_of_rosalia if is_known else Client()
    todays_section(client)
    shown = Daily.objects.get(game=puzzle.game, day=zones.site_day()).puzzle
    command = right(shown) if is_right else wrong(shown)
    client.post(shown.get_absolute_url(), {"answer": showing.notation_of(command.as_json())})
    section = todays_section(client)
    assert "data-done" in section
    assert ("non risolto" in section) is not is_right
    assert ("1 giorno" in section) is (is_right and is_known)
    assert "data-done" not in todays_section(Client())


def test_the_streak_of_today_counts_the_puzzles_of_all_games(
    puzzle_of: PuzzleOf, rosalia: User, client_of_rosalia: Client
) -> None:
    today = zones.site_day()
    for ago, game in ((0, "whist"), (1, "briscola"), (2, "tarocchi"), (4, "whist")):
        puzzle = Puzzle.objects.filter(game=game, attempts=None)[0]
        Attempt.objects.create(
            user=rosalia, puzzle=puzzle, command={}, solved=True, day=today - timedelta(days=ago), gain=1
        )
    assert "3 giorni di fila" in todays_section(client_of_rosalia)
