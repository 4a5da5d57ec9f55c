"""The clauses of Briscola (`rules/presets.py`), each with a hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ludocards.catalogue.briscola.rules import GAME, scoring, signals
from ludocards.catalogue.briscola.rules.presets import PRESETS
from ludocards.catalogue.briscola.rules.state import SheetLine
from ludocards.catalogue.briscola.values import ALL_POINTS, RANKING
from ludocards.engine.cards import ITALIAN40, codes
from ludocards.engine.game import Command, Deal, Json, Refused, Step
from tests.engine.briscola.table import (
    begun,
    cards,
    done,
    exchange,
    legal_cards,
    new_match,
    play,
    played,
    position,
    refusal,
    rules,
)
from tests.engine.matches import play as match

PACK = tuple(ITALIAN40.cards.values())
FOUR = ["AB 7B FB", "FC CD 3C", "4S 5S 6S", "RB RC RD"]


# ---- the deal


@pytest.mark.parametrize(("players", "sides"), [(2, (0, 1)), (3, (0, 1, 2)), (4, (0, 1, 0, 1))])
def test_two_three_or_four_in_pairs(players: int, sides: tuple[int, ...]) -> None:
    assert new_match(players).sides == sides
    assert isinstance(GAME.start(rules(), 5, 0), Refused)
    in_pairs = GAME.start(rules(preset="osteria"), players, 0)
    assert isinstance(in_pairs, Refused) == (players != 4)


def test_three_play_without_a_two() -> None:
    left_out = {card.code for card in PACK} - {card.code for card in GAME.pack(new_match(3))}
    assert left_out == {"2B"}
    assert len(GAME.pack(new_match(3, removed_card="2D"))) == 39
    assert len(GAME.pack(new_match(2))) == len(GAME.pack(new_match(4))) == 40
    assert sum(map(scoring.worth, GAME.pack(new_match(3)))) == ALL_POINTS


@pytest.mark.parametrize(("players", "stock"), [(2, 34), (3, 30), (4, 28)])
def test_three_cards_each(players: int, stock: int) -> None:
    state = new_match(players, dealer=players - 1)
    deal = GAME.hand_out(state, GAME.pack(state))
    assert [len(hand) for hand in deal.hands] == [3] * players
    assert len(deal.stock) == stock
    assert deal.hands[0] == GAME.pack(state)[: 3 * players : players], "one at a time, from the right"
    at_once = new_match(players, dealer=players - 1, deal_packet=3)
    assert GAME.hand_out(at_once, GAME.pack(at_once)).hands[0] == GAME.pack(state)[:3]


def test_the_turned_card_makes_trumps() -> None:
    state = new_match(2)
    deal = GAME.hand_out(state, PACK)
    assert deal.stock[-1] == PACK[6], "the seventh card is turned"
    step = GAME.deal(state, deal)
    assert isinstance(step, Step)
    assert step.state.trump == PACK[6].suit
    assert step.events[0].public["turned"] == PACK[6].code


@pytest.mark.parametrize(
    "deal",
    [
        Deal(0, (PACK[:3], PACK[3:6]), ()),
        Deal(0, (PACK[:3], PACK[3:7]), PACK[7:]),
        Deal(0, (PACK[:3], PACK[2:5]), PACK[6:]),
        Deal(0, (PACK[:3], PACK[3:6], PACK[6:9]), PACK[9:]),
    ],
    ids=["no stock", "four cards", "a card twice", "three hands"],
)
def test_wrong_cards_are_refused(deal: Deal) -> None:
    refused = GAME.deal(new_match(2), deal)
    assert isinstance(refused, Refused)
    assert refused.code == "wrong_cards"


def test_the_dealers_right_leads() -> None:
    assert begun(FOUR, dealer=2).turn == 3
    assert begun(FOUR[:2], dealer=1).turn == 0


# ---- tricks


def test_the_order_of_the_cards() -> None:
    assert all("".join(row) == "A3RCF76542" for row in RANKING.ranks.values())


def test_any_card_may_be_played() -> None:
    state = position(["RD", "AD AC 2B", "4S 5S 6S", "4B 5B 6B"], on_table="RD", stock="2S")
    state = replace(state, hands=((), *state.hands[1:]))
    assert legal_cards(state) == {"AD", "AC", "2B"}
    assert GAME.duty(state, state.turn) is None


@pytest.mark.parametrize(
    ("trick", "winner", "worth"),
    [
        ("7D AD", 1, 11),
        ("AD 2C", 1, 11),
        ("3B AS", 0, 21),
        ("4C 2C", 0, 0),
        ("RS 3S 2C 5C", 3, 14),
        ("AB 3D RS FC", 3, 27),
        ("2S 7S 3D AB", 1, 21),
        ("7B 3B RB AB", 3, 25),
        ("3C AC RC", 1, 25),
    ],
)
def test_who_takes_the_trick(trick: str, winner: int, worth: int) -> None:
    """Worked examples 1 and 2 of the dossier; coppe are trumps."""
    hands = trick.split()
    turned = "5C" if "5C" not in hands else "6C"
    state = played(position(hands, turned=turned, match_end={"deals": 1}), *hands)
    [presa] = state.tricks
    assert presa.winner == winner
    assert sum(map(scoring.worth, presa.trick.cards)) == worth
    [line] = state.sheet
    assert line.points[state.sides[winner]] == worth


def test_who_takes_leads() -> None:
    assert played(position(["7D 4S", "AD 5S"]), "7D", "AD").turn == 1


def test_the_winner_draws_first() -> None:
    state, events = done(position(["7D", "AD"], stock="4B 5B 6B 2C"), play("7D"), play("AD"))
    assert [codes(hand) for hand in state.hands] == [["5B"], ["4B"]]
    assert codes(state.stock) == ["6B", "2C"]
    drawn = [event.public for event in events if event.kind == "drawn"]
    assert drawn == [{"seat": 1, "count": 1, "stock": 3}, {"seat": 0, "count": 1, "stock": 2}]


def test_in_pairs_the_others_draw_to_the_right() -> None:
    state = position(["7D", "4S", "AD", "5S"], stock="4B 5B 6B 7B 3C 4C 5C 2C")
    state = played(state, "7D", "4S", "AD", "5S")
    assert [codes(hand) for hand in state.hands] == [["6B"], ["7B"], ["4B"], ["5B"]]


def test_a_drawn_card_is_hidden() -> None:
    _, events = done(position(["7D", "AD"], stock="4B 5B 6B 2C"), play("7D"), play("AD"))
    drawn = next(event for event in events if event.kind == "drawn")
    assert drawn.shown_to(1)["cards"] == ["4B"]
    assert "cards" not in drawn.shown_to(0)
    assert "cards" not in drawn.shown_to(None)


def test_the_turned_card_is_drawn_last() -> None:
    state = played(position(["7D 4S", "AD 5S"], stock="6B 2C"), "7D", "AD")
    assert codes(state.hands[0]) == ["4S", "2C"], "the loser of the trick draws last"
    assert (state.turned_to, state.stock, state.trump) == (0, (), "C")
    view = GAME.view(state, 1)
    assert (view["turned"], view["turned_to"], view["stock"]) == ("2C", 0, 0)


def test_the_hands_are_played_out() -> None:
    state = position(["7D 4S", "AD 5S"], stock="6B 2C", match_end={"deals": 1})
    state = played(state, "7D", "AD", "5S", "4S")
    assert [len(hand) for hand in state.hands] == [1, 1]
    state = played(state, "6B", "2C")
    assert (state.phase, len(state.tricks)) == ("over", 3)


@pytest.mark.parametrize(("players", "tricks"), [(2, 20), (3, 13), (4, 10)])
def test_the_number_of_tricks(players: int, tricks: int) -> None:
    state = match("briscola", players, seed=1, match_end={"games": 1}).state
    assert len(state.tricks) == tricks


# ---- points, games and the match


def test_the_worth_of_the_cards() -> None:
    worth = {card.code: scoring.worth(card) for card in PACK}
    assert [worth[rank + "B"] for rank in "A3RCF76542"] == [11, 10, 4, 3, 2, 0, 0, 0, 0, 0]
    assert sum(worth.values()) == ALL_POINTS == 120


def test_sixty_one_win() -> None:
    assert scoring.winner(rules(), (61, 59), last=1) == 0
    assert scoring.winner(rules(), (59, 61), last=0) == 1


def test_sixty_each_is_a_draw() -> None:
    """Worked example 3 of the dossier: the four aces and the four kings are 60."""
    assert sum(scoring.worth(card) for card in cards("AB AC AD AS RB RC RD RS")) == 60
    assert scoring.winner(rules(), (60, 60), last=1) is None


def test_the_last_trick_may_break_a_tie() -> None:
    kept = rules(tie="last_trick")
    assert scoring.winner(kept, (60, 60), last=1) == 1
    assert scoring.winner(kept, (50, 50, 20), last=1) == 1
    assert scoring.winner(kept, (50, 50, 20), last=2) is None


def test_three_players_need_the_most_points() -> None:
    assert scoring.winner(rules(), (55, 17, 48), last=2) == 0
    assert scoring.winner(rules(), (50, 50, 20), last=0) is None


def test_the_deal_goes_round() -> None:
    for players in (2, 3, 4):
        deals = match("briscola", players, seed=3, match_end={"deals": 5}).deals
        dealers = [deal.dealer for deal, _ in deals]
        assert dealers == [(dealers[0] + number) % players for number in range(5)]


@pytest.mark.parametrize(
    ("games", "won", "over"),
    [
        (2, [(1, 0)], False),
        (2, [(1, 0), (0, 0), (0, 1)], False),
        (2, [(1, 0), (0, 0), (0, 1), (1, 0)], True),
        (1, [(0, 0)], False),
        (1, [(0, 0), (0, 1)], True),
        (3, [(0, 1), (0, 1)], False),
    ],
)
def test_the_end_of_a_match(games: int, won: list[tuple[int, int]], over: bool) -> None:
    """Worked example 8 of the dossier: 1-0, a draw, 1-1, 2-1."""
    totals = [sum(column) for column in zip(*won, strict=True)]
    end = rules(match_end={"games": games}).match_end
    assert end.is_reached(len(won), totals) == over


def test_points_add_up_in_deals() -> None:
    state = match("briscola", 2, seed=4, match_end={"deals": 3}).state
    assert all(line.scores == line.points for line in state.sheet)
    assert [sum(line.points) for line in state.sheet] == [120] * 3
    won = match("briscola", 2, seed=4).state.sheet
    assert all(sum(line.scores) <= 1 for line in won)
    assert GAME.deal_bounds(rules(), 2) == (0, 1)
    assert GAME.deal_bounds(rules(match_end={"deals": 2}), 2) == (0, 120)


def test_a_match_goes_on_from_its_sheet() -> None:
    lines = [SheetLine((70, 50), (1, 0)).as_json(), SheetLine((60, 60), (0, 0)).as_json()]
    state = GAME.resume(rules(), 2, 1, lines)
    assert state is not None
    assert (state.deal, state.dealer, state.turn) == (2, 1, 0)


# ---- the exchange


@pytest.mark.parametrize(
    ("way", "card", "turned", "code"),
    [
        ("two", "2C", "AC", None),
        ("two", "7C", "AC", "wrong_exchange"),
        ("two", "2D", "AC", "wrong_exchange"),
        ("seven", "7C", "4C", None),
        ("seven", "2C", "AC", "wrong_exchange"),
        ("seven_two", "7C", "AC", None),
        ("seven_two", "7C", "4C", "wrong_exchange"),
        ("seven_two", "2C", "7C", None),
        ("seven_two", "2C", "AC", "wrong_exchange"),
        ("none", "2C", "AC", "no_exchange"),
    ],
)
def test_the_exchange(way: str, card: str, turned: str, code: str | None) -> None:
    """Worked example 7 of the dossier."""
    state = begun([f"{card} 5B 6B", "4S 5S 6S"], turned=turned, dealer=1, exchange=way)
    if code is not None:
        assert refusal(state, exchange(card)) == code
        assert exchange(card) not in GAME.legal(state, 0)
        return
    assert exchange(card) in GAME.legal(state, 0)
    after, [event] = done(state, exchange(card))
    assert event.shown_to(None) == {"kind": "exchanged", "seat": 0, "card": card, "taken": turned}
    assert codes(after.hands[0]) == ["5B", "6B", turned]
    assert (after.stock[-1].code, len(after.stock)) == (card, 34)
    assert after.turn == 0, "an exchange does not end the turn"
    assert GAME.view(after, 1)["turned"] == card


def test_one_exchange_may_follow_another() -> None:
    state = begun(["7C 5B 6B", "2C 5S 6S"], turned="AC", dealer=1, exchange="seven_two")
    state, _ = done(state, exchange("7C"), play("5B"), exchange("2C"))
    assert codes(state.hands[1]) == ["5S", "6S", "7C"]
    assert GAME.view(state, 0)["turned"] == "2C"


def test_the_time_of_the_exchange() -> None:
    hands = ["2C 5B 6B", "4S 5S 6S"]
    for until, code in (("first_trick", "exchange_too_late"), ("stock", None)):
        state = begun(hands, turned="AC", dealer=1, exchange="two", exchange_until=until)
        state = played(state, "6B", "4S")
        assert (exchange("2C") in GAME.legal(state, 0)) == (code is None)
        if code:
            assert refusal(state, exchange("2C")) == code
    empty = position(["2C 5B", "4S 5S"], turned="AC", exchange="two", exchange_until="stock")
    assert refusal(empty, exchange("2C")) == "exchange_too_late"


def test_the_exchange_may_need_a_trick() -> None:
    options: dict[str, Json] = {"exchange": "two", "exchange_until": "stock", "exchange_after_win": True}
    state = begun(["2C 5B 6B", "4S 5S 6S"], turned="AC", dealer=1, **options)
    assert refusal(state, exchange("2C")) == "exchange_too_early"
    assert exchange("2C") in GAME.legal(played(state, "6B", "4S"), 0)


# ---- partners


def test_partners_show_their_last_cards() -> None:
    hands = ["7D 4S 4B", "4C 5S 5B", "AD 6S 6B", "5D 7S 7B"]
    state = position(hands, stock="4D 6D 7C 2C", partner_cards="last_three")
    assert "partner_hand" not in GAME.view(state, 0)
    after, events = done(state, *map(play, ("7D", "4C", "AD", "5D")))
    view = GAME.view(after, 0)
    assert view["partner_hand"] == codes(after.hands[2])
    assert "partner_hand" not in GAME.view(after, None)
    shown = next(event for event in events if event.kind == "partners_shown")
    assert shown.shown_to(0) == {"kind": "partners_shown", "cards": codes(after.hands[2])}
    assert shown.shown_to(None) == {"kind": "partners_shown"}
    never, events = done(position(hands, stock="4D 6D 7C 2C"), *map(play, ("7D", "4C", "AD", "5D")))
    assert "partner_hand" not in GAME.view(never, 0)
    assert "partners_shown" not in {event.kind for event in events}


TAKEN = [(0, "4D 5D 6D 7D")]
SEGNI: dict[str, Json] = {"signals": "segni", "requests": True}


def test_a_sign_goes_with_a_card() -> None:
    state = position(FOUR, stock="7S 7D 4C 2C", taken=TAKEN, **SEGNI)
    assert GAME.view(state, 0)["signals"]["AB"] == [*signals.CODES]
    assert "signals" not in GAME.view(state, 1)
    after, [event] = done(state, play("AB", "carico"))
    assert event.shown_to(None) == {"kind": "played", "seat": 0, "card": "AB", "signal": "carico"}
    assert GAME.view(after, 3)["signalled"] == [{"seat": 0, "trick": 1, "card": "AB", "signal": "carico"}]


def test_no_sign_in_the_first_trick() -> None:
    state = begun(FOUR, dealer=3, **SEGNI)
    assert "signals" not in GAME.view(state, 0)
    assert refusal(state, play("AB", "asso")) == "signal_too_early"
    last = position(["AB", "FC", "4S", "RB"], taken=TAKEN, **SEGNI)
    assert refusal(last, play("AB", "asso")) == "signal_too_late"


def test_a_sign_may_be_false() -> None:
    state = position(FOUR, stock="7S 7D 4C 2C", taken=TAKEN, **SEGNI)
    assert "AC" not in codes(state.hands[0])
    assert done(state, play("AB", "asso"))[0].signalled[0].signal == "asso"


def test_a_sign_may_be_for_the_partner_alone() -> None:
    state = position(FOUR, stock="7S 7D 4C 2C", taken=TAKEN, signals_seen="partner", **SEGNI)
    after, [event] = done(state, play("AB", "tre"))
    seen = {seat: "signal" in event.shown_to(seat) for seat in (0, 1, 2, 3, None)}
    assert seen == {0: True, 1: False, 2: True, 3: False, None: False}
    assert [bool(GAME.view(after, seat)["signalled"]) for seat in (0, 1, 2, 3, None)] == [*seen.values()]


def test_only_a_partner_to_come_is_asked() -> None:
    state = position(FOUR, stock="7S 7D 4C 2C", taken=TAKEN, **SEGNI)
    assert "voglio_carico" in GAME.view(state, 0)["signals"]["AB"]
    third = played(state, "AB", "FC")
    assert "voglio_carico" not in GAME.view(third, 2)["signals"]["4S"]
    assert refusal(third, play("4S", "voglio_carico")) == "partner_has_played"


@pytest.mark.parametrize(
    ("options", "code"),
    [({}, "no_signals"), ({"requests": True}, "no_such_signal"), ({"signals": "segni"}, None)],
)
def test_a_table_may_play_without_signs(options: dict[str, Json], code: str | None) -> None:
    state = position(FOUR, stock="7S 7D 4C 2C", taken=TAKEN, **options)
    if code:
        assert refusal(state, play("AB", "asso")) == code
    else:
        assert done(state, play("AB", "asso"))[0].signalled
    two = position(FOUR[:2], stock="7S 2C", taken=[(0, "4D 5D")], **SEGNI)
    assert "signals" not in GAME.view(two, 0)
    assert refusal(two, play("AB", "asso")) == "no_signals"


# ---- commands, presets, the clock


@pytest.mark.parametrize(
    "command",
    [
        Command.of("play"),
        Command.of("play", card="XX"),
        Command.of("play", card="AB", signal="boh"),
        Command.of("exchange", card="AB", signal="asso"),
        Command.of("draw", card="AB"),
        Command.of("name", suit="C"),
    ],
)
def test_malformed_commands_are_refused(command: Command) -> None:
    assert refusal(begun(FOUR), command) == "bad_command"


def test_commands_at_the_wrong_time_are_refused() -> None:
    state = begun(FOUR, dealer=3)
    assert refusal(state, play("FC")) == "not_in_hand"
    assert refusal(state, exchange("2C")) == "not_in_hand"
    off_turn = GAME.apply(state, 1, play("FC"))
    assert isinstance(off_turn, Refused)
    assert off_turn.code == "not_your_turn"
    over = match("briscola", 2, seed=1).state
    refused = GAME.apply(over, 0, play("AB"))
    assert isinstance(refused, Refused)
    assert refused.code == "match_over"


def test_presets_are_the_dossiers() -> None:
    assert [*PRESETS] == ["classico", "osteria", "torneo"]
    osteria = PRESETS["osteria"]
    assert (osteria.signals, osteria.signals_seen, osteria.requests) == ("segni", "partner", True)
    assert osteria.partner_cards == "last_three"
    assert {preset.exchange for preset in PRESETS.values()} == {"none"}
    assert GAME.length(rules(**GAME.lasting(6)), 2) == 6


def test_the_clock_plays_a_card_that_is_worth_least() -> None:
    state = begun(["2C 4D AB", "FC CD 3C"], turned="5C", dealer=1)
    assert GAME.on_timeout(state) == (0, play("4D"))
    trumps = position(["2C AC", "FB CB"], turned="5C")
    assert GAME.on_timeout(trumps) == (0, play("2C"))
