"""Terzetto, for three: one calls a card, whose holder is their partner against the third in this deal.

The clauses of the game; the tests are in `tests/engine/test_terzetto.py`.

| clause | function | test |
|---|---|---|
| three play, each with a score of their own | `rules.Terzetto.start` | `test_each_of_three_scores_alone` |
| of threes, twos and aces each gets four | `rules.Terzetto.hand_out` | `test_each_gets_four_of_twelve` |
| the player after the dealer calls a card they lack | `rules._calls` | `test_the_calls_and_their_order` |
| its holder is their partner in this deal | `rules.Terzetto.teams` | `test_the_holder_becomes_the_partner` |
| the caller learns it when it is played | `rules.Terzetto.teams` | `test_the_card_reveals_the_partner` |
| suit must be followed, the highest takes, and leads | `match.take` | `test_the_highest_takes` |
| with three tricks the two have a point each | `rules._line` | `test_caller_and_partner_need_three_tricks` |
| otherwise the third has two points | `rules._line` | `test_caller_and_partner_need_three_tricks` |
| the sheet says who played with whom | `rules._line` | `test_the_sheet_has_the_teams_of_each_deal` |
| they deal in turn | `rules.State.dealer` | `test_the_players_deal_in_turn` |
| after the last deal the most points win | `sheet.places_by_side` | `test_most_points_win_the_match` |
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ludocards.engine import match, options, wire
from ludocards.engine.cards import ITALIAN40, Card
from ludocards.engine.game import Command, Deal, Event, Game, Json, Refused, Step, Viewer, plain
from ludocards.engine.tricks import Hands, Presa, Trick, must_follow, put_down
from tests.tinygame.rules import RANKING, Rules

PLAYERS = 3
CARDS = 4
PACK = tuple(card for card in ITALIAN40.cards.values() if card.rank in "32A")
NEEDED = 3
"""The tricks with which the two win."""

PRESETS: Mapping[str, Rules] = {"classico": Rules("classico", deals=3)}
OPTIONS = (options.option_of_choices("deals", 3, 6),)


@dataclass(frozen=True, slots=True)
class Line:
    """The points of a deal and its teams."""

    scores: tuple[int, ...]
    teams: tuple[int, ...]

    def as_json(self) -> dict[str, Json]:
        return {"points": plain(self.scores), "scores": plain(self.scores), "teams": plain(self.teams)}


@dataclass(frozen=True, slots=True)
class State:
    rules: Rules
    first_dealer: int
    phase: str
    """`deal`, `call`, `play` or `over`."""
    deal: int
    hands: Hands
    trick: Trick
    tricks: tuple[Presa, ...] = ()
    called: Card | None = None
    partner: int | None = None
    """The seat that was dealt the card called."""
    sheet: tuple[Line, ...] = ()

    @property
    def sides(self) -> tuple[int, ...]:
        return tuple(range(PLAYERS))

    @property
    def dealer(self) -> int:
        return (self.first_dealer + self.deal) % PLAYERS

    @property
    def caller(self) -> int:
        return (self.dealer + 1) % PLAYERS

    @property
    def turn(self) -> int:
        return self.trick.seat(len(self.trick.cards), PLAYERS)

    @property
    def playable(self) -> tuple[Card, ...]:
        return must_follow(self.hands[self.turn], self.trick)

    @property
    def is_shown(self) -> bool:
        """Return whether the card called has been played."""
        lie = (*self.trick.cards, *(card for presa in self.tricks for card in presa.trick.cards))
        return self.called in lie


CARD = wire.card_schema(ITALIAN40)
WIRE = wire.Wire(
    sheet=wire.record_schema(
        {"points": wire.array_schema(wire.COUNT), "scores": wire.array_schema(wire.COUNT)}
    ),
    commands={"call": wire.record_schema({"card": CARD}), "play": wire.record_schema({"card": CARD})},
    has_teams=True,
    view={"called": wire.nullable_schema(CARD)},
    named=("called",),
    events={"called": wire.record_schema({"seat": wire.SEAT, "card": CARD})},
    duties={"must_follow_suit": wire.record_schema({"suit": wire.values_schema(*ITALIAN40.suits)})},
)


class Terzetto(Game[Rules, State]):
    name = "terzetto"
    deck = ITALIAN40
    players = (PLAYERS,)
    presets = PRESETS
    options = OPTIONS
    wire = WIRE

    def rules_from(self, data: Json) -> Rules | Refused:
        return options.read_rules(self.name, PRESETS, OPTIONS, data)

    def deal_bounds(self, rules: Rules, players: int) -> tuple[int, int]:
        return 0, 2

    # ---- dealing

    def start(self, rules: Rules, players: int, dealer: int) -> State | Refused:
        return match.wrong_start(self.name, self.players, players, dealer) or _between_deals(rules, dealer)

    def pack(self, state: State) -> tuple[Card, ...]:
        return PACK

    def hand_out(self, state: State, cards: tuple[Card, ...]) -> Deal:
        return Deal(state.dealer, match.packets(cards, PLAYERS, state.dealer, size=1))

    def deal(self, state: State, deal: Deal) -> Step[State] | Refused:
        if wrong := match.not_to_deal(state, deal.dealer):
            return wrong
        sizes = [len(hand) for hand in deal.hands]
        held = {card for hand in deal.hands for card in hand}
        if deal.stock or sizes != [CARDS] * PLAYERS or held != {*PACK}:
            return Refused("wrong_cards", f"{PLAYERS} hands of {CARDS} threes, twos and aces are dealt")
        dealt = replace(state, phase="call", hands=deal.hands)
        return Step(dealt, (match.dealt(dealt, deal),))

    # ---- playing

    def to_act(self, state: State) -> tuple[int, ...]:
        return (state.turn,) if state.phase in ("call", "play") else ()

    def legal(self, state: State, seat: int) -> tuple[Command, ...]:
        if seat not in self.to_act(state):
            return ()
        return _calls(state) if state.phase == "call" else tuple(map(match.play, state.playable))

    def apply(self, state: State, seat: int, command: Command) -> Step[State] | Refused:
        if command.do == "call" and state.phase != "over":
            return _call(state, seat, command)
        card = match.card_played(self, state, seat, command)
        if isinstance(card, Refused):
            return card
        if state.phase == "call":
            return Refused("call_first", "a card is called before the first is played")
        refused = None if card in state.playable else self.duty(state, seat)
        return refused or _play(state, card)

    def duty(self, state: State, seat: int) -> Refused | None:
        is_on_turn = state.phase == "play" and seat == state.turn
        return match.duty(ITALIAN40, state.hands[seat], state.trick) if is_on_turn else None

    def on_timeout(self, state: State) -> tuple[int, Command]:
        return state.turn, self.legal(state, state.turn)[-1]

    # ---- what may be known

    def teams(self, state: State, viewer: Viewer) -> tuple[int | None, ...]:
        """The holder of the card called knows the teams, and so does the third, who does not hold it."""
        if state.called is None:
            return (None,) * PLAYERS
        is_known = state.is_shown or viewer not in (None, state.caller)
        others = {seat: int(seat != state.partner) if is_known else None for seat in range(PLAYERS)}
        return tuple(0 if seat == state.caller else team for seat, team in others.items())

    def view(self, state: State, viewer: Viewer) -> dict[str, Json]:
        return {**match.view(self, state, viewer), "called": plain(state.called)}

    # ---- storage

    def load(self, data: Mapping[str, Json]) -> State:
        return State(
            **match.load(data, ITALIAN40, self.rules_from),
            called=data["called"] and ITALIAN40.cards[data["called"]],
            partner=data["partner"],
            sheet=tuple(Line(tuple(line["scores"]), tuple(line["teams"])) for line in data["sheet"]),
        )


def _between_deals(rules: Rules, first_dealer: int, deal: int = 0, sheet: tuple[Line, ...] = ()) -> State:
    caller = (first_dealer + deal + 1) % PLAYERS
    return State(rules, first_dealer, "deal", deal, ((),) * PLAYERS, Trick(caller), sheet=sheet)


def _calls(state: State) -> tuple[Command, ...]:
    return tuple(Command.of("call", card=card.code) for card in PACK if card not in state.hands[state.caller])


def _call(state: State, seat: int, command: Command) -> Step[State] | Refused:
    if [name for name, _ in command.fields] != ["card"]:
        return Refused("bad_command", "one card is called")
    card = match.card_of(command.get("card"), ITALIAN40)
    if isinstance(card, Refused):
        return card
    if seat != state.turn or state.phase == "deal":
        return match.not_your_turn(seat)
    if state.phase == "play":
        return Refused("called_already", "a card has been called", {"card": plain(state.called)})
    if command not in _calls(state):
        return Refused("bad_call", "a three, a two or an ace is called that one does not hold")
    partner = next(its for its, hand in enumerate(state.hands) if card in hand)
    called = replace(state, phase="play", called=card, partner=partner)
    return Step(called, (Event("called", {"seat": seat, "card": card.code}), match.teamed(GAME, called)))


def _play(state: State, card: Card) -> Step[State]:
    seat = state.turn
    played = replace(state, hands=put_down(state.hands, seat, card), trick=state.trick.with_card(card))
    step = Step(played, (Event("played", {"seat": seat, "card": card.code}),))
    if card == state.called:
        step = Step(played, (*step.events, match.teamed(GAME, played)))
    return step if len(played.trick.cards) < PLAYERS else _take(step)


def _take(step: Step[State]) -> Step[State]:
    taken, event = match.take(step.state, RANKING)
    after = Step(taken, (*step.events, event))
    return after if any(taken.hands) else _score(after)


def _line(state: State) -> Line:
    taken = match.taken(state)
    teams = tuple(int(seat not in (state.caller, state.partner)) for seat in range(PLAYERS))
    have_won = sum(tricks for tricks, team in zip(taken, teams, strict=True) if team == 0) >= NEEDED
    return Line(tuple(2 * (not have_won) if team else int(have_won) for team in teams), teams)


def _score(step: Step[State]) -> Step[State]:
    scored = match.score(step, _line(step.state))
    state = scored.state
    if len(state.sheet) == state.rules.deals:
        return match.finish(scored, Terzetto)
    return Step(_between_deals(state.rules, state.first_dealer, state.deal + 1, state.sheet), scored.events)


GAME = Terzetto()
