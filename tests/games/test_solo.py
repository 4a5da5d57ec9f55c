"""The rating against the levels: a regulation, with its arithmetic.

1. A match counts if one person played it, and every other seat was a bot of a level.
2. The levels are opponents whose ratings are fixed: those that the exam has measured.
3. It is apart from the rating among people: neither ever moves the other.
4. Only its owner sees it; it goes with the account, and can be computed anew from the results.
5. A match in which a card was taken back does not count.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from io import StringIO
from math import exp, hypot, sqrt

import pytest
from django.core.management import call_command
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from games.models import Match, Rating, Result, SoloResult
from games.people import results
from games.people.solo import (
    SoloLevel,
    level_skill,
    rate_solo,
    solo_levels,
    suggested_and_earned,
    suggested_level,
)
from ludocards.bots.registry import RATINGS
from ludocards.engine.registry import GAMES
from ludocards.ratings.skill import MODEL, Skill
from ludopoli.accounts import privacy
from ludopoli.accounts.models import User
from tests.games.ladder import everything, played, score

LEVELS = [*RATINGS["briscola"]]


def alone(
    person: User,
    level: str = "circolo",
    places: Sequence[int] = (1, 2),
    *,
    hours: int = 0,
    rated: bool = False,
    scores: Sequence[int] = (),
    game: str = "briscola",
    levels: Sequence[str] = (),
    left: Sequence[int] = (),
) -> tuple[Match, list[Result]]:
    """A match of a person with three bots: of one level, or of the `levels` by seat."""
    row, per_seat = played(
        [person, None, None, None],
        places,
        at=timedelta(hours=hours),
        rated=rated,
        left=left,
        game=game,
    )
    for seat, result in enumerate(per_seat):
        if result.user_id is None:
            result.bot = levels[seat] if levels else level
        if scores:
            result.score = scores[result.side]
    return row, per_seat


def solo_rows() -> list[tuple[object, ...]]:
    fields = ("user", "match", "game", "at", "level", "won", "to_nothing", "mu", "sigma", "gain")
    return list(SoloResult.objects.order_by("user", "game", "at", "match").values_list(*fields))


def numbers(person: User) -> SoloLevel:
    return solo_levels(person)["briscola"]


# ---- 2. the arithmetic


def seats_for_two(level: str, place: int, *, game: str = "briscola", **own: object) -> list[Result]:
    facts = {"game": game, "absent": False, "won": place == 1, **own}
    return [
        Result(user_id=1, side=0, place=place, **facts),
        Result(bot=level, side=1, place=3 - place, game=game, absent=False, won=place == 2),
    ]


def test_a_level_has_the_rating_that_the_exam_has_measured() -> None:
    assert level_skill("briscola", "esperto").shown == RATINGS["briscola"]["esperto"] == 1645
    assert level_skill("briscola", "esperto").spread == 40


def test_the_arithmetic_of_one_match() -> None:
    """A newcomer, 1500 ± 333, beats *esperto*, 1645 ± 40, at Briscola for two: 1659 ± 311.

    In the unit of the model they are 25 ± 25/3 and 28.625 ± 1. Before every match each variance grows by
    (25/300)², since people change. The probability of the win is p = e^(25/c) / (e^(25/c) + e^(28.625/c)),
    with c² = the sum of the variances and 2 · (25/6)². By Plackett and Luce the winner's mean rises by
    σ²/c · (1 − p), and their variance shrinks by the share (σ/c)³ · p · (1 − p).
    """
    mean, level, growth = 25.0, 25 + 145 / 40, (25 / 300) ** 2
    variance, of_level = (25 / 3) ** 2 + growth, 1 + growth
    c = sqrt(variance + of_level + 2 * (25 / 6) ** 2)
    p = exp(mean / c) / (exp(mean / c) + exp(level / c))
    after = rate_solo(Skill(), seats_for_two("esperto", 1))
    assert after.mu == pytest.approx(mean + variance / c * (1 - p))
    assert after.sigma == pytest.approx(sqrt(variance * (1 - (sqrt(variance) / c) ** 3 * p * (1 - p))))
    assert (after.shown, after.spread) == (1659, 311)


def test_beating_a_stronger_level_gives_more_and_losing_to_it_costs_less() -> None:
    won = [rate_solo(Skill(), seats_for_two(level, 1)).shown for level in LEVELS]
    lost = [rate_solo(Skill(), seats_for_two(level, 2)).shown for level in LEVELS]
    assert won == sorted(won)
    assert lost == sorted(lost)
    assert max(lost) < 1500 < min(won)


@pytest.mark.django_db
def test_a_weak_partner_makes_a_win_worth_more(people: list[User]) -> None:
    score(alone(people[0], levels=["", "circolo", "principiante", "circolo"]))
    score(alone(people[1], levels=["", "circolo", "maestro", "circolo"]))
    assert numbers(people[0]).skill.mu > numbers(people[1]).skill.mu


def test_whoever_lets_a_bot_play_does_not_gain() -> None:
    assert rate_solo(Skill(), seats_for_two("maestro", 1, absent=True)).shown == 1500
    assert rate_solo(Skill(), seats_for_two("maestro", 2, absent=True)).shown < 1500


def test_whoever_came_for_the_last_tricks_does_not_gain() -> None:
    assert rate_solo(Skill(), seats_for_two("maestro", 1, won=False)).shown == 1500


@given(st.sampled_from(LEVELS), st.sampled_from([1, 2]), st.floats(5, 45), st.floats(0.5, 9))
def test_a_win_never_lowers_a_rating_nor_a_defeat_raises_it(
    level: str, place: int, mu: float, sigma: float
) -> None:
    after = rate_solo(Skill(mu, sigma), seats_for_two(level, place))
    assert after.sigma <= hypot(sigma, MODEL.tau)
    assert (after.mu >= mu) == (place == 1)


# ---- 1. what counts


@pytest.mark.django_db
def test_a_match_alone_against_bots_counts(people: list[User]) -> None:
    score(alone(people[0], "esperto"))
    now = numbers(people[0])
    assert (now.matches, now.won, now.is_provisional) == (1, {"esperto": 1}, True)
    assert now.skill.shown > 1500


@pytest.mark.django_db
def test_a_match_with_another_person_does_not_count(people: list[User]) -> None:
    row, per_seat = alone(people[0])
    per_seat[1].user, per_seat[1].bot = people[1], ""
    score((row, per_seat))
    assert solo_rows() == []


@pytest.mark.django_db
def test_a_rated_match_whose_other_people_never_came_does_not_count(people: list[User]) -> None:
    score(alone(people[0], rated=True))
    assert solo_rows() == []


@pytest.mark.django_db
def test_a_match_against_a_policy_that_is_no_level_does_not_count(people: list[User]) -> None:
    score(alone(people[0], "somebody"))
    assert solo_rows() == []


@pytest.mark.django_db
def test_a_match_in_which_a_card_was_taken_back_does_not_count(people: list[User]) -> None:
    row, per_seat = alone(people[0])
    for each in per_seat:
        each.undone = True
    score((row, per_seat))
    assert solo_rows() == []


@pytest.mark.django_db
def test_the_level_beaten_is_that_of_the_weakest_opponent(people: list[User]) -> None:
    score(alone(people[0], levels=["", "maestro", "principiante", "dilettante"]))
    assert numbers(people[0]).won == {"dilettante": 1}


@pytest.mark.django_db
def test_an_annulled_match_counts_no_more_and_the_later_ones_are_rated_again(people: list[User]) -> None:
    first, second = alone(people[0], "maestro"), alone(people[0], places=(2, 1), hours=1)
    score(second)
    only_second = solo_rows()
    score(first)
    assert len(solo_rows()) == 2
    Match.objects.filter(pk=first[0].pk).update(annulled_at=timezone.now())
    results.rescore_match(first[0].pk)
    assert solo_rows() == only_second


# ---- badges and goals


@pytest.mark.django_db
def test_a_match_won_without_a_point_for_the_others_is_a_cappotto(people: list[User]) -> None:
    score(alone(people[0], scores=(3, 0)), alone(people[0], scores=(3, 1), hours=1))
    score(alone(people[0], places=(2, 1), scores=(0, 3), hours=2))
    assert numbers(people[0]).to_nothing == 1


@pytest.mark.django_db
def test_where_the_fewest_points_win_it_is_a_match_without_a_point_of_ones_own(people: list[User]) -> None:
    assert GAMES["traversone"].fewest_win
    score(alone(people[0], scores=(0, 30), game="traversone"))
    score(alone(people[0], scores=(1, 30), game="traversone", hours=1))
    assert solo_levels(people[0])["traversone"].to_nothing == 1


def standing(*beaten: str, mu: float = MODEL.mu) -> SoloLevel:
    return SoloLevel("briscola", Skill(mu, 3), len(beaten), dict.fromkeys(beaten, 1), 0)


def test_the_goal_is_the_weakest_level_above_all_that_were_beaten() -> None:
    assert standing().goal == "principiante"
    assert standing("circolo").goal == "esperto"
    assert standing("principiante", "maestro").goal == ""


def test_the_level_suggested_has_the_nearest_rating() -> None:
    assert standing().suggested == "circolo"
    assert standing(mu=25 + 200 / 40).suggested == "maestro"
    assert standing(mu=25 - 400 / 40).suggested == "principiante"


@pytest.mark.django_db
def test_the_level_of_a_quick_game_follows_the_rating(people: list[User]) -> None:
    assert suggested_and_earned(people[0], "briscola") == ("circolo", "")
    for hour in range(8):
        score(alone(people[0], "esperto", hours=hour))
    assert suggested_level(people[0], "briscola") == numbers(people[0]).suggested == "maestro"
    assert suggested_level(people[0], "tressette") == suggested_level(people[1], "briscola") == "circolo"


@pytest.mark.django_db
def test_a_level_is_suggested_and_earned_once_the_rating_is_settled(people: list[User]) -> None:
    score(alone(people[0], "esperto"))
    assert suggested_and_earned(people[0], "briscola") == ("circolo", "")
    while numbers(people[0]).is_provisional:
        score(alone(people[0], "esperto", hours=numbers(people[0]).matches))
    assert suggested_and_earned(people[0], "briscola") == ("maestro", "maestro")


# ---- 3. apart from the rating among people


@pytest.mark.django_db
def test_matches_against_bots_never_change_the_rating_among_people_and_the_other_way_round(
    people: list[User],
) -> None:
    among_people = [(people[:4], (1, 2)), (people[:4], (2, 1)), (people[:4], (1, 2))]
    matches = [
        played(seated, places, at=timedelta(hours=2 * number), game="briscola")
        for number, (seated, places) in enumerate(among_people)
    ]
    against_bots = [alone(people[0], "maestro", hours=2 * number + 1) for number in range(3)]
    fields = ("user", "mu", "sigma", "shown", "matches", "listed")
    for match in matches:
        score(match)
    rated, solos = list(Rating.objects.order_by("user").values_list(*fields)), solo_rows()
    assert solos == []
    for match in against_bots:
        score(match)
    assert list(Rating.objects.order_by("user").values_list(*fields)) == rated
    alone_rows = solo_rows()
    score(played(people[:4], (2, 1), at=timedelta(hours=9), game="briscola"))
    assert solo_rows() == alone_rows


# ---- 4. kept, computed anew, deleted


@pytest.mark.django_db
@pytest.mark.parametrize("projection", ["solo", "ratings"])
def test_any_order_of_scoring_and_a_rebuild_give_the_same_numbers(
    people: list[User], projection: str
) -> None:
    matches = [
        alone(person, LEVELS[number % len(LEVELS)], (1, 2) if number % 3 else (2, 1), hours=number)
        for number in range(6)
        for person in people[:2]
    ]
    score(*matches[::-1])
    once, everything_else = solo_rows(), everything()
    assert len(once) == 12
    call_command("rebuild", projection, stdout=StringIO())
    assert solo_rows() == once
    assert everything() == everything_else


@pytest.mark.django_db
def test_matches_from_before_count_with_the_first_match_afterwards_and_with_a_rebuild(
    people: list[User],
) -> None:
    score(alone(people[0], "maestro"))
    before = solo_rows()
    SoloResult.objects.all().delete()  # as in a database from before there were any
    out = StringIO()
    call_command("rebuild", "solo", stdout=out)
    assert solo_rows() == before
    assert "briscola: solo of 1 matches" in out.getvalue()
    SoloResult.objects.all().delete()
    score(alone(people[0], hours=1))
    assert solo_rows()[0] == before[0]
    assert len(solo_rows()) == 2


@pytest.mark.django_db
def test_a_guest_has_one_and_keeps_it_with_the_account(people: list[User]) -> None:
    guest = people[0]
    User.objects.filter(pk=guest.pk).update(is_guest=True)
    score(alone(guest))
    User.objects.filter(pk=guest.pk).update(is_guest=False, username="Rosalia")
    assert numbers(User.objects.get(username="Rosalia")).matches == 1


@pytest.mark.django_db
def test_it_is_in_the_export_and_goes_with_the_account(people: list[User]) -> None:
    score(alone(people[0], "maestro"))
    [row] = privacy.export_person(people[0])["games"]["solo_results"]
    assert (row["game"], row["level"], row["won"]) == ("briscola", "maestro", True)
    privacy.delete_person(people[0])
    assert solo_rows() == []
    call_command("rebuild", "solo", stdout=StringIO())
    assert solo_rows() == []
