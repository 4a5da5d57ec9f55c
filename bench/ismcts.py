"""Whist's *maestro* against the information-set tree search of OpenSpiel, both given the same processor time.

    python -m bench.ismcts --deals 500 --json out.json

They play OpenSpiel's `oh_hell` with its penalty for missed bids. It is our game with a high ace, without the
duty to trump, and with only the difference lost for a missed bid. Each deal is played twice: one player has
the even seats and the other the odd ones, then the other way round.

OpenSpiel's search redistributes the hidden cards among those that were dealt, so it would know which cards
were left in the pack. To avoid this advantage, all cards are dealt: a pack of 3 suits with 7 ranks is used up
by 4 players with 5 cards and the turned card. Needs `open_spiel`.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

import pyspiel

from ludocards.catalogue.whist.bot.beliefs import beliefs
from ludocards.catalogue.whist.bot.board import Ways
from ludocards.catalogue.whist.bot.kernels.pack import INDEX
from ludocards.catalogue.whist.bot.levels import MASTER, choice

EXPLORATION = 14.0
"""The exploration constant of the tree search, in points: about the most that a deal scores."""
GAMES = 10**5
"""The limit of playouts for our player: more than it has time for."""
WORLDS = 16_000
"""Determinizations that our player deals for a second of thinking; weighting them takes 1 % of the time."""
FIRST_GUESS = 2e-5
"""The assumed seconds for one simulation of the tree search, until one is measured."""
CONFIDENCE = 1.96


@dataclass
class Deal:
    """A deal of `oh_hell` in play, with the tricks and bids, which its state does not expose."""

    state: Any
    players: int
    bidding: int
    """OpenSpiel's action for a bid of no tricks; smaller numbers are cards, larger ones higher bids."""
    tricks: list[dict[str, Any]] = field(default_factory=list)
    bids: dict[int, int] = field(default_factory=dict)

    def act(self, action: int) -> None:
        seat = self.state.current_player()
        if action >= self.bidding:
            self.bids[seat] = action - self.bidding
        else:
            if not self.tricks or len(self.tricks[-1]["cards"]) == self.players:
                self.tricks.append(_led_by(seat))
            self.tricks[-1]["seats"].append(seat)
            self.tricks[-1]["cards"].append(code(self.state.action_to_string(seat, action)))
        self.state.apply_action(action)

    def view(self) -> dict[str, Any]:
        """Return what the seat on turn sees, in the form of a view of our own game."""
        seat = self.state.current_player()
        lines = self.state.information_state_string(seat).splitlines()
        facts = dict(line.strip().split(":", 1) for line in lines if ":" in line)
        hand = [code(suit + rank) for suit in "CDSH" for rank in facts.get(suit, "").strip()]
        dealer, trump = int(facts["Dealer"]), code(facts["Trump"].strip())
        done = [trick for trick in self.tricks if len(trick["cards"]) == self.players]
        trick = self.tricks[-1] if len(done) < len(self.tricks) else _led_by(seat)
        if len(self.bids) < self.players:
            trick = _led_by((dealer + 1) % self.players)
        cards = len(hand) + len(done)
        return {
            "game": "whist",
            "players": self.players,
            "to_act": [seat],
            "hand": hand,
            "counts": [cards - len(done) - (each in trick["seats"]) for each in range(self.players)],
            "cards": cards,
            "dealer": dealer,
            "bids": [self.bids.get(each) for each in range(self.players)],
            "tricks": done,
            "trick": trick,
            "trump": {"suit": trump[-1], "card": trump},
            "asso_alto": True,
        }


def _led_by(seat: int) -> dict[str, Any]:
    return {"leader": seat, "seats": [], "cards": []}


def code(card: str) -> str:
    """Translate a card of OpenSpiel (CT) to our code (10C)."""
    return card[1].replace("T", "10") + card[0]


def pack_of(game: Any) -> int:
    """Return the number of cards in the pack."""
    parameters = game.get_parameters()
    return int(parameters["num_suits"]) * int(parameters["num_cards_per_suit"])


def oh_hell(game: Any) -> Ways:
    """Return how OpenSpiel's game differs from ours. Its packs have the lowest ranks of the first suits."""
    parameters = game.get_parameters()
    suits, ranks = int(parameters["num_suits"]), int(parameters["num_cards_per_suit"])
    kept = {code(suit + rank) for suit in "CDSH"[:suits] for rank in "23456789TJQKA"[:ranks]}
    return Ways(
        must_trump=False,
        missed=0,
        absent=sum(1 << place for card, place in INDEX[True].items() if card not in kept),
    )


Player = Callable[[Deal, int], int]


