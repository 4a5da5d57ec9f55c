"""Positions of Tarocchi for tests, written as hands; and matches with any order of bids."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from ludocards.catalogue.tarocchi.rules import GAME
from ludocards.catalogue.tarocchi.rules.bidding import Call, Contract
from ludocards.catalogue.tarocchi.rules.play import TIMEOUT
from ludocards.catalogue.tarocchi.rules.state import State
from ludocards.engine import shuffle
from ludocards.engine.game import CLOCK, Command, Json, Refused
from ludocards.engine.record import Action
from ludocards.engine.tricks import Presa, Trick
from tests.engine.matches import Played, seed_of
from tests.engine.written import Written

TAROCCHI = Written(GAME, preset="calatafimi")
cards, rules, step, done = TAROCCHI.cards, TAROCCHI.rules, TAROCCHI.stepped, TAROCCHI.done_by

PLAYED = Contract(True, "tengo", 0)

VADO = Command.of("call", call="vado")
TENGO = Command.of("call", call="tengo")


def offro(points: int) -> Command:
    return Command.of("call", call="offro", points=points)


def piglio(seat: int) -> Command:
    return Command.of("call", call="piglio", **{"from": seat})


def call(seat: int, word: str, number: int | None = None) -> Call:
    return Call(seat, word, number)


def play(card: str) -> Command:
    return Command.of("play", card=card)


def discard(text: str) -> Command:
    return Command.of("discard", cards=text.split())


# ---- positions


def new_match(dealer: int = 2, **options: Json) -> State:
    return TAROCCHI.new_match(3, dealer, **options)


def dealt(dealer: int = 2, seed: int | None = None, **options: Json) -> State:
    """Return the first bidding of a match; without a seed the pack is not shuffled."""
    state = new_match(dealer, **options)
    pack = GAME.pack(state)
    if seed is not None:
        pack = shuffle.shuffle(pack, seed_of(seed), "test", 0)
    return step(GAME.deal(state, GAME.hand_out(state, pack))).state


def position(
    hands: Sequence[str],
    on_table: str = "",
    leader: int = 0,
    opened: str = "",
    taken: Sequence[tuple[int, int, str]] = (),
    scarto: str = "",
    dealer: int = 2,
    **options: Json,
) -> State:
    """Return a deal in play: `taken` are tricks as (leader, winner, cards); `opened` suits were also led."""
    tricks = [Presa(Trick(first, cards(trick)), winner) for first, winner, trick in taken]
    tricks += [Presa(Trick(0, cards(f"10{suit}")), 0) for suit in opened]
    return State(
        rules=rules(**options),
        first_dealer=dealer,
        phase="play",
        deal=0,
        hands=tuple(cards(hand) for hand in hands),
        contract=PLAYED,
        scarto=cards(scarto),
        trick=Trick(leader, cards(on_table)),
        tricks=tuple(tricks),
    )


def to_play(hand: str, on_table: str = "", opened: str = "", **options: Json) -> State:
    """Return a position with seat 0 on turn, with this hand and this trick."""
    return position([hand, "", ""], on_table, -len(cards(on_table)) % 3, opened, **options)


def to_discard(hand: str, **options: Json) -> State:
    """Return a position in which seat 2, the dealer, has to lay three cards away."""
    return State(rules(**options), 2, "discard", 0, Trick(0), hands=((), (), cards(hand)), contract=PLAYED)


# ---- commands


def after(state: State, *actions: tuple[int, Command]) -> State:
    return done(state, *actions)[0]


def refused(state: State, seat: int, command: Command) -> Refused:
    before = GAME.dump(state)
    answer = TAROCCHI.refused(state, command, seat)
    assert GAME.dump(state) == before
    return answer


def legal_cards(state: State, seat: int = 0) -> set[Any]:
    return TAROCCHI.legal_cards(state, seat)


def words(state: State, seat: int) -> list[Command]:
    return [*GAME.legal(state, seat)]


# ---- whole matches

Chooser = Callable[[int, Sequence[Command]], Command]


def at_random(random: Random) -> Chooser:
    """Return a chooser of random commands with a preference for tengo, so that deals are played."""

    def choose(seat: int, legal: Sequence[Command]) -> Command:
        if TENGO in legal and random.random() < 0.3:
            return TENGO
        return random.choice(legal)

    return choose


def playing(seed: int, choose: Chooser | None = None, **options: Json) -> Iterator[Played]:
    """Play a match with words in any order, where some windows close in silence; yield it at every step."""
    random = Random(seed)
    choose = choose or at_random(random)
    played = Played(GAME, rules(**options), 3)
    played.state = GAME.start(played.rules, 3, shuffle.first_dealer(seed_of(seed), "test", 3))
    while not GAME.is_over(played.state):
        yield played
        number = GAME.awaits_deal(played.state)
        if number is not None:
            pack = shuffle.shuffle(GAME.pack(played.state), seed_of(seed + number), "test", number)
            deal = GAME.hand_out(played.state, pack)
            played.do(GAME.deal(played.state, deal))
            played.deals.append((deal, []))
            continue
        if played.state.phase == "bid" and random.random() < 0.1:
            played.do(GAME.apply(played.state, CLOCK, TIMEOUT))
            played.deals[-1][1].append(Action(None, TIMEOUT))
            continue
        seat = random.choice(GAME.to_act(played.state))
        command = choose(seat, GAME.legal(played.state, seat))
        played.do(GAME.apply(played.state, seat, command))
        played.deals[-1][1].append(Action(seat, command))
    yield played


def whole(seed: int, choose: Chooser | None = None, **options: Json) -> Played:
    *_, played = playing(seed, choose, **options)
    return played
