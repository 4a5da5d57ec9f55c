"""Ratings: the effect of a match, and that the order of scoring does not matter."""

from __future__ import annotations

import random
from datetime import timedelta
from io import StringIO
from itertools import combinations

import pytest
from django.core.management import call_command
from hypothesis import given
from hypothesis import strategies as st

from games.models import Match, Rating, Result, Standing
from games.people import ratings, results
from ludocards.ratings import skill
from ludocards.ratings.skill import SeatResult, Skill, rate_match
from ludopoli.accounts.models import User
from tests import seeding
from tests.games.ladder import PAIRS, everything, played, score

NEW = [Skill()] * 4
skills = st.builds(Skill, st.floats(5, 45), st.floats(0.5, 9))


def seats(places: tuple[int, int], left: tuple[int, ...] = ()) -> list[SeatResult]:
    return [SeatResult(side, places[side], seat in left) for seat, side in enumerate(PAIRS)]


# ---- one match


def test_winners_rise_losers_fall_and_partners_move_alike() -> None:
    after = rate_match(seats((1, 2)), NEW, 1.0)
    assert after[0] == after[2]
    assert after[1] == after[3]
    assert after[0].shown > 1500 > after[1].shown
    assert all(skill.sigma < Skill().sigma for skill in after)


def test_three_single_players_are_rated_by_place() -> None:
    after = rate_match([SeatResult(seat, place, False) for seat, place in enumerate((2, 3, 1))], NEW[:3], 1.0)
    assert after[2].mu > after[0].mu > after[1].mu


def test_sides_that_share_a_place_share_the_rating() -> None:
    first, second, third = rate_match(
        [SeatResult(seat, place, False) for seat, place in enumerate((1, 1, 3))], NEW[:3], 1.0
    )
    assert first == second
    assert first.mu > third.mu


def test_the_favourite_gains_less() -> None:
    strong, weak = Skill(32, 3), Skill(20, 3)
    expected = rate_match(seats((1, 2)), [strong, weak] * 2, 1.0)[0].mu - strong.mu
    surprise = rate_match(seats((2, 1)), [strong, weak] * 2, 1.0)[1].mu - weak.mu
    assert 0 < expected < surprise


@given(st.lists(skills, min_size=4, max_size=4), st.sampled_from([(1, 2), (2, 1)]), st.floats(0, 1))
def test_a_deserted_partner_never_loses_and_a_deserter_never_gains(
    before: list[Skill], places: tuple[int, int], weight: float
) -> None:
    after = rate_match(seats(places, left=(0,)), before, weight)
    assert after[2].mu >= before[2].mu
    assert after[0].mu <= before[0].mu
    played_out = rate_match(seats(places), before, weight)
    assert after[1] == played_out[1]
    assert after[3] == played_out[3]


def test_the_partner_of_an_earlier_absentee_is_rated_as_usual() -> None:
    habit = [SeatResult(side, (2, 1)[side], seat == 0, again=seat == 0) for seat, side in enumerate(PAIRS)]
    assert rate_match(habit, NEW, 1.0)[2] == rate_match(seats((2, 1)), NEW, 1.0)[2]


def test_a_deserted_partner_gains_in_full() -> None:
    assert rate_match(seats((1, 2), left=(0,)), NEW, 1.0)[2] == rate_match(seats((1, 2)), NEW, 1.0)[2]
    assert rate_match(seats((2, 1), left=(0,)), NEW, 1.0)[2].mu == Skill().mu


def test_a_match_of_half_weight_moves_half_as_far() -> None:
    whole, half = (rate_match(seats((1, 2)), NEW, weight)[0] for weight in (1.0, 0.5))
    assert half.mu - Skill().mu == (whole.mu - Skill().mu) / 2
    assert half.sigma - Skill().sigma == pytest.approx((whole.sigma - Skill().sigma) / 2)


def test_after_three_matches_further_ones_count_ever_less() -> None:
    assert [skill.match_weight(earlier) for earlier in range(9)] == [
        *(1, 1, 1, 0.5, 0.5, 0.25, 0.25, 0.125, 0.125)
    ]


# ---- many matches


@pytest.mark.django_db
def test_repeated_matches_count_less_within_a_week(people: list[User]) -> None:
    hours = [0, 24, 48, 72, 167, 340]
    counted = [sum(1 for h in hours[:n] if hours[n] - 7 * 24 < h) for n in range(len(hours))]
    expected = [skill.match_weight(earlier) for earlier in counted]
    assert expected == [1, 1, 1, 0.5, 0.5, 1]
    for number, hour in enumerate(hours):
        order = people[:4] if number % 2 else [people[2], people[0], people[3], people[1]]
        score(played(order, (1, 2), at=timedelta(hours=hour)))
    before: dict[int | None, Skill] = {user.pk: Skill() for user in people}
    for per_seat, weight in zip(_by_match(), expected, strict=True):
        after = rate_match(
            [SeatResult(r.side, r.place, r.left) for r in per_seat],
            [before[r.user_id] for r in per_seat],
            weight,
        )
        assert [(r.mu, r.sigma) for r in per_seat] == [(skill.mu, skill.sigma) for skill in after]
        assert {r.weight for r in per_seat} == {weight}
        before.update((r.user_id, skill) for r, skill in zip(per_seat, after, strict=True))


