"""Tre prese: three cards each, three tricks, who takes most wins. The smallest game that a table can play.

The clauses of the game; the tests are in `tests/engine/test_treprese.py`.

| clause | function | test |
|---|---|---|
| two play, each alone | `rules.TrePrese.start` | `test_two_play_against_each_other` |
| of 40 cards each gets three, one at a time | `match.packets` | `test_three_cards_are_dealt_one_at_a_time` |
| the other player than the dealer leads | `rules._between_deals` | `test_the_nondealer_leads` |
| the suit led must be followed | `tricks.must_follow` | `test_must_follow_suit` |
| a player without the suit plays any card | `tricks.must_follow` | `test_a_void_hand_plays_any_card` |
| the highest of the suit led takes (3, 2, A … 4) | `tricks.winning_position` | `test_the_taker_of_a_trick` |
| the winner of a trick leads the next | `match.take` | `test_the_taker_leads_the_next_trick` |
| every trick is a point | `rules.Line` | `test_every_trick_counts_one_point` |
| they deal in turn | `rules.State.dealer` | `test_the_players_deal_in_turn` |
| after the last deal the most points win | `sheet.places_by_side` | `test_most_points_win_the_match` |
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ludocards.engine import match, options, wire
from ludocards.engine.cards import ITALIAN40, Card, Ranking
from ludocards.engine.game import Command, Deal, Event, Game, Json, Refused, Step, Viewer, plain
from ludocards.engine.tricks import Hands, Presa, Trick, must_follow, put_down

PLAYERS = 2
CARDS = 3
RANKING = Ranking.of(ITALIAN40, dict.fromkeys("BCDS", "3 2 A R C F 7 6 5 4"))


@dataclass(frozen=True, slots=True)
class Rules:
    preset: str
    deals: int


PRESETS: Mapping[str, Rules] = {"classico": Rules("classico", deals=5)}
OPTIONS = (options.option_of_choices("deals", 5, 3, 9),)  # odd, so that somebody wins


@dataclass(frozen=True, slots=True)
class Line:
    """The result of a deal: the tricks of each seat, a point each."""

    scores: tuple[int, ...]

    def as_json(self) -> dict[str, Json]:
        return {"points": plain(self.scores), "scores": plain(self.scores)}


@dataclass(frozen=True, slots=True)
class State:
    rules: Rules
    first_dealer: int
    phase: str
    """`deal`, `play` or `over`."""
    deal: int
    """The deal in play; in phase `deal` the one to be dealt, in phase `over` the last."""
    hands: Hands
    trick: Trick
    tricks: tuple[Presa, ...] = ()
    sheet: tuple[Line, ...] = ()

    @property
    def sides(self) -> tuple[int, ...]:
        return tuple(range(PLAYERS))

    @property
    def dealer(self) -> int:
        return (self.first_dealer + self.deal) % PLAYERS

    @property
    def turn(self) -> int:
        return self.trick.seat(len(self.trick.cards), PLAYERS)

    @property
    def playable(self) -> tuple[Card, ...]:
        return must_follow(self.hands[self.turn], self.trick)


WIRE = wire.Wire(
    sheet=wire.record_schema(
        {"points": wire.array_schema(wire.COUNT), "scores": wire.array_schema(wire.COUNT)}
    ),
    commands={"play": wire.record_schema({"card": wire.card_schema(ITALIAN40)})},
    duties={"must_follow_suit": wire.record_schema({"suit": wire.values_schema(*ITALIAN40.suits)})},
)


class TrePrese(Game[Rules, State]):
    name = "treprese"
    deck = ITALIAN40
    players = (PLAYERS,)
    presets = PRESETS
    options = OPTIONS
    wire = WIRE

    def rules_from(self, data: Json) -> Rules | Refused:
        return options.read_rules(self.name, PRESETS, OPTIONS, data)

    def deal_bounds(self, rules: Rules, players: int) -> tuple[int, int]:
        return 0, CARDS

    # ---- dealing

    def start(self, rules: Rules, players: int, dealer: int) -> State | Refused:
        return match.wrong_start(self.name, self.players, players, dealer) or _between_deals(rules, dealer)

    def hand_out(self, state: State, cards: tuple[Card, ...]) -> Deal:
        return Deal(state.dealer, match.packets(cards[: PLAYERS * CARDS], PLAYERS, state.dealer, size=1))

    def deal(self, state: State, deal: Deal) -> Step[State] | Refused:
        if wrong := match.not_to_deal(state, deal.dealer):
            return wrong
        held = {card.code for hand in deal.hands for card in hand} & {*ITALIAN40.cards}
        sizes = [len(hand) for hand in deal.hands]
        if deal.stock or sizes != [CARDS] * PLAYERS or len(held) != PLAYERS * CARDS:
            return Refused("wrong_cards", f"{PLAYERS} hands of {CARDS} cards of the pack are dealt, no more")
        dealt = replace(state, phase="play", hands=deal.hands)
        return Step(dealt, (match.dealt(dealt, deal),))

    # ---- playing

    def to_act(self, state: State) -> tuple[int, ...]:
        return (state.turn,) if state.phase == "play" else ()

    def legal(self, state: State, seat: int) -> tuple[Command, ...]:
        return tuple(map(match.play, state.playable)) if seat in self.to_act(state) else ()

    def apply(self, state: State, seat: int, command: Command) -> Step[State] | Refused:
        card = match.card_played(self, state, seat, command)
        if isinstance(card, Refused):
            return card
        refused = None if card in state.playable else self.duty(state, seat)
        return refused or _play(state, card)

    def duty(self, state: State, seat: int) -> Refused | None:
        return match.duty(ITALIAN40, state.hands[seat], state.trick) if seat in self.to_act(state) else None

    def on_timeout(self, state: State) -> tuple[int, Command]:
        return state.turn, match.play(min(state.playable, key=RANKING.strength))

    # ---- what may be known

    def view(self, state: State, viewer: Viewer) -> dict[str, Json]:
        return match.view(self, state, viewer)

    # ---- storage

    def load(self, data: Mapping[str, Json]) -> State:
        sheet = tuple(Line(tuple(line["scores"])) for line in data["sheet"])
        return State(**match.load(data, ITALIAN40, self.rules_from), sheet=sheet)


def _between_deals(rules: Rules, first_dealer: int, deal: int = 0, sheet: tuple[Line, ...] = ()) -> State:
    leader = (first_dealer + deal + 1) % PLAYERS
    return State(rules, first_dealer, "deal", deal, ((),) * PLAYERS, Trick(leader), sheet=sheet)


def _play(state: State, card: Card) -> Step[State]:
    seat = state.turn
    played = replace(state, hands=put_down(state.hands, seat, card), trick=state.trick.with_card(card))
    step = Step(played, (Event("played", {"seat": seat, "card": card.code}),))
    return step if len(played.trick.cards) < PLAYERS else _take(step)


def _take(step: Step[State]) -> Step[State]:
    taken, event = match.take(step.state, RANKING)
    after = Step(taken, (*step.events, event))
    return after if any(taken.hands) else _score(after)


def _score(step: Step[State]) -> Step[State]:
    scored = match.score(step, Line(match.taken(step.state)))
    state = scored.state
    if len(state.sheet) == state.rules.deals:
        return match.finish(scored, TrePrese)
    return Step(_between_deals(state.rules, state.first_dealer, state.deal + 1, state.sheet), scored.events)


GAME = TrePrese()
