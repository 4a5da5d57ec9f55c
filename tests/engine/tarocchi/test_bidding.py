"""S and section 4: the free bidding. Seats 0, 1, 2 are A, B, C of the examples; C deals."""

from __future__ import annotations

from itertools import permutations

import pytest

from ludocards.catalogue.tarocchi.rules.bidding import Call, Window, in_order
from ludocards.catalogue.tarocchi.rules.play import TIMEOUT
from ludocards.catalogue.tarocchi.rules.state import State
from ludocards.engine.game import CLOCK, Command, Event, Json
from tests.engine.tarocchi.table import (
    GAME,
    TENGO,
    VADO,
    after,
    call,
    dealt,
    done,
    offro,
    piglio,
    refused,
    rules,
    to_discard,
    to_play,
    words,
)

A, B, C = 0, 1, 2


def closed(*said: tuple[int, Command], **options: Json) -> tuple[State, dict[str, Json]]:
    """Return the state after these words, and the event that closed the bidding."""
    state, events = done(dealt(dealer=C, **options), *said)
    [event] = [event for event in events if event.kind == "closed"]
    return state, dict(event.public)


# ---- legal words


@pytest.mark.parametrize("order", [*permutations(range(3))])
def test_all_three_may_call_at_once(order: tuple[int, ...]) -> None:
    state = dealt(dealer=C)
    assert GAME.to_act(state) == (A, B, C)
    for seat in order:
        assert GAME.legal(state, seat)
        state = after(state, (seat, VADO))
    assert state.phase == "deal"


def test_the_permitted_calls() -> None:
    state = dealt()
    offers = [offro(points) for points in range(1, 9)]
    assert words(state, A) == [VADO, *offers, TENGO]
    state = after(state, (A, offro(3)), (B, offro(5)))
    assert words(state, C) == [VADO, *offers, piglio(B), piglio(A), TENGO]
    assert GAME.view(state, None)["offers"] == [{"seat": B, "points": 5}, {"seat": A, "points": 3}]


@pytest.mark.parametrize("most", [1, 5, 8, 10])
def test_the_permitted_offers(most: int) -> None:
    state = dealt(offerMax=most)
    assert [c for c in words(state, A) if c.get("call") == "offro"] == [offro(n + 1) for n in range(most)]
    for points in (0, -1, most + 1, 10**30):
        answer = refused(state, A, offro(points))
        assert (answer.code, answer.details) == ("bad_offer", {"most": most})


def test_each_player_calls_only_once() -> None:
    state = after(dealt(), (A, VADO))
    assert GAME.to_act(state) == (B, C)
    assert GAME.legal(state, A) == ()
    for word in (VADO, offro(2), TENGO):
        assert refused(state, A, word).code == "already_called"
    state = after(state, (B, offro(4)))
    assert refused(state, A, piglio(B)).code == "already_called"
    assert refused(state, B, TENGO).code == "already_called"


def test_piglio_needs_an_opponents_offer() -> None:
    answer = refused(dealt(), B, piglio(A))
    assert (answer.code, answer.details) == ("no_such_offer", {"from": A})
    state = after(dealt(), (A, VADO))
    for seat in (A, B, C, 7, -1):
        assert refused(state, B, piglio(seat)).code == "no_such_offer"
    assert TENGO in GAME.legal(state, B)


# ---- the close of the bidding: section 8.5 and the table of ambiguities


def test_three_vado_abandon_the_deal() -> None:
    state, result = closed((A, VADO), (C, VADO), (B, VADO))
    assert result == {"result": "abandon", "why": "vado", "seat": None, "from": None, "points": None}
    assert GAME.totals(state) == (0, 0, 0)
    assert state.dealer == A


def test_piglio_pays_the_taker() -> None:
    state, result = closed((A, offro(5)), (C, piglio(A)))
    assert result == {"result": "abandon", "why": "piglio", "seat": C, "from": A, "points": 5}
    assert GAME.totals(state) == (-5, 0, 5)
    assert state.dealer == A


def test_tengo_has_the_deal_played() -> None:
    state, result = closed((A, offro(5)), (B, TENGO))
    assert result == {"result": "play", "why": "tengo", "seat": B, "from": None, "points": None}
    assert (state.phase, GAME.totals(state)) == ("discard", (0, 0, 0))
    assert GAME.view(state, None)["offers"] == []
    assert GAME.view(state, None)["contract"] == result


