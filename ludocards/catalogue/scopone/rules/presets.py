"""The presets and options of Scopone and Scopa, and an index of the clauses of their rules.

Its tests are in `tests/engine/scopone/`. Clauses about which the sources differ have a letter: F is the
federal regulation, L the page of Ludopoli, P pagat.com, B *The Penguin Book of Card Games*; the rulebook has
their addresses.

| clause | function | test |
|---|---|---|
| four in two pairs; Scopa also two or three | `state.State.sides` | `test_pairs_or_everybody_alone` |
| L ten cards each, the table empty | `play.Scopone.hand_out` | `test_ten_cards_each_and_an_empty_table` |
| F nine cards each, four on the table | `play.Scopone.hand_out` | `test_nine_cards_and_four_on_the_table` |
| Scopa: three cards each, four on the table | `play.Scopone.hand_out` | `test_three_cards_each_and_a_stock` |
| and three more each for empty hands | `play._deal_more` | `test_empty_hands_get_three_more` |
| P three kings on the table: a void deal | `play.Scopone.deal` | `test_three_kings_make_a_void_deal` |
| after it the same dealer deals again | `state.State.dealer` | `test_the_same_dealer_deals_again` |
| the dealer's right begins | `state.State.turn` | `test_the_dealers_right_begins` |
| any card may be played | `play.Scopone.legal` | `test_any_card_may_be_played` |
| it takes one card of its number | `captures.takings` | `test_an_equal_card_goes_before_a_sum` |
| without one, cards that add up to it | `captures.takings` | `test_captures` |
| its player chooses among several | `play.Scopone.legal` | `test_the_player_chooses_what_is_taken` |
| it must take if it can | `captures.refusal` | `test_capture_is_compulsory` |
| else it stays on the table | `play._played` | `test_a_card_that_takes_nothing_stays` |
| an empty table after a capture is a scopa | `play._played` | `test_an_emptied_table_is_a_scopa` |
| L not with the last card of the deal | `play._played` | `test_the_last_card_makes_no_scopa` |
| what is left goes to the last to capture | `play._close` | `test_the_rest_goes_to_the_last_to_capture` |
| carte: most cards | `scoring.awards` | `test_most_cards_score_a_point` |
| denari: most of that suit | `scoring.awards` | `test_most_denari_score_a_point` |
| settebello: the 7 of denari | `scoring.awards` | `test_the_settebello_scores_a_point` |
| primiera: the best card of each suit | `scoring.primiera` | `test_primiera` |
| a side without a suit has none | `scoring.primiera` | `test_no_primiera_without_a_suit` |
| a tie scores nothing | `scoring.most` | `test_a_tie_scores_nothing` |
| napola: A 2 3 … of denari, a point each | `scoring.napola` | `test_the_napola` |
| P all ten may win the match | `scoring.won_by_napola` | `test_ten_denari_may_win_the_match` |
| the king of denari may be a point | `scoring.awards` | `test_the_rebello` |
| the target, and strictly ahead | `ends.MatchEnd.is_reached` | `test_the_end_of_a_match` |
| B or who first has it, counted in order | `scoring.counted` | `test_points_may_be_counted_in_order` |
| the deal goes to the right | `state.State.dealer` | `test_the_deal_goes_round` |

Where the sources are silent: after a void deal the same dealer deals again, and in a match of so many deals
it does not count; if no side has a card of each suit there is no primiera; napola and rebello are counted
after the primiera, and scope last, as they were made; in a match of so many deals the ten denari count ten
points and end nothing. A number of deals is best a multiple of the players, since the dealer's side has the
last card: the form offers such numbers. Every capture was open to all, so it stays in the view; `review` says
what a table shows of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludocards.engine import options
from ludocards.engine.ends import MatchEnd, match_end
from ludocards.engine.game import Json, Option, Refused
from ludocards.engine.options import option_of_choices

TWENTY_ONE = MatchEnd("points", 21)
ELEVEN = MatchEnd("points", 11)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    preset: str
    players: tuple[int, ...] = (4,)
    """The numbers of players for whom the preset is."""
    match_end: MatchEnd = TWENTY_ONE
    cards: str = "ten"
    """The cards dealt to each of four, a key of `values.DEALT`; two or three always get three."""
    last_scopa: bool = False
    """True if a scopa with the last card of a deal counts."""
    napola: str = "none"
    """With `full`, A 2 3 … of denari score; with `full_wins`, all ten also win a match that is played to a
    target."""
    rebello: bool = False
    """True if the king of denari is a point."""
    primiera_figures: str = "ten"
    """A key of `values.FIGURES`."""
    redeal_kings: bool = True
    """True if three kings among the cards on the table make a deal void."""
    finish: str = "deal_end"
    """`in_order`: the points of a deal are counted one after the other until a side has the target."""
    deal_packet: int = 1
    review: str = "last_capture"
    """The captures that a table shows again: the last one of each side, or all of the deal."""

    def in_hand(self, players: int) -> str:
        """The way of dealing for so many players, a key of `values.DEALT`."""
        return self.cards if players == 4 else "three"

    def has_table(self, players: int) -> bool:
        """True if cards are dealt to the table."""
        return self.in_hand(players) != "ten"

    @property
    def target(self) -> int | None:
        """The points to be reached; None in a match of a number of deals."""
        return self.match_end.target if self.match_end.deals is None else None


PRESETS: Mapping[str, Rules] = {
    rules.preset: rules
    for rules in (
        Rules(preset="scientifico"),
        Rules(preset="nove_carte", cards="nine", match_end=ELEVEN),
        Rules(preset="scopa", players=(2, 3, 4), cards="three", match_end=ELEVEN),
    )
}

OPTIONS: tuple[Option, ...] = (
    match_end(
        ("points", "deals"),
        (*({"points": n} for n in (11, 16, 21, 31)), *({"deals": n} for n in (2, 4, 8))),
    ),
    option_of_choices("cards", "ten", "nine", "three"),
    option_of_choices("last_scopa", False, True),
    option_of_choices("napola", "none", "full", "full_wins"),
    option_of_choices("rebello", False, True),
    option_of_choices("primiera_figures", "ten", "r10_c9_f8"),
    option_of_choices("redeal_kings", True, False),
    option_of_choices("finish", "deal_end", "in_order"),
    option_of_choices("deal_packet", 1, 3),
    option_of_choices("review", "last_capture", "all"),
)


def rules_from(data: Json) -> Rules | Refused:
    return options.read_rules("scopone", PRESETS, OPTIONS, data, match_end=MatchEnd.from_json)
