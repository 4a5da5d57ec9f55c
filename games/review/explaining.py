"""The facts about a position that explain, as a player would, why one choice is better than another, and the
themes of that.

Everything is derived from the view of the seat, and from random deals that agree with it, so it gives away no
hidden card. A fact is JSON: its `kind` and values, which `games/texts/reasons.py` turns into a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from ludocards.bots import registry
from ludocards.bots.proving import DEALS, TELLING, Explanation, Prover, telling_facts
from ludocards.engine.cards import Card, Ranking
from ludocards.engine.game import Command, Game, Json, unrefused
from ludocards.engine.tricks import Trick, winning_position
from ludocards.engine.worlds import Unlikely

SUFFICIENT = {
    "takes", "brings", "spares", "draws", "earns", "later", "last", "needs", "void", "alone", "master",
    "heard", "kept",
}  # fmt: skip
"""The kinds of facts of which an explanation has at least one."""

TELLING_POINTS = 3
"""The least difference between the points that cards bring on average that is worth a sentence."""

View = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class TakenTrick:
    """A trick in a random deal, by the seat that takes it. The points of its cards are 0 in games where they
    bring none."""

    seat: int
    is_ours: bool
    points: int


Playouts = list[list[TakenTrick]]
"""Of some random deals, the tricks from here on."""


def explain_choice(
    game: Game[Any, Any],
    rules: Any,
    view: View,
    seat: int,
    best: Command,
    other: Command,
    deals: int = DEALS,
) -> Explanation:
    """Explain why `best` is better than `other`, two choices of one kind that the seat may make.

    In each of the random `deals` the club bot plays the rest.
    """
    prover = registry.prover(game.name)
    if own := prover.explained.get(best.do):
        return own(view, best, other)
    scene, after = Scene(game, view, seat, prover), _playouts(game, rules, view, seat, (best, other), deals)
    if best.do != "play":
        goals = best.get("tricks"), other.get("tricks")
        return Explanation([best.do], [*_kept(after, goals), *scene.hand()])
    chosen, tempting = (game.deck.cards[command.get("card")] for command in (best, other))
    facts = [
        *scene.needs(),
        *scene.brings(chosen, tempting),
        *(each for each in _outcomes(after) if scene.is_open_question(each["kind"])),
        *scene.spares(chosen, tempting),
        *scene.draws(after),
        *scene.voids({chosen.suit, tempting.suit}),
        *scene.masters(chosen, tempting),
        *scene.words({chosen.suit, tempting.suit}),
    ]
    alone = {game.deck.cards[fact["card"]].suit for fact in facts if fact["kind"] == "alone"}
    facts = [fact for fact in facts if fact["kind"] != "void" or fact["suit"] not in alone]
    facts = telling_facts(facts, chosen, tempting, fewest_win=game.fewest_win)
    if {fact["kind"] for fact in facts} <= {"draws"}:  # the cards on the table say too little
        facts += _earnings(after)
    return Explanation([*scene.themes(chosen, tempting, facts)], facts)


@dataclass(frozen=True, slots=True)
class Scene:
    """The position with what everybody has seen."""

    game: Game[Any, Any]
    view: View
    seat: int
    prover: Prover

    @property
    def trick(self) -> Trick:
        return Trick.from_json(self.view["trick"], self.game.deck)

    def unseen(self, suit: str) -> list[Card]:
        """The cards of a suit that the seat has not seen."""
        tricks = [*self.view["tricks"], self.view["trick"]]
        seen = {*self.prover.seen(self.view), *(code for trick in tricks for code in trick["cards"])}
        return [card for code, card in self.game.deck.cards.items() if card.suit == suit and code not in seen]

    def needs(self) -> Iterator[Json]:
        """The tricks that the seat still needs, in games where it has announced how many it will take."""
        need = self.prover.need(self.view, self.seat)
        if need is not None:
            yield {"kind": "needs", "n": need, "left": len(self.view["hand"])}

    @property
    def closes_trick(self) -> bool:
        """True if the seat plays the last card of the trick."""
        return len(self.trick.cards) + 1 == len(self.view["sides"])

    def is_open_question(self, kind: str) -> bool:
        """Return whether the number of random deals in which the seat takes this trick, or the last one, says
        more than the cards on the table."""
        if kind == "last":
            return self.prover.values_last_trick
        return self.prover.points is None or not self.closes_trick

    def brings(self, chosen: Card, other: Card) -> Iterator[Json]:
        """The points of the trick that either card closes, below 0 if others take it; only if the chosen one
        brings more."""
        if self.prover.points is None or not self.closes_trick:
            return
        best, less = (self._points_brought(card, self.prover.points) for card in (chosen, other))
        if best > less:
            yield {"kind": "brings", "best": best, "other": less}

    def _points_brought(self, card: Card, points: Callable[[Card], int]) -> int:
        trick, sides = self.trick.with_card(card), self.view["sides"]
        winner = [*self.view["trick"]["seats"], self.seat][winning_position(trick, *self._order())]
        worth = sum(map(points, trick.cards))
        return worth if sides[winner] == sides[self.seat] else -worth

    def spares(self, chosen: Card, other: Card) -> Iterator[Json]:
        """The trump that the chosen card keeps in the hand, where no rule says when to play one."""
        trump = self.prover.trump(self.view)
        if not self.prover.follows_suit and other.suit == trump != chosen.suit:
            yield {"kind": "spares", "card": other.code}

    def draws(self, after: Sequence[Playouts]) -> Iterator[Json]:
        """The numbers of random deals in which the side of the seat draws the last card of the stock, if
        it is known and goes with this trick; only if the chosen card gets it more often."""
        sides, deals = self.view["sides"], len(after[0])
        drawn = [
            [draw for tricks in each if (draw := self.prover.last_draw(self.view, tricks[0].seat))]
            for each in after
        ]
        mine, theirs = (sum(sides[seat] == sides[self.seat] for seat, _card in each) for each in drawn)
        if mine - theirs >= TELLING * deals > 0:
            yield {"kind": "draws", "card": drawn[0][0][1], "best": mine, "other": theirs, "of": deals}

    def voids(self, suits: set[str]) -> Iterator[Json]:
        """The other seats that have shown that they have no card of a suit."""
        if not self.prover.follows_suit:
            return
        found = set()
        for trick in [*self.view["tricks"], self.view["trick"]]:
            cards = self.game.deck.of(trick["cards"])
            led = Trick(trick["leader"], cards).led
            for seat, card in zip(trick["seats"], cards, strict=True):
                if led in suits and card.suit and card.suit != led and seat != self.seat:
                    found.add((seat, led))
        for seat, suit in sorted(found):
            yield {"kind": "void", "seat": seat, "suit": suit}

    def masters(self, chosen: Card, other: Card) -> Iterator[Json]:
        """The two cards, by what is still out in their suits."""
        for card in (chosen, other):
            if not card.suit or not (self.prover.follows_suit or self._may_be_beaten(card)):
                continue
            out = self.unseen(card.suit)
            higher = [each for each in out if self.strength(each) > self.strength(card)]
            if not out:
                trump = self.prover.trump(self.view)
                may_be_cut = trump is not None and trump != card.suit and bool(self.unseen(trump))
                yield {"kind": "alone", "card": card.code, "cut": may_be_cut}
            elif not higher:
                yield {"kind": "master", "card": card.code, "out": len(out)}
            elif len(higher) <= 2:
                yield {"kind": "beaten", "card": card.code, "by": [each.code for each in higher]}

    def _may_be_beaten(self, card: Card) -> bool:
        """Return whether the card takes the trick unless a later card beats it."""
        return self.is_taking(card) and not self.closes_trick

    def words(self, suits: set[str]) -> Iterator[Json]:
        """What the other seats have said about these suits."""
        for heard in self.prover.heard(self.view):
            if heard.suit in suits and heard.seat != self.seat:
                yield {"kind": "heard", "seat": heard.seat, "suit": heard.suit, "word": heard.word}

    def hand(self) -> Iterator[Json]:
        """The promise of the hand before the first card: its trumps, and the highest cards of other suits;
        then what the others have announced."""
        trump = self.prover.trump(self.view)
        cards = sorted(self.game.deck.of(self.view["hand"]), key=self.strength, reverse=True)
        if trump:
            yield {"kind": "trumps", "cards": [card.code for card in cards if card.suit == trump]}
        tops = [
            card.code
            for card in cards
            if card.suit != trump
            and all(self.strength(each) < self.strength(card) for each in self.unseen(card.suit))
        ]
        if tops:
            yield {"kind": "tops", "cards": tops}
        if announced := self.prover.announced(self.view):
            said = {"n": sum(announced), "by": len(announced), "of": len(self.view["hand"])}
            yield {"kind": "announced", **said}

    @property
    def ranking(self) -> Ranking:
        assert self.prover.ranking is not None, self.game.name
        return self.prover.ranking(self.view)

    def strength(self, card: Card) -> int:
        return self.ranking.strength(card)

    def is_taking(self, card: Card) -> bool:
        """Return whether the card beats those on the table."""
        trick = self.trick.with_card(card)
        if trick.led is None:
            return False
        return winning_position(trick, *self._order()) == len(trick.cards) - 1

    def _order(self) -> tuple[Ranking, str | None]:
        return self.ranking, self.prover.trump(self.view)

    def is_ours(self) -> bool:
        """Return whether the partner is taking the trick on the table."""
        trick, sides = self.trick, self.view["sides"]
        if trick.led is None:
            return False
        winner = self.view["trick"]["seats"][winning_position(trick, *self._order())]
        return bool(sides[winner] == sides[self.seat])

    def themes(self, chosen: Card, other: Card, facts: Sequence[Json]) -> Iterator[str]:
        led, kinds = self.trick.led, {fact["kind"] for fact in facts}
        if led is None:
            yield "lead"
        elif chosen.suit != led:
            yield "cut" if chosen.suit == self.prover.trump(self.view) else "discard"
        elif self.is_ours():
            if self.strength(chosen) > self.strength(other):
                yield "unblock"
        elif self.is_taking(chosen):
            yield "take"
        elif self.is_taking(other):
            yield "hold_up"
        top = max(self.strength(card) for card in self.game.deck.cards.values() if card.suit == chosen.suit)
        by_count = {"master", "alone"} & {fact["kind"] for fact in facts if fact.get("card") == chosen.code}
        if by_count and self.strength(chosen) < top:
            yield "count"
        if "heard" in kinds:
            yield "signal"
        if "last" in kinds:
            yield "last"
        if any(fact["kind"] == "needs" and fact["n"] <= 0 for fact in facts):
            yield "avoid"


def _outcomes(after: Sequence[Playouts]) -> Iterator[Json]:
    """The numbers of random deals in which the side of the seat takes this trick, and the last one, after
    either choice."""
    deals = len(after[0])
    for kind, place in (("takes", 0), ("last", -1)):
        mine, theirs = (sum(tricks[place].is_ours for tricks in each) for each in after)
        if deals and abs(mine - theirs) >= TELLING * deals:
            yield {"kind": kind, "best": mine, "other": theirs, "of": deals}


def _earnings(after: Sequence[Playouts]) -> Iterator[Json]:
    """The points that this trick, and those after it, bring the side of the seat on average after either
    choice, where the chosen one brings clearly more."""
    deals = len(after[0])
    for kind, tricks in (("earns", slice(1)), ("later", slice(1, None))):
        mine, theirs = (
            sum(taken.points for playout in each for taken in playout[tricks] if taken.is_ours)
            for each in after
        )
        if mine - theirs >= TELLING_POINTS * deals > 0:
            yield {"kind": kind, "best": round(mine / deals), "other": round(theirs / deals)}


def _kept(after: Sequence[Playouts], goals: Sequence[int]) -> Iterator[Json]:
    """The numbers of random deals in which the seat takes exactly as many tricks as it announces."""
    deals = len(after[0])
    mine, theirs = (
        sum(sum(taken.is_ours for taken in tricks) == goal for tricks in each)
        for each, goal in zip(after, goals, strict=True)
    )
    if deals and mine - theirs >= TELLING * deals:
        yield {"kind": "kept", "best": mine, "other": theirs, "of": deals}


def _playouts(
    game: Game[Any, Any], rules: Any, view: View, seat: int, commands: Sequence[Command], deals: int
) -> list[Playouts]:
    """For each of these choices, what follows it in the same random deals."""
    sides, prover = view["sides"], registry.prover(game.name)
    if prover.winners:
        found = [
            [[(winner, 0) for winner in winners] for winners in each]
            for each in prover.winners(view, commands, deals)
        ]
    else:
        worlds = [*_worlds(game, rules, view, seat, deals)]
        found = [[_tricks(game, world, seat, command) for world in worlds] for command in commands]
    return [
        [
            [TakenTrick(winner, sides[winner] == sides[seat], points) for winner, points in tricks]
            for tricks in each
        ]
        for each in found
    ]


def _worlds(game: Game[Any, Any], rules: Any, view: View, seat: int, deals: int) -> Iterator[Any]:
    """Random deals that agree with the view."""
    for number in range(deals):
        try:
            yield game.determinized(rules, view, seat, Random(number))  # type: ignore[attr-defined]
        except Unlikely:
            continue


def _tricks(game: Game[Any, Any], world: Any, seat: int, chosen: Command) -> list[tuple[int, int]]:
    """The seats that take the tricks from here on, by rules of thumb, with the points of the cards."""
    state, tricks, worth = world, [], registry.prover(game.name).points
    while True:
        on_turn = game.to_act(state)[0]
        if on_turn != seat or state is not world:
            chosen = registry.choose(game.view(state, on_turn), game.legal(state, on_turn))
        step = unrefused(game.apply(state, on_turn, chosen))
        for event in step.events:
            if event.kind == "taken":
                cards = game.deck.of(event.public["cards"])
                tricks.append((event.public["seat"], sum(map(worth, cards)) if worth else 0))
        if any(event.kind == "scored" for event in step.events):
            return tricks
        state = step.state
