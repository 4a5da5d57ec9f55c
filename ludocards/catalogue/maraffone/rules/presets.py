"""The presets and options of Maraffone, and an index of the clauses of its rules.

Its tests are in `tests/engine/maraffone/`. Clauses about which the sources differ have a letter: M is
marafone-romagnolo.it, S settimobinario.it, R the "Regole ufficiali" of a project on GitHub; the rulebook has
their addresses.

| clause | function | test |
|---|---|---|
| four in two pairs, opposite each other | `state.State.sides` | `test_partners_sit_opposite` |
| ten cards each, in packets of five | `match.packets` | `test_ten_cards_each_in_packets_of_five` |
| 3 2 A R C F 7 6 5 4 | `values.RANKING` | `test_the_order_of_the_cards` |
| first the holder of the 4 of denari names | `play.Maraffone.deal` | `test_the_four_of_denari_names_first` |
| M then the player on the right | `state.State.dealer` | `test_the_namer_moves_to_the_right` |
| or the player on the dealer's right | `state.State.dealer` | `test_the_deal_may_rotate_by_itself` |
| the last namer deals | `state.State.dealer` | `test_the_namer_moves_to_the_right` |
| trumps are named before a card is played | `play.Maraffone.apply` | `test_trumps_are_named_first` |
| any suit, held or not | `play.Maraffone.legal` | `test_any_suit_may_be_named` |
| the namer leads | `play.Maraffone.deal` | `test_the_namer_leads` |
| the suit led must be followed | `tricks.must_follow` | `test_must_follow_suit` |
| without it any card: trumping is free | `tricks.must_follow` | `test_nobody_has_to_trump` |
| highest trump, or highest of the suit led | `tricks.winning_position` | `test_who_takes_the_trick` |
| who takes leads the next | `match.take` | `test_who_takes_the_trick` |
| A 3; 3 2 R C F 1; last trick 3 thirds | `rules.parts` | `test_the_worth_of_a_trick` |
| thirds are rounded down: 11 points | `values.Scoring.score` | `test_eleven_points_a_deal` |
| R thirds are kept (figures) | `values.Scoring.score` | `test_figures_keep_the_thirds` |
| M S the namer with A 2 3 leads the ace: 3 points | `play._cricca_led` | `test_the_cricca_of_the_namer` |
| M not if another card is led | `play._cricca_led` | `test_a_cricca_that_is_not_led_is_lost` |
| R whoever has A 2 3 accuses | `play._accuse` | `test_anyone_may_accuse_the_cricca` |
| the leader may say one word | `signals.offered` | `test_only_the_leader_speaks` |
| busso: always | `signals.WHEN` | `test_the_conditions_of_the_words` |
| striscio: some of the suit are left | `signals.WHEN` | `test_the_conditions_of_the_words` |
| M striscio: exactly one is left | `signals.offered` | `test_striscio_may_mean_exactly_one` |
| volo: none of the suit is left | `signals.WHEN` | `test_the_conditions_of_the_words` |
| R the words are true | `signals.refusal` | `test_a_false_word_is_refused` |
| silence in the last trick | `signals.offered` | `test_no_word_in_the_last_trick` |
| to 41 points, strictly ahead | `ends.MatchEnd.is_reached` | `test_the_end_of_a_match` |
| R to 41 and a figure | `scoring.is_decided` | `test_forty_one_and_a_figure` |

Where the sources are silent: the suit named need not be held; the first dealer is drawn by lot, and only
deals; the bonus counts at once, and the end of the match is tested after the deal.
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
    match_end: MatchEnd
    scoring: str = "floor35"
    next_namer: str = "from_namer"
    """Who names in later deals: the player on the right of the last namer, or of a dealer who rotates."""
    cricca: str = "namer"
    """Who scores for the three highest trumps: the namer by leading the ace, anyone by accusing, nobody."""
    signals: str = "romagna"
    """A variant of `signals.SIGNALS`."""
    striscio: str = "some_left"
    """How many cards of the suit the word *striscio* says are left: some, or exactly one."""
    deal_packet: int = 5


PRESETS: Mapping[str, Rules] = {
    rules.preset: rules
    for rules in (
        Rules(preset="maraffone", match_end=MatchEnd("points", 41)),
        Rules(preset="corto", match_end=MatchEnd("points", 31)),
        Rules(preset="figure", match_end=MatchEnd("points", 41), scoring="figures"),
    )
}

OPTIONS: tuple[Option, ...] = (
    match_end(
        ("points", "figures", "deals"),
        ({"points": 21}, {"points": 31}, {"points": 41}, {"points": 51}, {"figures": 124}),
    ),
    option_of_choices("scoring", "floor35", "figures"),
    option_of_choices("next_namer", "from_namer", "from_dealer"),
    option_of_choices("cricca", "namer", "anyone", "none"),
    option_of_choices("signals", "romagna", "none"),
    option_of_choices("striscio", "some_left", "one_left"),
    option_of_choices("deal_packet", 5, 1),
)


def rules_from(data: Json) -> Rules | Refused:
    return options.read_rules("maraffone", PRESETS, OPTIONS, data, match_end=MatchEnd.from_json)