@pytest.mark.django_db
def test_alternating_accounts_count_for_less(people: list[User]) -> None:
    """Anna meets each of six others again and again, but rarely the same three."""
    anna, *others = people[:4] + [User.objects.create(username=f"Conto {n}") for n in range(3)]
    for hour, (partner, *against) in enumerate(combinations(others, 3)):
        score(played([anna, against[0], partner, against[1]], (1, 2), at=timedelta(hours=hour)))
    weights = [per_seat[0].weight for per_seat in _by_match()]
    assert weights[0] == 1
    assert weights[-1] == 0.125
    total = sum(weight or 0 for weight in weights)
    assert total < 20 * 0.6
    _agrees_with_a_rebuild()


@pytest.mark.django_db
def test_a_pair_that_meets_others_is_rated_in_full(people: list[User]) -> None:
    for hour in range(8):
        pair = [User.objects.create(username=f"Altri {hour}/{n}") for n in range(2)]
        score(played([people[0], pair[0], people[1], pair[1]], at=timedelta(hours=hour)))
    assert {per_seat[0].weight for per_seat in _by_match()} == {1}


@pytest.mark.django_db
def test_a_bot_account_counts_as_its_owner(people: list[User]) -> None:
    """That also holds if scoring begins between a match of the bots and one of their owners."""
    bots = [User.objects.create(username=f"Robot {n}", is_bot=True, owner=people[n]) for n in range(2)]
    strangers = [User.objects.create(username=f"Altri {n}") for n in range(12)]
    season = []
    for hour in range(6):
        pair = bots if hour % 2 else people[:2]
        seated = [pair[0], pair[1], *strangers[2 * hour : 2 * hour + 2]]
        season.append(played(seated, (1, 2), at=timedelta(hours=hour)))
    score(*season)
    assert [per_seat[0].weight for per_seat in _by_match()] == [1, 1, 1, 0.5, 0.5, 0.25]
    in_order = everything()
    for projection in (reversed(season), [*season[1:], season[0]]):
        again = list(projection)
        _forget()
        score(*_season_again(again))
        assert everything() == in_order
    _agrees_with_a_rebuild()


@pytest.mark.django_db
def test_the_partner_of_a_repeated_absentee_loses_as_usual(people: list[User]) -> None:
    days = [0, 2, 8.5, 16]
    season = [played(people[:4], (2, 1), at=timedelta(days=day), left=[0]) for day in days]
    score(*season)
    gains = [per_seat[2].gain or 0 for per_seat in _by_match()]
    assert [gain < 0 for gain in gains] == [False, True, True, False]
    in_order = everything()
    _forget()
    score(*reversed(_season_again(season)))
    assert everything() == in_order
    _agrees_with_a_rebuild()


def _agrees_with_a_rebuild() -> None:
    once = everything()
    for game in ("tressette", "whist"):
        results.rerate_all_matches(game)
    assert everything() == once


@pytest.mark.django_db
def test_a_casual_match_moves_no_rating(people: list[User]) -> None:
    score(played([people[0], None, None, None], rated=False))
    assert not Rating.objects.exists()
    assert set(Result.objects.values_list("mu", "sigma", "gain")) == {(None, None, None)}
    assert Standing.objects.get(user=people[0], period="all").matches == 1


@pytest.mark.django_db
def test_a_shown_rating_is_the_sum_of_its_gains(people: list[User]) -> None:
    score(*_season(people, 25, seed=4))
    for rating in Rating.objects.all():
        gained = Standing.objects.get(user=rating.user, game=rating.game, period="all").gain
        assert rating.shown == skill.CENTRE + gained


@pytest.mark.django_db
def test_a_rating_is_provisional_until_its_spread_has_fallen(people: list[User]) -> None:
    for number in range(60):
        pairing = people[:4] if number % 2 else [people[0], people[2], people[1], people[3]]
        score(played(pairing, (1, 2) if number % 3 else (2, 1), at=timedelta(days=3 * number)))
        for rating in Rating.objects.all():
            assert rating.listed == (rating.spread <= skill.PROVISIONAL)
            assert rating.listed == (ratings.matches_until_settled(rating) == 0)
        if number == 0:
            assert not Rating.objects.filter(listed=True).exists()
    assert Rating.objects.filter(listed=True).count() == 4


