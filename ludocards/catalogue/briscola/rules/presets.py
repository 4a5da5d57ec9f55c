"""The presets and options of Briscola, and an index of the clauses of its rules.

Its tests are in `tests/engine/briscola/`. Clauses about which the sources differ have a letter: G is the
regulation of a tournament (genovagioca.it), H the *Piccola enciclopedia di giuochi e passatempi* (Hoepli
1929), P paginainizio.com; the rulebook has their addresses.

| clause | function | test |
|---|---|---|
| two, three, or four in two pairs | `state.State.sides` | `test_two_three_or_four_in_pairs` |
| with three players a 2 is left out | `state.State.pack` | `test_three_play_without_a_two` |
| three cards each, one at a time | `match.packets` | `test_three_cards_each` |
| the next card lies face up and makes trumps | `play.Briscola.deal` | `test_the_turned_card_makes_trumps` |
| it is the last card of the stock | `play.Briscola.hand_out` | `test_the_turned_card_is_drawn_last` |
| the player on the dealer's right leads | `play._between_deals` | `test_the_dealers_right_leads` |
| A 3 R C F 7 6 5 4 2 | `values.RANKING` | `test_the_order_of_the_cards` |
| any card may be played | `play.Briscola.legal` | `test_any_card_may_be_played` |
| highest trump, or highest of the suit led | `tricks.winning_position` | `test_who_takes_the_trick` |
| who takes leads the next | `match.take` | `test_who_takes_leads` |
| and draws first, then the others to the right | `play._draw_all` | `test_the_winner_draws_first` |
| nobody else sees what was drawn | `match.draw` | `test_a_drawn_card_is_hidden` |
| the last of all draws the turned card | `play._draw_all` | `test_the_turned_card_is_drawn_last` |
| the stock empty, the hands are played out | `play._close_trick` | `test_the_hands_are_played_out` |
| A 11, 3 10, R 4, C 3, F 2: 120 points | `values.POINTS` | `test_the_worth_of_the_cards` |
| more than half the points win the game | `scoring.winner` | `test_sixty_one_win` |
| G 60 each: a draw | `scoring.winner` | `test_sixty_each_is_a_draw` |
| P 60 each: the last trick wins | `scoring.winner` | `test_the_last_trick_may_break_a_tie` |
| three players: the most points win | `scoring.winner` | `test_three_players_need_the_most_points` |
| the deal goes to the right | `state.State.dealer` | `test_the_deal_goes_round` |
| G H two games out of three | `ends.MatchEnd.is_reached` | `test_the_end_of_a_match` |
| in a number of deals the points add up | `scoring.sheet_line` | `test_points_add_up_in_deals` |
| a trump 2 or 7 may take the turned card | `exchange.refusal` | `test_the_exchange` |
| until one's first card, or while it lies there | `exchange.refusal` | `test_the_time_of_the_exchange` |
| or only after a trick taken | `exchange.refusal` | `test_the_exchange_may_need_a_trick` |
| H partners show their last three cards | `state.State.open_to` | `test_partners_show_their_last_cards` |
| G partners may sign, or ask, with a card | `signals.offered` | `test_a_sign_goes_with_a_card` |
| G H not in the first trick | `signals.refusal` | `test_no_sign_in_the_first_trick` |
| a sign may be false | `signals.offered` | `test_a_sign_may_be_false` |
| the others may miss it | `signals.heard` | `test_a_sign_may_be_for_the_partner_alone` |
| asked of a partner who is still to play | `signals.offered` | `test_only_a_partner_to_come_is_asked` |

Where the sources are silent: one sign or request with each card, none with the last; if more than one of
three players has the most points, nobody wins; the first dealer is drawn by lot.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludocards.engine import options
from ludocards.engine.ends import MatchEnd, match_end
from ludocards.engine.game import Json, Option, Refused
from ludocards.engine.options import option_of_choices

BEST_OF_THREE = MatchEnd("games", 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    preset: str
    players: tuple[int, ...] = (2, 3, 4)
    """The numbers of players for whom the preset is."""
    match_end: MatchEnd = BEST_OF_THREE
    tie: str = "draw"
    """The winner if the most points are shared: nobody, or whoever took the last trick."""
    signals: str = "none"
    signals_seen: str = "all"
    """The people who see a sign: everybody, or the partner alone."""
    requests: bool = False
    """True if a player may also ask the partner for a card."""
    partner_cards: str = "never"
    """When partners see each other's cards: never, or as long as the last three are played."""
    exchange: str = "none"
    """The trumps that may be exchanged for the turned card: a key of `exchange.WAYS`."""
    exchange_until: str = "first_trick"
    exchange_after_win: bool = False
    removed_card: str = "2B"
    deal_packet: int = 1


PRESETS: Mapping[str, Rules] = {
    rules.preset: rules
    for rules in (
        Rules(preset="classico"),
        Rules(
            preset="osteria",
            players=(4,),
            signals="segni",
            signals_seen="partner",
            requests=True,
            partner_cards="last_three",
        ),
        Rules(preset="torneo", players=(4,)),
    )
}

OPTIONS: tuple[Option, ...] = (
    match_end(("games", "deals"), ({"games": 1}, {"games": 2}, {"games": 3}, {"games": 4}, {"deals": 4})),
    option_of_choices("tie", "draw", "last_trick"),
    option_of_choices("signals", "none", "segni"),
    option_of_choices("signals_seen", "all", "partner"),
    option_of_choices("requests", False, True),
    option_of_choices("partner_cards", "never", "last_three"),
    option_of_choices("exchange", "none", "two", "seven", "seven_two"),
    option_of_choices("exchange_until", "first_trick", "stock"),
    option_of_choices("exchange_after_win", False, True),
    option_of_choices("removed_card", "2B", "2C", "2D", "2S"),
    option_of_choices("deal_packet", 1, 3),
)


def rules_from(data: Json) -> Rules | Refused:
    return options.read_rules("briscola", PRESETS, OPTIONS, data, match_end=MatchEnd.from_json)
