"""The results of a finished match: they follow from its log, and are written once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from games import tasks, texts
from games.archive import finished_matches
from games.models import Event, Match, Rating, Result, Standing
from games.people import results
from games.play import actions
from ludocards.engine.registry import GAMES
from ludopoli.accounts.models import User
from tests.engine.matches import play
from tests.games.ladder import everything, played
from tests.games.playing import play_on

NewMatch = Callable[..., Match]
SHORT = {"preset": "classico", "match_end": {"deals": 2}}
UNEQUAL = {"preset": "classico", "match_end": {"deals": 1}, "accuse_window": 0}
"""Rules without draws: eleven points, which the sides cannot share evenly."""


@pytest.fixture
def finished(match: NewMatch) -> Match:
    """A match that four people began and bots have played to its end."""
    begun = match(rules=SHORT)
    play_on(begun)
    begun.refresh_from_db()
    return begun


# ---- what is rated


def test_a_match_between_accounts_is_rated(match: NewMatch) -> None:
    assert match().rated


@pytest.mark.parametrize("seated", [1, 3])
def test_a_match_that_begins_with_a_bot_is_casual(match: NewMatch, seated: int) -> None:
    assert not match(seated=seated).rated


def test_a_match_that_begins_with_a_guest_is_casual(match: NewMatch, people: list[User]) -> None:
    User.objects.filter(pk=people[2].pk).update(is_guest=True)
    people[2].is_guest = True
    assert not match().rated


# ---- the fields of a result


def test_a_result_agrees_with_the_log(finished: Match, people: list[User]) -> None:
    tasks.score_match(str(finished.pk))
    scored = [event.public for event in Event.objects.filter(match=finished, kind="scored")]
    seats = list(Result.objects.filter(match=finished).order_by("seat"))
    assert [seat.user for seat in seats] == people[:4]
    assert [seat.partner for seat in seats] == [people[2], people[3], people[0], people[1]]
    for seat in seats:
        assert (seat.game, seat.preset, seat.players, seat.deals) == ("tressette", "classico", 4, 2)
        assert seat.at == finished.finished_at
        assert seat.points == sum(deal["points"][seat.side] for deal in scored)
        assert seat.score == scored[-1]["totals"][seat.side]
    assert sum(seat.points for seat in seats[:2]) > 0


def test_a_player_who_got_up_has_not_won(match: NewMatch, people: list[User]) -> None:
    row = match(rules=SHORT)
    actions.leave_table(people[0], row.table)
    play_on(row)
    tasks.score_match(str(row.pk))
    gone, *stayed = Result.objects.order_by("seat")
    assert (gone.left, gone.won) == (True, False)
    assert gone.mu is not None
    assert gone.mu <= 25, "who left gains nothing"
    assert not any(seat.left for seat in stayed)


def test_a_player_who_stays_wins(match: NewMatch) -> None:
    row = match(rules=SHORT)
    play_on(row)
    tasks.score_match(str(row.pk))
    seats = Result.objects.all()
    drawn = {seat.place for seat in seats} == {1}
    for seat in seats:
        assert seat.gain is not None
        assert not seat.left
        assert seat.won == (seat.place == 1 and not drawn)
        assert (seat.gain > 0) == seat.won
        assert (seat.gain < 0) == (seat.place > 1)


def test_nobody_wins_a_draw(match: NewMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    row = match(rules=SHORT)
    play_on(row)
    monkeypatch.setattr(type(GAMES["tressette"]), "places", lambda game, state: (1, 1))
    tasks.score_match(str(row.pk))
    assert set(Result.objects.values_list("place", "won", "gain")) == {(1, False, 0)}


def test_the_fewest_points_win_if_the_rules_say_so(match: NewMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAMES["tressette"]), "fewest_win", True)
    row = match(rules=UNEQUAL)
    play_on(row)
    tasks.score_match(str(row.pk))
    best, *_, worst = Result.objects.order_by("score")
    assert best.score < worst.score, "nobody wins a draw"
    assert (best.place, best.won) == (1, True)
    assert (worst.place, worst.won) == (2, False)
    assert (best.gain or 0) > 0 > (worst.gain or 0)
    finished = Event.objects.get(match=row, kind="finished").public
    assert finished["places"][best.side] == 1
    row.refresh_from_db()
    first, second = finished_matches.final_totals(row)
    assert (first[1], second[1]) == (best.score, worst.score), "the winners are named first"


def test_a_match_in_play_has_no_results(match: NewMatch) -> None:
    begun = match()
    tasks.score_match(str(begun.pk))
    assert not Result.objects.exists()


# ---- tallies


@pytest.mark.parametrize(
    ("name", "players", "rules", "counted"),
    [
        ("tressette", 4, {"preset": "bredese"}, {"accused": "accuse"}),
        ("tressette", 4, {"preset": "ludopoli"}, {"announced": "declarations"}),
        ("tarocchi", 3, {"preset": "calatafimi"}, {}),
        ("whist", 4, {"preset": "andata"}, {"bid": "bids"}),
    ],
)
def test_a_tally_counts_every_event(
    name: str, players: int, rules: dict[str, Any], counted: dict[str, str]
) -> None:
    ended = play(name, players, 5, **rules)
    by_seat = results.tally(GAMES[name], ended.events, players)
    for kind, what in counted.items():
        events = Counter(event.public["seat"] for event in ended.events if event.kind == kind)
        assert [seat[what] for seat in by_seat] == [events[seat] for seat in range(players)]
        assert sum(events.values()) > 0


def test_the_calls_of_the_bidding_are_counted() -> None:
    ended = play("tarocchi", 3, 5, preset="calatafimi")
    words = Counter(event.public["call"] for event in ended.events if event.kind == "called")
    assert sum(results.tally(GAMES["tarocchi"], ended.events, 3), Counter()) == words
    assert words


def test_signals_are_counted_and_plain_cards_are_not() -> None:
    ended = play("tressette", 4, 5, preset="bredese")
    given = Counter(
        event.public["seat"] for event in ended.events if event.kind == "played" and "signal" in event.public
    )
    by_seat = results.tally(GAMES["tressette"], ended.events, 4)
    assert [seat["signals"] for seat in by_seat] == [given[seat] for seat in range(4)]
    assert given


def test_a_bid_is_made_with_exactly_its_tricks() -> None:
    ended = play("whist", 4, 5, preset="andata")
    deals = [event.public for event in ended.events if event.kind == "scored"]
    made = [sum(deal["bids"][seat] == deal["made"][seat] for deal in deals) for seat in range(4)]
    by_seat = results.tally(GAMES["whist"], ended.events, 4)
    assert [seat["bids_made"] for seat in by_seat] == made
    assert [seat["bids"] for seat in by_seat] == [len(deals)] * 4


# ---- scoring again


def test_scoring_again_changes_nothing(finished: Match) -> None:
    tasks.score_match(str(finished.pk))
    once = everything()
    tasks.score_match(str(finished.pk))
    assert everything() == once
    assert len(once[0]) == 4


def test_a_slower_worker_writes_nothing(people: list[User]) -> None:
    row, per_seat = played(people[:4])
    results.enter_results(row, per_seat)
    once = everything()
    assert not row.scored, "it had read the match before the other had scored it"
    results.enter_results(row, per_seat)
    assert everything() == once


def test_a_failure_half_way_leaves_nothing(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    row, per_seat = played(people[:4])
    with monkeypatch.context() as broken:
        broken.setattr(results.ratings, "rerate_after", lambda row: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            results.enter_results(row, per_seat)
    row.refresh_from_db()
    assert not row.scored
    assert everything() == [[], [], []]
    results.enter_results(row, per_seat)
    assert len(everything()[0]) == 4


@pytest.mark.parametrize("projection", ["results", "ratings", "standings"])
def test_a_rebuild_gives_the_same_ratings(finished: Match, people: list[User], projection: str) -> None:
    Match.objects.filter(pk=finished.pk).update(away=[1], gone=[1])
    tasks.score_match(str(finished.pk))
    once = everything()
    out = StringIO()
    call_command("rebuild", projection, stdout=out)
    assert everything() == once
    assert f"tressette: {projection} of 1 matches" in out.getvalue()


def test_a_rebuild_of_the_results_repairs_them(finished: Match) -> None:
    tasks.score_match(str(finished.pk))
    once = everything()
    Result.objects.update(won=True, tally={}, mu=3)
    Standing.objects.all().delete()
    Rating.objects.update(shown=9)
    assert everything() != once
    call_command("rebuild", "results", stdout=StringIO())
    assert everything() == once


def test_an_annulled_match_no_longer_counts(finished: Match, people: list[User]) -> None:
    Match.objects.filter(pk=finished.pk).update(away=[], gone=[])
    tasks.score_match(str(finished.pk))
    assert Rating.objects.count() == 4
    Match.objects.filter(pk=finished.pk).update(annulled_at=timezone.now())
    results.rescore_match(finished.pk)
    assert not Rating.objects.exists()
    assert not Standing.objects.exists()
    incremental = everything()
    call_command("rebuild", "results", stdout=StringIO())
    assert everything() == incremental


def test_consecutive_matches_are_scored_one_by_one(match: NewMatch, people: list[User]) -> None:
    begun = match(rules=SHORT)
    play_on(begun)
    tasks.score_match(str(begun.pk))
    table = actions.open_table(
        people[0], game="tressette", rules=SHORT, players=4, move_seconds=20, bank_seconds=60, pace=0.0
    )
    for seat in range(1, 4):
        actions.take_seat(people[seat], table, seat)
    table.refresh_from_db()
    assert table.match is not None
    play_on(table.match)
    tasks.score_match(str(table.match_id))
    assert set(Standing.objects.filter(period="all").values_list("matches", "rated")) == {(2, 2)}


@pytest.mark.parametrize(
    ("scores", "said"), [((21, 17), "21–17"), ((11, 10, 12, -4), "11 · 10 · 12 · −4"), ((), "")]
)
def test_no_dash_stands_before_a_score_below_0(scores: tuple[int, ...], said: str) -> None:
    assert texts.score_line(scores) == said
