"""The presets and options of Tarocchi, and an index of the clauses of its rules.

First the clauses of the source text (S: the page on the three-handed game of Calatafimi) in its order, then
what other sources (Q) or arithmetic (I) add, then what this project decided where they are silent (D) and
made an option. The tests are in `tests/engine/tarocchi/`.

| clause | function | test |
|---|---|---|
| S three players, each alone | `state.State.sides` | `test_three_play_without_partners` |
| S 63 cards | `cards.SICILIAN63` | `test_sixty_three_cards` |
| S dealt to the right, 3 rounds of 5 | `match.packets` | `test_packets_of_five_from_the_right` |
| S bids on 15 cards | `play.Tarocchi.deal` | `test_the_bidding_sees_fifteen_cards` |
| S all may bid, in any order | `play.Tarocchi.to_act` | `test_all_three_may_call_at_once` |
| S each bids only once | `bidding.refusal` | `test_each_player_calls_only_once` |
| S vado, offro, piglio, tengo | `bidding.may_call` | `test_the_permitted_calls` |
| S piglio only of an offer | `bidding.refusal` | `test_piglio_needs_an_opponents_offer` |
| S piglio ends it: -x, +x, 0 | `bidding.outcome` | `test_piglio_pays_the_taker` |
| S tengo ends it: all must play | `bidding.outcome` | `test_tengo_has_the_deal_played` |
| S abandoned: the next dealer deals | `state.State.dealer` | `test_an_abandoned_deal_passes_the_cards_on` |
| S otherwise 5 more cards each | `play._deal_the_rest` | `test_five_more_each_and_the_monte_to_the_dealer` |
| S the dealer takes the monte | `play._deal_the_rest` | `test_five_more_each_and_the_monte_to_the_dealer` |
| S and discards three | `play._discard` | `test_the_dealer_discards_three_cards` |
| S the dealer's right leads | `play._discard` | `test_the_player_at_the_dealers_right_leads` |
| S i: the Re at the first trick | `following.forced` | `test_the_king_falls_at_the_first_trick` |
| S ii: Cavallo and one numeral | `following.forced` | `test_the_bare_cavallo_falls_at_the_first_trick` |
| S iii: Donna (Fanta) after the Re | `following.forced` | `test_the_donna_follows_the_king` |
| S the scarto counts for the dealer | `scoring.deal_points` | `test_the_scarto_counts_for_the_dealer` |
| S 5 points for the last trick | `scoring.deal_points` | `test_the_last_trick_is_worth_five` |
| S dealer points - 37, others - 36 | `scoring.deal_scores` | `test_examples_of_the_score` |
| S a fixed number of deals, totals | `scoring.is_decided` | `test_nine_deals_make_a_match` |
| S the stake follows the score | `scoring.payments` | `test_payments_follow_the_score` |
| Q R Q C D 10 ... in every suit | `values.RANKING` | `test_the_ranking_of_the_cards` |
| Q the leader may play any card | `following.playable` | `test_the_leader_plays_any_card` |
| Q follow, else trump, else anything | `following.playable` | `test_examples_of_legal_cards` |
| Q highest trump, else suit led | `tricks.winning_position` | `test_examples_of_taking_a_trick` |
| Q the Fuggitivo excuses | `following.playable` | `test_the_fuggitivo_excuses` |
| Q and never takes | `tricks.winning_position` | `test_examples_of_taking_a_trick` |
| Q its owner keeps it, for a scartina | `scoring.deal_points` | `test_the_fuggitivo_comes_home` |
| Q unless they won no card | `scoring.deal_points` | `test_a_player_without_tricks_loses_the_fuggitivo` |
| Q the worth of the cards | `values.VALUES` | `test_the_worth_of_the_cards` |
| Q counted by threes | `scoring.card_points` | `test_examples_of_the_count` |
| I 104 + 5 = 109 = 37 + 36 + 36 | `scoring.deal_points` | `test_a_deal_is_worth_109_points` |
| I first trick: led, not discarded | `state.State.opened` | `test_a_suit_is_opened_by_leading_it` |
| I all three vado: abandoned | `bidding.outcome` | `test_three_vado_abandon_the_deal` |
| D leading the Fuggitivo: `fujutuMayLead` | `following.playable` | `test_leading_the_fuggitivo` |
| D the second card then leads | `tricks.Trick.led` | `test_after_the_fuggitivo_the_second_card_leads` |
| D no escape from i-iii: `fujutuExcusesForced` | `following.playable` | `test_the_fuggitivo_is_no_escape` |
| D i and ii bind leaders: `forcedAppliesToLeader` | `following.forces` | `test_the_leader_is_bound` |
| D no duty to beat: `overtrump` | `following.playable` | `test_nobody_has_to_beat_the_trick` |
| D the scarto: `discardPolicy` | `play.barred` | `test_cards_barred_from_the_scarto` |
| D the monte is hidden: `monteShown` | `play._deal_the_rest` | `test_the_monte_may_be_shown` |
| D at most 8: `offerMax` | `bidding.may_call` | `test_the_permitted_offers` |
| D offers left open: `unansweredOffer` | `bidding.outcome` | `test_unaccepted_offers_lapse` |
| D after silence the deal is played | `bidding.SILENCE` | `test_silence_lets_the_deal_be_played` |
| D one window: `bidWindowMs` and the like | `bidding.Window.not_yet` | `test_calls_count_in_their_time` |
| D a batch: tengo, piglio, offro, vado | `bidding.in_order` | `test_simultaneous_calls_are_ordered` |
| D 3, 6, 9, 12 deals: `deals` | `scoring.is_decided` | `test_nine_deals_make_a_match` |
| D abandoned deals count: `countAbandoned` | `scoring.is_decided` | `test_abandoned_deals_may_count` |
| D play money: `stakeUnit` | `scoring.payments` | `test_payments_follow_the_score` |

Decisions without an option: the cards are dealt from the dealer's right; nobody sees the bottom card; the
Fuggitivo is kept even in the last trick; a player without a scartina pays for it with their lowest card; an
illegal play is refused. `shuffle.first_dealer` draws the first dealer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludocards.catalogue.tarocchi.values import PLAYERS
from ludocards.engine import options
from ludocards.engine.game import Json, Option, Refused
from ludocards.engine.options import option_of_choices
from ludocards.engine.wire import range_schema


@dataclass(frozen=True, slots=True)
class Rules:
    preset: str
    deals: int = 9
    """The number of deals in a match; everybody deals equally often."""
    count_abandoned: bool = True
    """True if an abandoned deal counts as one of them."""
    offer_max: int = 8
    unanswered_offer: str = "abandon"
    """The outcome if all have spoken and nobody has taken an offer: `abandon` or `play`."""
    discard_policy: str = "noFives"
    """`noFives`: cards worth five or more may not be discarded; `free`: any card may."""
    monte_shown: bool = False
    fujutu_may_lead: bool = True
    fujutu_excuses_forced: bool = False
    forced_applies_to_leader: bool = True
    overtrump: bool = False
    bid_window_ms: int = 25_000
    bid_open_delay_ms: int = 3_000
    offer_lock_ms: int = 1_500
    bid_batch_ms: int = 250
    stake_unit: int = 1
    """The worth of a point of the final score, in play money."""


PRESETS: Mapping[str, Rules] = {"calatafimi": Rules("calatafimi"), "breve": Rules("breve", deals=PLAYERS)}

LONGEST = 99
HIGHEST_OFFER = 36
HIGHEST_STAKE = 1_000


def _number(name: str, least: int, most: int, *choices: int, step: int = 1) -> Option:
    return Option(
        name,
        choices,
        lambda value: type(value) is int and least <= value <= most and value % step == 0,
        range_schema(least, most, step),
    )


OPTIONS: tuple[Option, ...] = (
    _number("deals", PLAYERS, LONGEST, 9, 3, 6, 12, step=PLAYERS),
    option_of_choices("countAbandoned", True, False),
    _number("offerMax", 1, HIGHEST_OFFER, 8, 5, 10, HIGHEST_OFFER),
    option_of_choices("unansweredOffer", "abandon", "play"),
    option_of_choices("discardPolicy", "noFives", "free"),
    option_of_choices("monteShown", False, True),
    option_of_choices("fujutuMayLead", True, False),
    option_of_choices("fujutuExcusesForced", False, True),
    option_of_choices("forcedAppliesToLeader", True, False),
    option_of_choices("overtrump", False, True),
    _number("bidWindowMs", 5_000, 120_000, 25_000, 15_000, 40_000),
    _number("bidOpenDelayMs", 0, 10_000, 3_000, 1_000, 5_000),
    _number("offerLockMs", 0, 10_000, 1_500, 0, 3_000),
    _number("bidBatchMs", 0, 2_000, 250, 0, 500),
    _number("stakeUnit", 1, HIGHEST_STAKE, 1, 5, 10),
)


def rules_from(data: Json) -> Rules | Refused:
    rules = options.read_rules("tarocchi", PRESETS, OPTIONS, data)
    if isinstance(rules, Refused):
        return rules
    for option, wait in (
        ("bidOpenDelayMs", rules.bid_open_delay_ms),
        ("offerLockMs", rules.bid_open_delay_ms + rules.offer_lock_ms),
    ):
        if wait >= rules.bid_window_ms:
            message = "the window would close before anybody may speak, or answer the first offer"
            return Refused("bad_rules", message, {"option": option})
    return rules