@pytest.mark.django_db
@pytest.mark.parametrize("sides", [2, 4], ids=["in pairs", "alone"])
def test_the_matches_until_a_rating_is_settled_are_foretold(people: list[User], sides: int) -> None:
    foretold: list[int] = []
    while not Rating.objects.filter(user=people[0], listed=True).exists():
        some = [people[0], *people[1 + len(foretold) % 2 :][:3]]
        places, seated = ((1, 2), PAIRS) if sides == 2 else ((2, 1, 3, 4), range(4))
        score(played(some, places, sides=seated, at=timedelta(days=8 * len(foretold))))
        foretold.append(ratings.matches_until_settled(Rating.objects.get(user=people[0])))
    for number, missing in enumerate(foretold, start=1):
        assert abs(number + missing - len(foretold)) <= len(foretold) // 3, foretold


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(4))
def test_any_order_of_scoring_and_a_rebuild_give_the_same_numbers(people: list[User], seed: int) -> None:
    season = _season(people, 16, seed)
    score(*season)
    in_order = everything()
    assert any(gain for *_, gain, _, _, _ in in_order[0])
    for again in range(2):
        _forget()
        shuffled = _season_again(season)
        random.Random(f"{seed}/{again}").shuffle(shuffled)
        score(*shuffled)
        assert everything() == in_order
    for projection in ("standings", "ratings"):
        call_command("rebuild", projection, stdout=StringIO())
        assert everything() == in_order


@pytest.mark.django_db
def test_a_rebuild_in_pages_splits_no_match(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    score(*_season(people, 12, seed=1))
    whole = everything()
    monkeypatch.setattr(ratings, "PAGE", 6)
    for game in ("tressette", "whist"):
        results.rerate_all_matches(game)
    assert everything() == whole


@pytest.mark.django_db
def test_an_annulled_match_leaves_no_trace_in_ratings(people: list[User]) -> None:
    season = _season(people, 20, seed=7)
    row, _ = season[6]
    score(*season)
    Match.objects.filter(pk=row.pk).update(rated=False)
    row.rated = False
    Result.objects.filter(match=row).update(rated=False)
    moved = ratings.rerate_after([row])
    assert moved
    annulled = everything()[:2]
    results.rerate_all_matches(row.game)
    assert everything()[:2] == annulled
    _forget()
    score(*(each for each in _season_again(season) if each[0].pk != row.pk))
    assert everything()[1] == annulled[1]


@pytest.mark.django_db
def test_a_player_whose_only_match_is_annulled_has_no_rating(people: list[User]) -> None:
    row, per_seat = played(people[:4])
    score((row, per_seat))
    assert Rating.objects.count() == 4
    row.rated = False
    Result.objects.filter(match=row).update(rated=False)
    ratings.rerate_after([row])
    assert not Rating.objects.exists()
    assert not Result.objects.exclude(mu=None).exists()


@pytest.mark.django_db
def test_games_do_not_mix(people: list[User]) -> None:
    score(played(people[:4]), played(people[:4], (2, 1), game="whist"))
    both = dict(Rating.objects.filter(user=people[0]).values_list("game", "shown"))
    assert both["tressette"] > 1500 > both["whist"]


@pytest.mark.django_db
def test_seeded_ratings_agree_with_a_rebuild() -> None:
    seeding.fill(players=9, matches=60)
    seeded = everything()
    assert len(seeded[0]) > 200
    call_command("rebuild", "ratings", stdout=StringIO())
    assert everything() == seeded


def _season(people: list[User], matches: int, seed: int) -> list[tuple[Match, list[Result]]]:
    """Return matches of pairs and of single players, in two games; some are simultaneous, casual or left."""
    rng = random.Random(seed)
    season = []
    hours = 0.0
    for _ in range(matches):
        hours += rng.choice([0, 0.5, 3, 30, 400])
        alone = rng.random() < 0.3
        seated = rng.sample(people, 3 if alone else 4)
        places = rng.sample((1, 2, 3), 3) if alone else rng.sample((1, 2), 2)
        season.append(
            played(
                seated,
                places,
                sides=(0, 1, 2) if alone else PAIRS,
                at=timedelta(hours=hours),
                rated=rng.random() < 0.85,
                left=[rng.randrange(3)] if rng.random() < 0.2 else [],
                game=rng.choice(["tressette", "tressette", "whist"]),
            )
        )
    return season


def _season_again(season: list[tuple[Match, list[Result]]]) -> list[tuple[Match, list[Result]]]:
    """Return the same matches as if none had been scored."""
    for _, per_seat in season:
        for result in per_seat:
            result.pk = None
    return list(season)


def _forget() -> None:
    for model in (Result, Rating, Standing):
        model.objects.all().delete()
    Match.objects.update(scored=False)


def _by_match() -> list[list[Result]]:
    matches: dict[object, list[Result]] = {}
    for result in Result.objects.order_by("at", "match", "seat"):
        matches.setdefault(result.match_id, []).append(result)
    return list(matches.values())
