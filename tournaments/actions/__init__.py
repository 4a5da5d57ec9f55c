"""Everything people do in a tournament.

`events` creates and changes tournaments, `again` announces one again, `entries` enters and checks in,
`templates` keeps the set-up of events for a club,
`leaving` withdraws and returns, `holding` locks what an action is about,
`partners` finds partners, `directing` controls clocks, seats and announcements, `exits`
shortens and ends an event or goes back to registration, `deals` shows hands of real
tables to directors, `rulings` decides on results,
`scores` writes down those of real tables, `cash` takes fees and gives them back,
`resting` asks to sit out rounds, `phases` lets events count for a federation,
`evenings` brings an evening from another site, and `claims` calls the directors.

An action checks the person's right, makes the change, logs it, and runs the sequencer. If it raises
`ActionRefused`, nothing has changed.
"""

from tournaments.actions.again import (
    MOST_TIMES,
    MOST_WEEKS_APART,
    begin_from_template,
    coming_starts,
    keep_set_up,
    may_repeat,
    repeat_event,
    set_up_of,
)
from tournaments.actions.alone import play_with_bots
from tournaments.actions.cash import return_fee, return_lost_fee, take_all_fees, take_fee
from tournaments.actions.checking import LONGEST_REASON
from tournaments.actions.claims import answer_claim, call_directors
from tournaments.actions.days import play_deal_of_the_day
from tournaments.actions.deals import look_at_deals, take_deals
from tournaments.actions.directing import (
    allow_pairing,
    extend_round,
    forbid_pairing,
    nudge_table,
    pair_anew,
    pause_event,
    publish_announcement,
    resume_event,
    start_event,
    start_round,
    substitute_member,
    swap_entries,
)
from tournaments.actions.entries import (
    Named,
    check_in,
    check_in_entry,
    enter_members,
    entrants_of,
    register_entry,
    renew_seat_link,
    set_seeds,
)
from tournaments.actions.evenings import import_evening
from tournaments.actions.events import (
    ALWAYS,
    LONGEST_DESCRIPTION,
    LONGEST_NAME,
    MOST_NAMES_DAYS,
    MOST_ROUNDS,
    MOST_ROUNDS_APART,
    add_director,
    cancel_event,
    change_event,
    create_event,
    hide_hands,
    invite_to_event,
    remove_director,
    show_hands,
    withdraw_invitation,
)
from tournaments.actions.exits import (
    call_last_round,
    change_length,
    end_event,
    reopen_registration,
    round_bounds,
)
from tournaments.actions.holding import carry_out_once
from tournaments.actions.leaving import come_back, reinstate_entry, remove_entry, withdraw_from_event
from tournaments.actions.lists import import_entries, read_list
from tournaments.actions.names import correct_entry, forget_club_member, forget_person, may_forget
from tournaments.actions.partners import accept_partner, decline_partner, seek_partner, take_place
from tournaments.actions.phases import (
    carry_over_best,
    qualified_entries,
    remove_phase,
    set_phase,
)
from tournaments.actions.resting import ask_byes
from tournaments.actions.rulings import (
    adjust_points,
    annul_deal,
    annul_result,
    end_table,
    forfeit_part,
    give_average,
    penalise_table,
    points_bounds,
    restore_deal,
    restore_result,
    seat_resting,
    walkover_points_at,
)
from tournaments.actions.scores import confirm_scores, enter_scores, renew_score_link, write_scores
from tournaments.actions.series import (
    change_series,
    close_seasons,
    create_series,
    give_back_points,
    person_in_series,
    take_points,
)
from tournaments.actions.teams import ask_member, hand_in_line_up, represent_club
from tournaments.actions.templates import delete_template, rename_template, save_template
from tournaments.models.events import FIXED

__all__ = [
    "ALWAYS",
    "FIXED",
    "LONGEST_DESCRIPTION",
    "LONGEST_NAME",
    "LONGEST_REASON",
    "MOST_NAMES_DAYS",
    "MOST_ROUNDS",
    "MOST_ROUNDS_APART",
    "MOST_TIMES",
    "MOST_WEEKS_APART",
    "Named",
    "accept_partner",
    "add_director",
    "adjust_points",
    "allow_pairing",
    "annul_deal",
    "annul_result",
    "answer_claim",
    "ask_byes",
    "ask_member",
    "begin_from_template",
    "call_directors",
    "call_last_round",
    "cancel_event",
    "carry_out_once",
    "carry_over_best",
    "change_event",
    "change_length",
    "change_series",
    "check_in",
    "check_in_entry",
    "close_seasons",
    "come_back",
    "coming_starts",
    "confirm_scores",
    "correct_entry",
    "create_event",
    "create_series",
    "decline_partner",
    "delete_template",
    "end_event",
    "end_table",
    "enter_members",
    "enter_scores",
    "entrants_of",
    "extend_round",
    "forbid_pairing",
    "forfeit_part",
    "forget_club_member",
    "forget_person",
    "give_average",
    "give_back_points",
    "hand_in_line_up",
    "hide_hands",
    "import_entries",
    "import_evening",
    "invite_to_event",
    "keep_set_up",
    "look_at_deals",
    "may_forget",
    "may_repeat",
    "nudge_table",
    "pair_anew",
    "pause_event",
    "penalise_table",
    "person_in_series",
    "play_deal_of_the_day",
    "play_with_bots",
    "points_bounds",
    "publish_announcement",
    "qualified_entries",
    "read_list",
    "register_entry",
    "reinstate_entry",
    "remove_director",
    "remove_entry",
    "remove_phase",
    "rename_template",
    "renew_score_link",
    "renew_seat_link",
    "reopen_registration",
    "repeat_event",
    "represent_club",
    "restore_deal",
    "restore_result",
    "resume_event",
    "return_fee",
    "return_lost_fee",
    "round_bounds",
    "save_template",
    "seat_resting",
    "seek_partner",
    "set_phase",
    "set_seeds",
    "set_up_of",
    "show_hands",
    "start_event",
    "start_round",
    "substitute_member",
    "swap_entries",
    "take_all_fees",
    "take_deals",
    "take_fee",
    "take_place",
    "take_points",
    "walkover_points_at",
    "withdraw_from_event",
    "withdraw_invitation",
    "write_scores",
]