def test_a_refused_call_is_not_spent() -> None:
    state = dealt()
    refused(state, B, piglio(A))
    assert B in GAME.to_act(state)
    assert closed((A, offro(1)), (B, piglio(A)))[1]["why"] == "piglio"


def test_silence_lets_the_deal_be_played() -> None:
    state, result = closed((A, offro(3)), (B, VADO), (CLOCK, TIMEOUT))
    assert result == {"result": "play", "why": "silence", "seat": None, "from": None, "points": None}
    assert state.phase == "discard"
    assert closed((CLOCK, TIMEOUT))[1] == result


def test_unaccepted_offers_lapse() -> None:
    said = ((A, offro(3)), (B, VADO), (C, offro(1)))
    state, result = closed(*said)
    assert result == {"result": "abandon", "why": "unanswered", "seat": None, "from": None, "points": None}
    assert GAME.totals(state) == (0, 0, 0)
    state, result = closed(*said, unansweredOffer="play")
    assert (result["result"], result["why"], state.phase) == ("play", "unanswered", "discard")


def test_three_vado_abandon_the_deal_despite_offers() -> None:
    assert closed((A, VADO), (C, VADO), (B, VADO), unansweredOffer="play")[1]["result"] == "abandon"


def test_no_call_follows_the_deciding_one() -> None:
    state, _ = closed((A, offro(5)), (B, piglio(A)))
    assert refused(state, C, TENGO).code == "not_your_turn"
    state, _ = closed((A, offro(5)), (B, TENGO))
    assert refused(state, C, piglio(A)).code == "wrong_phase"


def test_the_taker_chooses_between_two_offers() -> None:
    said = ((A, offro(2)), (B, offro(6)))
    assert GAME.totals(closed(*said, (C, piglio(A)))[0]) == (-2, 0, 2)
    assert GAME.totals(closed(*said, (C, piglio(B)))[0]) == (0, -6, 6)


def test_an_offer_costs_nothing_when_the_deal_is_played() -> None:
    for last in ((C, TENGO), (CLOCK, TIMEOUT)):
        assert GAME.totals(closed((A, offro(8)), last)[0]) == (0, 0, 0)


def test_the_dealer_calls_like_the_others() -> None:
    assert words(dealt(dealer=C), C) == words(dealt(dealer=C), A)
    assert closed((C, offro(2)), (A, piglio(C)))[1]["from"] == C


# ---- events


def test_every_call_is_public() -> None:
    state, events = done(dealt(), (B, offro(4)), (A, VADO))
    assert events == [
        Event("called", {"seat": B, "call": "offro", "points": 4}),
        Event("called", {"seat": A, "call": "vado"}),
    ]
    assert GAME.view(state, None)["calls"] == [event.public for event in events]
    _, events = done(state, (C, piglio(B)))
    assert events[0] == Event("called", {"seat": C, "call": "piglio", "from": B})
    assert [event.kind for event in events] == ["called", "closed", "scored"]


def test_an_abandoned_deal_has_no_points() -> None:
    _, events = done(dealt(), (A, offro(5)), (C, piglio(A)))
    assert events[-1].public == {
        "deal": 0,
        "points": None,
        "owed": None,
        "scores": [-5, 0, 5],
        "contract": {"result": "abandon", "why": "piglio", "seat": C, "from": A, "points": 5},
        "totals": [-5, 0, 5],
    }


# ---- the clock


def test_the_clock_closes_the_window() -> None:
    state = after(dealt(), (A, offro(3)))
    assert GAME.on_timeout(state) == (CLOCK, TIMEOUT)
    assert GAME.legal(state, CLOCK) == (TIMEOUT,)


@pytest.mark.parametrize("seat", range(3))
def test_only_the_clock_closes_the_window(seat: int) -> None:
    assert refused(dealt(), seat, TIMEOUT).code == "bad_command"


@pytest.mark.parametrize("state", [to_discard("5O 6O 7O"), to_play("5O")])
def test_outside_the_bidding_no_window_can_be_closed(state: State) -> None:
    assert refused(state, CLOCK, TIMEOUT).code == "wrong_phase"
    assert GAME.legal(state, CLOCK) == ()


@pytest.mark.parametrize("command", [VADO, TENGO, offro(1)])
def test_the_clock_makes_no_call(command: Command) -> None:
    assert refused(dealt(), CLOCK, command).code == "not_your_turn"


