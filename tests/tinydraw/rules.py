"""Pescapari, a game without tricks: play a card, capture cards from the table, draw another.

The clauses of the game; the tests are in `tests/engine/test_pescapari.py`.

| clause | function | test |
|---|---|---|
| two play, each alone | `rules.Pescapari.start` | `test_two_players_have_forty_cards` |
| three cards each, four on the table | `rules.Pescapari.hand_out` | `test_three_each_and_four_on_the_table` |
| the others are the stock | `rules.Pescapari.hand_out` | `test_three_each_and_four_on_the_table` |
| the other player than the dealer begins | `rules.State.turn` | `test_the_nondealer_begins` |
| any card of the hand may be played | `rules.Pescapari.legal` | `test_any_card_may_be_played` |
| it takes a card of its rank | `rules.takings` | `test_a_card_takes_one_of_its_rank` |
| without one, cards that add up to it | `rules.takings` | `test_without_its_rank_a_card_takes_a_sum` |
| its player chooses among several captures | `rules.Pescapari.apply` | `test_players_choose_the_capture` |
| with nothing to take it stays on the table | `rules._play` | `test_a_card_with_nothing_to_take_stays` |
| then a card is drawn from the stock | `match.draw` | `test_a_card_is_drawn_after_each_play` |
| by threes, three more each for empty hands | `match.deal_more` | `test_empty_hands_get_three_more_cards` |
| nobody else sees what was drawn | `match.draw` | `test_a_drawn_card_is_hidden_from_the_others` |
| the stock empty, the hands are played out | `rules._play` | `test_play_goes_on_until_the_hands_are_empty` |
| the last to capture gets what is left | `rules._close` | `test_the_last_to_capture_gets_the_rest` |
| every card taken is a point | `rules.Line` | `test_every_card_is_a_point` |
| they deal in turn | `rules.State.dealer` | `test_the_players_deal_in_turn` |
| after the last deal the most points win | `sheet.places_by_side` | `test_most_points_win` |
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from ludocards.engine import match, options, wire
from ludocards.engine.cards import ITALIAN40, Card, codes
from ludocards.engine.commands import without_order
from ludocards.engine.game import Command, Deal, Event, Game, Json, Refused, Step, Viewer
from ludocards.engine.scorepad import DealOutcome, PadRow, ScorepadForm
from ludocards.engine.tricks import Hands, put_down
from tests.tinygame.rules import Line

PLAYERS = 2
CARDS = 3
OPEN = 4
"""The cards that lie on the table at the beginning."""
NUMBERS = dict(zip("A234567FCR", range(1, 11), strict=True))


@dataclass(frozen=True, slots=True)
class Rules:
    preset: str
    deals: int
    by_threes: bool
    """True if three cards each are dealt when the hands are empty; else a card is drawn after each play."""


PRESETS: Mapping[str, Rules] = {
    "classico": Rules("classico", deals=2, by_threes=False),
    "terne": Rules("terne", deals=2, by_threes=True),
}
OPTIONS = (options.option_of_choices("deals", 2, 1, 4), options.option_of_choices("byThrees", False, True))


@dataclass(frozen=True, slots=True)
class State:
    rules: Rules
    first_dealer: int
    phase: str
    """`deal`, `play` or `over`."""
    deal: int
    hands: Hands
    played: int = 0
    """The cards that were played in this deal."""
    table: tuple[Card, ...] = ()
    stock: tuple[Card, ...] = ()
    taken: tuple[int, ...] = (0,) * PLAYERS
    """The cards that each seat has taken."""
    last: int | None = None
    """The seat that took last."""
    captured: tuple[Card, ...] = ()
    """The cards that it took."""
    sheet: tuple[Line, ...] = ()

    @property
    def sides(self) -> tuple[int, ...]:
        return tuple(range(PLAYERS))

    @property
    def dealer(self) -> int:
        return (self.first_dealer + self.deal) % PLAYERS

    @property
    def turn(self) -> int:
        return (self.dealer + 1 + self.played) % PLAYERS


CARD_LIST = wire.array_schema(wire.card_schema(ITALIAN40))
WIRE = wire.Wire(
    sheet=wire.record_schema(
        {"points": wire.array_schema(wire.COUNT), "scores": wire.array_schema(wire.COUNT)}
    ),
    commands={"play": wire.record_schema({"card": wire.card_schema(ITALIAN40)}, {"take": CARD_LIST})},
    has_tricks=False,
    view={
        "table": CARD_LIST,
        "stock": wire.COUNT,
        "by_threes": {"type": "boolean"},
        "taken": wire.array_schema(wire.COUNT),
        "captured": wire.nullable_schema(wire.record_schema({"winner": wire.SEAT, "cards": CARD_LIST})),
    },
    events={"captured": wire.captured_schema(ITALIAN40), "drawn": wire.drawn_schema(ITALIAN40)},
    adds={"dealt": ({"stock": wire.COUNT}, {"table": CARD_LIST, "more": wire.MORE})},
)


class Pescapari(Game[Rules, State]):
    name = "pescapari"
    deck = ITALIAN40
    players = (PLAYERS,)
    presets = PRESETS
    options = OPTIONS
    wire = WIRE

    def rules_from(self, data: Json) -> Rules | Refused:
        return options.read_rules(self.name, PRESETS, OPTIONS, data)

    def deal_bounds(self, rules: Rules, players: int) -> tuple[int, int]:
        return 0, len(ITALIAN40.cards)

    def scorepad(self, rules: Rules, players: int) -> ScorepadForm:
        rows = (PadRow("points", (len(ITALIAN40.cards),), total=(len(ITALIAN40.cards),), never=(1, 39)),)
        return ScorepadForm(
            rules, (DealOutcome("played", rows, lambda deals, points: points),), deals=rules.deals
        )

    def resume(
        self, rules: Rules, players: int, dealer: int, scored: Sequence[Mapping[str, Json]]
    ) -> State | None:
        sheet = tuple(Line(tuple(line["scores"])) for line in scored)
        resumed = _between_deals(rules, dealer, len(sheet), sheet)
        return match.resumed(resumed, lambda state: len(state.sheet) == state.rules.deals)

    # ---- dealing

    def start(self, rules: Rules, players: int, dealer: int) -> State | Refused:
        return match.wrong_start(self.name, self.players, players, dealer) or _between_deals(rules, dealer)

    def hand_out(self, state: State, cards: tuple[Card, ...]) -> Deal:
        """Return three cards for each player; the cards for the table stay at the front of the stock."""
        dealt = PLAYERS * CARDS
        return Deal(state.dealer, match.packets(cards[:dealt], PLAYERS, state.dealer, size=1), cards[dealt:])

    def deal(self, state: State, deal: Deal) -> Step[State] | Refused:
        if wrong := match.not_to_deal(state, deal.dealer):
            return wrong
        sizes = [len(hand) for hand in deal.hands]
        pack = {card.code for cards in (*deal.hands, deal.stock) for card in cards}
        if sizes != [CARDS] * PLAYERS or pack != {*ITALIAN40.cards}:
            return Refused("wrong_cards", f"{PLAYERS} hands of {CARDS} are dealt, and the rest of the pack")
        table, stock = deal.stock[:OPEN], deal.stock[OPEN:]
        dealt = replace(state, phase="play", hands=deal.hands, table=table, stock=stock)
        return Step(dealt, (match.dealt(dealt, deal, table=codes(table), stock=len(stock)),))

    # ---- playing

    def to_act(self, state: State) -> tuple[int, ...]:
        return (state.turn,) if state.phase == "play" else ()

    def legal(self, state: State, seat: int) -> tuple[Command, ...]:
        hand = state.hands[seat] if seat in self.to_act(state) else ()
        return tuple(way for card in hand for way in _ways(card, state.table))

    def possible(self, rules: Rules, players: int) -> Iterator[Command]:
        return chain.from_iterable(map(_plays, ITALIAN40.cards.values()))

    def apply(self, state: State, seat: int, command: Command) -> Step[State] | Refused:
        without = Command(command.do, tuple(field for field in command.fields if field[0] != "take"))
        card = match.card_played(self, state, seat, without)
        if isinstance(card, Refused):
            return card
        if without_order(command) not in map(without_order, _ways(card, state.table)):
            return Refused("wrong_taking", f"say what {card} takes: of its rank, else what adds up to it")
        return _play(state, card, ITALIAN40.of(command.get("take") or ()))

    def on_timeout(self, state: State) -> tuple[int, Command]:
        return state.turn, self.legal(state, state.turn)[0]

    # ---- what may be known

    def view(self, state: State, viewer: Viewer) -> dict[str, Json]:
        return {
            **match.view(self, state, viewer),
            "table": codes(state.table),
            "stock": len(state.stock),
            "by_threes": state.rules.by_threes,
            "taken": list(state.taken),
            "captured": {"winner": state.last, "cards": codes(state.captured)} if state.captured else None,
        }

    # ---- storage

    def load(self, data: Mapping[str, Json]) -> State:
        return State(
            **match.load(data, ITALIAN40, self.rules_from),
            played=data["played"],
            table=ITALIAN40.of(data["table"]),
            stock=ITALIAN40.of(data["stock"]),
            taken=tuple(data["taken"]),
            last=data["last"],
            captured=ITALIAN40.of(data["captured"]),
            sheet=tuple(Line(tuple(line["scores"])) for line in data["sheet"]),
        )


def _between_deals(rules: Rules, first_dealer: int, deal: int = 0, sheet: tuple[Line, ...] = ()) -> State:
    return State(rules, first_dealer, "deal", deal, ((),) * PLAYERS, sheet=sheet)


def takings(card: Card, table: tuple[Card, ...]) -> list[tuple[Card, ...]]:
    """Return what a card may take: one of its rank, or else any cards that add up to it."""
    likes: list[tuple[Card, ...]] = [(other,) for other in table if other.rank == card.rank]
    return likes or sorted(_sums(NUMBERS[card.rank], table), key=len)


def _sums(number: int, table: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    for place, card in enumerate(table):
        left = number - NUMBERS[card.rank]
        if left == 0:
            yield (card,)
        elif left > 0:
            yield from ((card, *others) for others in _sums(left, table[place + 1 :]))


def _ways(card: Card, table: tuple[Card, ...]) -> list[Command]:
    found = takings(card, table)
    return [Command.of("play", card=card.code, take=codes(each)) for each in found] or [match.play(card)]


def _plays(card: Card) -> Iterator[Command]:
    """Yield every play of a card, whatever might lie on the table."""
    yield match.play(card)
    others = tuple(other for other in ITALIAN40.cards.values() if other != card)
    likes = tuple(other for other in others if other.rank == card.rank)
    for table in (likes, tuple(other for other in others if other not in likes)):
        yield from (way for way in _ways(card, table) if way.get("take"))


def _play(state: State, card: Card, taken: tuple[Card, ...]) -> Step[State]:
    seat = state.turn
    laid = replace(
        state,
        hands=put_down(state.hands, seat, card),
        played=state.played + 1,
        table=(*state.table, card),
    )
    step = Step(laid, (Event("played", {"seat": seat, "card": card.code}),))
    if taken:
        step = _capture(step, seat, (*taken, card))
    step = _refill(step, seat)
    return step if any(step.state.hands) else _close(step)


def _refill(step: Step[State], seat: int) -> Step[State]:
    state = step.state
    if state.stock and not state.rules.by_threes:
        more = match.draw(state, seat, state.stock[:1], state.stock[1:])
    elif state.stock and not any(state.hands):
        given = PLAYERS * CARDS
        more = match.deal_more(state, state.stock[:given], state.stock[given:])
    else:
        return step
    return Step(more.state, (*step.events, *more.events))


def _capture(step: Step[State], seat: int, cards: tuple[Card, ...]) -> Step[State]:
    """Move the cards from the table to the seat's pile."""
    state = step.state
    taken = tuple(count + len(cards) * (seat == its) for its, count in enumerate(state.taken))
    table = tuple(card for card in state.table if card not in cards)
    event = Event("captured", {"seat": seat, "side": seat, "cards": codes(cards)})
    after = replace(state, table=table, taken=taken, last=seat, captured=cards)
    return Step(after, (*step.events, event))


def _close(step: Step[State]) -> Step[State]:
    state = step.state
    if state.table and state.last is not None:
        step = _capture(step, state.last, state.table)
    scored = match.score(step, Line(step.state.taken))
    state = scored.state
    if len(state.sheet) == state.rules.deals:
        return match.finish(scored, Pescapari)
    return Step(_between_deals(state.rules, state.first_dealer, state.deal + 1, state.sheet), scored.events)


GAME = Pescapari()
