"""The presets and options of Whist, and an index of the clauses of its rules.

The clauses are those of Ludopoli's regulation, in its order; the tests are in `tests/engine/whist/`.

| clause | function | test |
|---|---|---|
| from 2 to 6 players | `play.Whist.start` | `test_two_to_six_may_play` |
| everybody plays alone | `play.Whist.sides` | `test_every_player_is_a_side` |
| 52 cards, no jokers | `cards.FRENCH52` | `test_the_pack_is_the_whole_deck` |
| everybody gets as many cards | `match.packets` | `test_the_cards_go_round_one_at_a_time` |
| with trumps a card is turned up | `play.Whist.hand_out` | `test_the_next_card_is_turned_for_trumps` |
| its suit is trumps that deal | `state.State.trump` | `test_the_turned_card_names_the_trumps_of_its_deal` |
| without trumps none is turned | `play.Whist.hand_out` | `test_without_trumps_no_card_is_turned` |
| first of all everybody bids, in turn | `play.Whist.apply` | `test_everybody_bids_once_before_a_card` |
| the last may not make the sum exact | `bidding.forbidden` | `test_the_sum_of_the_bids_may_not_be_exact` |
| then the first bidder leads | `state.State.turn` | `test_the_first_to_bid_leads` |
| the suit led must be followed | `tricks.must_follow` | `test_must_follow_suit` |
| without the suit: must trump | `tricks.must_follow` | `test_must_trump_when_void` |
| without either: any card | `tricks.must_follow` | `test_a_hand_void_of_both_is_free` |
| the highest of the suit led takes | `tricks.winning_position` | `test_the_highest_of_the_suit_led_takes` |
| from K down to the ace | `values.RANKING` | `test_the_ace_is_the_lowest` |
| the highest trump, if any was played | `tricks.winning_position` | `test_the_highest_trump_takes` |
| the winner leads the next trick | `match.take` | `test_the_taker_leads_the_next_trick` |
| the deal ends with the last card | `play._close_deal` | `test_the_deal_is_scored_with_the_last_card` |
| exact bid: 10 plus the tricks made | `scoring.score` | `test_an_exact_bid_scores_ten_plus_its_tricks` |
| missed bid: minus 3 and the difference | `scoring.score` | `test_a_missed_bid_costs_three_and_more` |
| then a new deal | `play._close_deal` | `test_the_next_deal_follows` |
| the cards grow by one up to the most | `presets.schedule` | `test_the_schedule_is_that_of_the_regulation` |
| both ways: then shrink again | `presets.schedule` | `test_the_schedule_is_that_of_the_regulation` |
| the number of deals | `presets.schedule` | `test_the_number_of_deals` |
| the highest total wins | `sheet.places_by_side` | `test_the_highest_total_wins` |

The regulation's bidding window and double click are left out: they concern only the program it was written
for. Where the text is silent: the first dealer is drawn by lot, the deal goes to the right, and the player
at the dealer's right bids and leads first, so that the dealer bids last; nobody has to overtrump; ties
share a place. In other places the ace is high: `asso_alto`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludocards.catalogue.whist.values import ACE_HIGH, FEWEST, MOST, RANKING
from ludocards.engine import options
from ludocards.engine.cards import Ranking
from ludocards.engine.game import Json, Option, Refused
from ludocards.engine.options import option_of_choices


@dataclass(frozen=True, slots=True)
class Rules:
    preset: str
    both_ways: bool
    """True if the hands shrink again after the largest (andata e ritorno)."""
    briscola: bool = True
    asso_alto: bool = False

    @property
    def ranking(self) -> Ranking:
        """The ranking of the cards within a suit."""
        return ACE_HIGH if self.asso_alto else RANKING


PRESETS: Mapping[str, Rules] = {
    "andata": Rules("andata", both_ways=False),
    "andata_ritorno": Rules("andata_ritorno", both_ways=True),
}


def schedule(rules: Rules, players: int) -> tuple[int, ...]:
    """The number of cards per player in each deal of the match."""
    up = tuple(range(FEWEST, MOST[players] + 1))
    return up + up[-2::-1] if rules.both_ways else up


OPTIONS: tuple[Option, ...] = (
    option_of_choices("briscola", True, False),
    option_of_choices("asso_alto", False, True),
)


def rules_from(data: Json) -> Rules | Refused:
    return options.read_rules("whist", PRESETS, OPTIONS, data)