@pytest.mark.parametrize(
    ("word", "since_deal", "since_offer", "answer"),
    [
        ("tengo", 0, None, ("bidding_not_open", 3000)),
        ("vado", 2999, None, ("bidding_not_open", 1)),
        ("vado", 3000, None, None),
        ("tengo", 3000, None, None),
        ("tengo", 9000, 1499, ("offer_too_fresh", 1)),
        ("piglio", 9000, 0, ("offer_too_fresh", 1500)),
        ("piglio", 9000, 1500, None),
        ("offro", 9000, 0, None),
        ("vado", 9000, 0, None),
    ],
)
def test_calls_count_in_their_time(
    word: str, since_deal: int, since_offer: int | None, answer: tuple[str, int] | None
) -> None:
    not_yet = Window.of(rules()).not_yet(word, since_deal, since_offer)
    assert answer == (None if not_yet is None else (not_yet.code, not_yet.details["ms"]))


def test_the_window_is_in_the_view() -> None:
    times = {"ms": 25_000, "open_ms": 3_000, "lock_ms": 1_500, "batch_ms": 250}
    locked = ["piglio", "tengo"]
    assert GAME.view(dealt(), None)["window"] == {**times, "locked": locked}
    chosen = dealt(bidWindowMs=40_000, bidOpenDelayMs=0, offerLockMs=0, bidBatchMs=500)
    assert [*GAME.view(chosen, 0)["window"].values()] == [40_000, 0, 0, 500, locked]
    assert GAME.view(after(dealt(), (A, TENGO)), 0)["window"] is None


@pytest.mark.parametrize(
    ("batch", "heard"),
    [
        ([call(B, "piglio", A), call(C, "tengo")], [call(C, "tengo"), call(B, "piglio", A)]),
        ([call(A, "vado"), call(B, "offro", 3)], [call(B, "offro", 3), call(A, "vado")]),
        ([call(C, "piglio", B), call(A, "piglio", B)], [call(A, "piglio", B), call(C, "piglio", B)]),
        ([call(C, "offro", 8), call(A, "piglio", B)], [call(A, "piglio", B), call(C, "offro", 8)]),
    ],
)
def test_simultaneous_calls_are_ordered(batch: list[Call], heard: list[Call]) -> None:
    assert [*in_order(batch, dealer=C)] == heard
    assert [*in_order(batch[::-1], dealer=C)] == heard


@pytest.mark.parametrize("dealer", range(3))
def test_of_two_piglio_the_seat_nearer_the_dealers_right_wins(dealer: int) -> None:
    right, other = (dealer + 1) % 3, (dealer + 2) % 3
    taken = in_order([call(dealer, "piglio", other), call(right, "piglio", other)], dealer)
    assert taken[0].seat == right


def test_in_one_batch_tengo_beats_piglio() -> None:
    """A says offro 4; B says piglio and C tengo in the same 250 ms: the deal is played."""
    batch = in_order([call(B, "piglio", A), call(C, "tengo")], dealer=C)
    state, result = closed((A, offro(4)), (batch[0].seat, batch[0].command))
    assert (result["why"], state.phase) == ("tengo", "discard")
    assert refused(state, batch[1].seat, batch[1].command).code == "wrong_phase"


@pytest.mark.parametrize(
    ("seat", "command", "code"),
    [
        (A, Command.of("call"), "bad_command"),
        (A, Command.of("call", call="passo"), "bad_command"),
        (A, Command.of("call", call=1), "bad_command"),
        (A, Command.of("call", call=["vado"]), "bad_command"),
        (A, Command.of("call", call="vado", points=3), "bad_command"),
        (A, Command.of("call", call="offro"), "bad_command"),
        (A, Command.of("call", call="offro", points="3"), "bad_command"),
        (A, Command.of("call", call="offro", points=True), "bad_command"),
        (A, Command.of("call", call="offro", points=[3]), "bad_command"),
        (A, Command.of("call", call="offro", **{"from": 1}), "bad_command"),
        (A, Command.of("call", call="piglio", points=1), "bad_command"),
        (A, Command.of("timeout", seat=1), "bad_command"),
        (3, VADO, "not_your_turn"),
        (A, Command.of("play", card="5O"), "wrong_phase"),
        (A, Command.of("discard", cards=["5O", "6O", "7O"]), "wrong_phase"),
        (A, Command.of("bid", tricks=3), "bad_command"),
        (A, Command.of(""), "bad_command"),
    ],
)
def test_a_refused_command_changes_nothing(seat: int, command: Command, code: str) -> None:
    assert refused(dealt(), seat, command).code == code
