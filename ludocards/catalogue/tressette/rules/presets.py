"""The presets and options of Tressette, and an index of the clauses of its rules.

First the clauses of the classic regulation (S1) in its order, then those in which Ludopoli (L) and tre.exe
(S2) differ; the tests are in `tests/engine/`. The declarations (S0) are in `declarations.py`, the signals of
S2 in `signals.py`.

| clause | function | test |
|---|---|---|
| 40 cards, four suits of ten | `cards.ITALIAN40` | `test_forty_cards_in_four_suits` |
| four in two pairs | `state.State.sides` | `test_partners_sit_opposite` |
| or three, without a 4 | `state.State.pack` | `test_three_play_without_the_four_of_bastoni` |
| shuffled | `shuffle.shuffle` | `test_every_order_is_equally_likely` |
| all dealt to the right, one at a time | `match.packets` | `test_the_cards_go_round_one_at_a_time` |
| the dealer's right leads | `play.Tressette.deal` | `test_the_player_at_the_dealers_right_leads` |
| the winner leads the next trick | `match.take` | `test_the_taker_leads_the_next_trick` |
| hands empty: the deal is over | `play._close_deal` | `test_the_deal_ends_with_the_last_card` |
| the highest of the suit led takes | `tricks.winning_position` | `test_the_highest_of_the_led_suit_takes` |
| a card of another suit loses | `tricks.winning_position` | `test_another_suit_never_takes` |
| must follow suit, free when void | `tricks.must_follow` | `test_must_follow_suit` |
| 3 2 A R C F 7 6 5 4 | `values.RANKING` | `test_the_ranking_of_tressette` |
| Buongioco in the first two tricks | `play._open_accuse` | `test_accuse_only_in_the_first_two_tricks` |
| with the cards then in hand | `play._open_accuse` | `test_a_card_played_breaks_the_combination` |
| 3 or 4 A, 2, 3; A 2 3 of a suit | `accuse.held` | `test_the_combinations` |
| 3 points for 3 cards, 4 for 4 | `accuse.held` | `test_the_combinations` |
| several may be accused | `accuse.held` | `test_one_card_serves_several_combinations` |
| cards taken, added up by pair | `rules.parts` | `test_pairs_count_together` |
| A 3; 3 2 R C F 1; 7 6 5 4 0 | `rules.worth` | `test_the_worth_of_the_cards` |
| the last trick 1 | `values.SCORINGS` | `test_the_last_trick_is_worth_one_third` |
| a third, to the nearest whole | `values.Scoring.score` | `test_thirds_are_rounded_to_the_nearest_whole` |
| 11 points in all | `values.Scoring.score` | `test_a_deal_is_worth_eleven_points` |
| Buongioco is added | `scoring.sheet_line` | `test_the_accuse_is_added_to_the_score` |
| first to 3 games, or to 31 points | `scoring.is_decided` | `test_three_games_win_the_match` |
| S2: five cards at a time | `match.packets` | `test_packets_of_five` |
| S2: the last trick a whole point | `values.SCORINGS` | `test_the_last_trick_is_worth_a_point_in_floor35` |
| S2: to 101 in Bredese; accuse | `presets.PRESETS` | `test_the_presets` |
| L: to 21, 31 or 41; accuso in the first trick, or off | `presets.PRESETS` | `test_the_presets` |
| elsewhere: the 4 of denari leads first | `play._first_leader` | `test_the_four_of_denari_has_the_lead` |

The cut is left out, since the shuffle is already fair. Where S1 is silent: an accuse is made at the player's
own turn, before the card; a match goes on until one side is strictly ahead at the target; a game (partita) is
one deal, and nobody wins a tied one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludocards.engine import options
from ludocards.engine.ends import MatchEnd, match_end
from ludocards.engine.game import Json, Option, Refused
from ludocards.engine.options import option_of_choices


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    preset: str
    players: tuple[int, ...] = (4,)
    removed_card: str = "4B"
    """The card that is left out with three players."""
    deal_packet: int = 5
    accuse_window: int = 1
    """The number of tricks in which accuse are allowed; 0 to play without them."""
    scoring: str = "floor35"
    match_end: MatchEnd
    declarations: str = "none"
    """`manual`: said in the chat, unchecked; `automatic`: ticked as boxes, and announced by the table."""
    signals: str = "none"
    """A variant of `signals.SIGNALS`."""
    terzo_con_re: bool = False
    """True if an honour led from honour, Re and one more card is declared as terzo."""
    first_lead: str = "right_of_dealer"
    """The rule for who leads in the first deal."""


PRESETS: Mapping[str, Rules] = {
    rules.preset: rules
    for rules in (
        Rules(
            preset="classico",
            players=(4, 3),
            deal_packet=1,
            accuse_window=2,
            scoring="nearest33",
            match_end=MatchEnd("games", 3),
        ),
        Rules(preset="ludopoli", match_end=MatchEnd("points", 41), declarations="automatic"),
        Rules(preset="bredese", match_end=MatchEnd("points", 101), signals="bredese"),
        Rules(preset="neutra", match_end=MatchEnd("points", 31), signals="neutra"),
    )
}

OPTIONS: tuple[Option, ...] = (
    match_end(
        ("games", "points", "deals"),
        ({"games": 3}, {"points": 21}, {"points": 31}, {"points": 41}, {"points": 101}),
    ),
    option_of_choices("accuse_window", 2, 1, 0),
    option_of_choices("scoring", "nearest33", "floor35"),
    option_of_choices("deal_packet", 1, 5),
    option_of_choices("removed_card", "4B", "4C", "4D", "4S"),
    option_of_choices("declarations", "none", "manual", "automatic"),
    option_of_choices("terzo_con_re", False, True),
    option_of_choices("signals", "none", "bredese", "neutra"),
    option_of_choices("first_lead", "right_of_dealer", "four_of_denari"),
)


def rules_from(data: Json) -> Rules | Refused:
    return options.read_rules("tressette", PRESETS, OPTIONS, data, match_end=MatchEnd.from_json)
