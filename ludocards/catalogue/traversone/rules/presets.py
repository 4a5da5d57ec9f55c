"""The presets and options of Tressette a perdere, and an index of the clauses of its rules.

Its tests are in `tests/engine/traversone/`. Clauses about which the sources differ have a letter: P is
pagat.com (Ciapanò), C cinquantamila.it, W Wikipedia (Traversone), B biska.com, L lotoflaughs.com; the
rulebook has their addresses.

| clause | function | test |
|---|---|---|
| W three to six, everybody alone | `state.State.sides` | `test_everybody_plays_alone` |
| W with three a 4 is left out | `state.State.removed` | `test_the_pack_is_divided_evenly` |
| W with six the 4s are left out | `state.State.removed` | `test_the_pack_is_divided_evenly` |
| all cards are dealt, one at a time | `match.packets` | `test_the_cards_are_dealt_one_at_a_time` |
| the player on the dealer's right leads | `play._between_deals` | `test_the_dealers_right_leads` |
| the suit led must be followed | `tricks.must_follow` | `test_suit_must_be_followed` |
| without it any card may be played | `tricks.must_follow` | `test_a_void_hand_plays_any_card` |
| the highest of the suit led takes | `tricks.winning_position` | `test_who_takes_the_trick` |
| who takes leads the next | `match.take` | `test_who_takes_leads` |
| A 3 thirds, 3 2 R C F a third | `values.THIRDS` | `test_the_worth_of_the_cards` |
| points are thirds rounded down | `scoring.scores` | `test_points_are_rounded_down` |
| the last trick is one point | `scoring.scores` | `test_the_last_trick_is_a_point` |
| W L and takes what the others dropped | `scoring.scores` | `test_fractions_go_to_the_last_trick` |
| C or the fractions are dropped | `scoring.scores` | `test_fractions_may_be_dropped` |
| W B who takes all writes 0, the others 11 | `scoring.cappotto` | `test_the_cappotto` |
| or only with all thirds | `scoring.cappotto` | `test_the_strict_cappotto` |
| the ace of bastoni may cost 11 more | `scoring.scores` | `test_the_ace_of_bastoni_may_cost_more` |
| C cards left over go to the last trick | `scoring.sheet_line` | `test_the_monte_goes_to_the_last_trick` |
| P or the dealer lays one by | `play._discard` | `test_the_dealer_lays_a_card_by` |
| nobody else sees it | `play._discard` | `test_the_card_laid_by_is_hidden` |
| the deal goes to the right | `state.State.dealer` | `test_the_deal_goes_round` |
| B L the match ends when somebody has 31 | `scoring.is_decided` | `test_the_end_of_a_match` |
| the fewest points win | `sheet.places_by_side` | `test_the_fewest_points_win` |
| a shared first place is played off | `scoring.is_decided` | `test_the_end_of_a_match` |

Where the sources are silent: the last card goes to the dealer, who lays one by; the cappotto counts before
the ace of bastoni, and then the ace costs nothing; the first dealer is drawn by lot.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludocards.engine import options
from ludocards.engine.ends import MatchEnd, match_end
from ludocards.engine.game import Json, Option, Refused
from ludocards.engine.options import option_of_choices

TO_31 = MatchEnd("points", 31)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    preset: str
    match_end: MatchEnd = TO_31
    fractions: str = "to_last"
    """The thirds that rounding down leaves: to the winner of the last trick, or dropped."""
    cappotto: str = "others_11"
    """When taking everything is worth nothing: with all 11 points, with all cards that count, or never."""
    asso_di_bastoni: str = "none"
    three_deck: str = "no_four"
    """The cards that cannot be divided: left out, left over for the last trick (with three and six
    players), or with three players one laid by by the dealer."""
    removed_card: str = "4B"


PRESETS: Mapping[str, Rules] = {
    rules.preset: rules
    for rules in (
        Rules(preset="traversone"),
        Rules(preset="ciapano", three_deck="dealer_discards", fractions="dropped"),
        Rules(preset="rovescino", match_end=MatchEnd("points", 21), cappotto="none"),
    )
}

OPTIONS: tuple[Option, ...] = (
    match_end(
        ("points", "deals"), (*({"points": n} for n in (21, 31, 41, 51, 100)), {"deals": 4}, {"deals": 12})
    ),
    option_of_choices("fractions", "to_last", "dropped"),
    option_of_choices("cappotto", "others_11", "strict", "none"),
    option_of_choices("asso_di_bastoni", "none", "plus_11"),
    option_of_choices("three_deck", "no_four", "monte", "dealer_discards"),
    option_of_choices("removed_card", "4B", "4C", "4D", "4S"),
)


def rules_from(data: Json) -> Rules | Refused:
    return options.read_rules("traversone", PRESETS, OPTIONS, data, match_end=MatchEnd.from_json)