def maestro(game: Any, seconds: float) -> Player:
    """Return our player, with as many determinizations as it has time for."""
    dealt = max(MASTER.dealt, round(WORLDS * seconds))
    level = replace(MASTER, dealt=dealt, games=GAMES, ms=1000 * seconds)
    ways = oh_hell(game)

    def play(deal: Deal, seed: int) -> int:
        best = choice(beliefs(deal.view(), ways=ways), level, seed, time.process_time)
        if len(deal.bids) < deal.players:
            return deal.bidding + best
        seat, actions = deal.state.current_player(), deal.state.legal_actions()
        [action] = [
            each for each in actions if INDEX[True][code(deal.state.action_to_string(seat, each))] == best
        ]
        return int(action)

    return play


def tree_search(seconds: float, exploration: float) -> Player:
    """Return OpenSpiel's player, with as many simulations as take that time on average."""
    spent: dict[int, list[float]] = {}

    def play(deal: Deal, seed: int) -> int:
        begun = time.process_time()
        times = spent.setdefault(sum(len(trick["cards"]) for trick in deal.tricks), [FIRST_GUESS, 1.0])
        simulations = max(1, round(seconds * times[1] / times[0]))
        bot = pyspiel.ISMCTSBot(
            seed,
            pyspiel.RandomRolloutEvaluator(1, seed),
            exploration,
            simulations,
            -1,
            pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
            False,
            False,
        )
        action = int(bot.step(deal.state))
        times[0] += time.process_time() - begun
        times[1] += simulations
        return action

    return play


def play_deal(
    game: Any, number: int, seating: Sequence[int], players: Sequence[Player], times: Sequence[list[float]]
) -> list[float]:
    """Play a deal; return the points of each seat."""
    random = Random(number)
    deal = Deal(game.new_initial_state(), game.num_players(), pack_of(game))
    while deal.state.is_chance_node():
        actions, chances = zip(*deal.state.chance_outcomes(), strict=True)
        deal.state.apply_action(random.choices(actions, chances)[0])
    while not deal.state.is_terminal():
        actions = deal.state.legal_actions()
        action = actions[0]
        if len(actions) > 1:
            who = seating[deal.state.current_player()]
            begun = time.process_time()
            action = players[who](deal, 1 + random.getrandbits(30))
            times[who].append(time.process_time() - begun)
        deal.act(action)
    return [float(points) for points in deal.state.returns()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=4, help="from 3 on")
    parser.add_argument("--cards", type=int, default=5, help="in a hand")
    parser.add_argument("--suits", type=int, default=3, help="of the pack")
    parser.add_argument("--ranks", type=int, default=7, help="in a suit")
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--seed", type=int, default=10000, help="the number of the first deal")
    parser.add_argument("--seconds", type=float, default=0.01, help="of the processor, for each choice")
    parser.add_argument("--exploration", type=float, default=EXPLORATION)
    parser.add_argument("--against", type=float, help="play the tree search itself, with this exploration")
    parser.add_argument("--json", type=Path, help="where the figures are written, after each 10 deals")
    options = parser.parse_args()
    settings = {
        "players": options.players,
        "num_tricks_fixed": options.cards,
        "num_suits": options.suits,
        "num_cards_per_suit": options.ranks,
        "off_bid_penalty": True,
    }
    game = pyspiel.load_game("oh_hell", settings)
    ours = maestro(game, options.seconds)
    if options.against:
        ours = tree_search(options.seconds, options.against)
    players = (ours, tree_search(options.seconds, options.exploration))
    times: tuple[list[float], list[float]] = ([], [])
    points: list[tuple[float, float]] = []
    for number in range(options.seed, options.seed + options.deals):
        mine: list[float] = []
        theirs: list[float] = []
        for side in (0, 1):
            seating = [(seat + side) % 2 for seat in range(options.players)]
            for who, got in zip(seating, play_deal(game, number, seating, players, times), strict=True):
                (theirs if who else mine).append(got)
        points.append((statistics.fmean(mine), statistics.fmean(theirs)))
        if len(points) % 10 == 0 or len(points) == options.deals:
            figures = summary(points, times)
            text = json.dumps({**vars(options), "json": None, **figures})
            print(text, flush=True)
            if options.json:
                options.json.write_text(text + "\n")


def summary(points: Sequence[tuple[float, float]], times: Sequence[Sequence[float]]) -> dict[str, Any]:
    differences = [mine - theirs for mine, theirs in points]
    mean = statistics.fmean(differences)
    error = CONFIDENCE * statistics.stdev(differences) / len(differences) ** 0.5
    return {
        "played": len(points),
        "difference": round(mean, 3),
        "interval": [round(mean - error, 3), round(mean + error, 3)],
        "points": [round(statistics.fmean(each), 3) for each in zip(*points, strict=True)],
        "spent": [round(statistics.fmean(each), 4) for each in times],
    }


if __name__ == "__main__":
    main()
