"""Every write at a table.

- `play` begins a match, executes commands, stops, resumes and ends it; `speaking` stores the calls made in an
  open window; `dealing` commits to the shuffles and deals; `storing` writes a step to the database, and
  `together` the moves of all tables in one commit;
- `finding` finds a seat for a person;
- `tables` changes who sits where between matches, and `seating` while one is played; `absent_seats` lends the
  seats of absent people to bots, or frees them; `arriving` moves a guest's seats to the account that the
  guest signs in to, and names guests, `carrying` moves a seat to another device, and `invitations` invites
  people to a table;
- `proposing` carries out what players propose to each other: claims, taking back a move, pauses, concessions;
- `postponing` extends the deadlines of running matches after downtime;
- `spectating` chooses the seat to watch from, `chat` adds a line, `house_rules` saves rules under a name;
- `hosting` runs tables for another part of the platform, such as a tournament, which decides who sits there.

An action checks, writes, and rings the doorbell on commit. If it cannot be done it raises `ActionRefused`,
and nothing has changed. The exception is `submit_command`: what was due before the refused command, such as
the clock's move after the deadline, stays played.
"""

from games.play.actions.absent_seats import lend_seat, send_away, wait_for_absent
from games.play.actions.arriving import move_guest_seats, name_guest
from games.play.actions.carrying import (
    carried_seat,
    carry_seat,
    make_carrying_token,
    use_up_link,
)
from games.play.actions.chat import add_table_line, chat_line
from games.play.actions.dealing import is_nonce, opening_ticket
from games.play.actions.finding import Wish, find_seat
from games.play.actions.hosting import (
    AlreadyBegun,
    HostedBot,
    begin_hosted,
    begin_next_match,
    close_hosted,
    hide_tables,
    host_table,
    open_boards,
    reseat_table,
    reveal_boards,
    set_watchable,
    substitute_player,
)
from games.play.actions.house_rules import (
    LONGEST_TITLE,
    change_rules,
    copy_rules,
    delete_rules,
    save_rules,
    tidy_name,
)
from games.play.actions.invitations import invite_to_table
from games.play.actions.play import (
    abort_match,
    begin_match,
    end_deserted,
    go_on_match,
    reclaim_seat,
    replace_player,
    stop_match,
    submit_command,
    suspend_deserted_match,
    time_out,
    try_command,
)
from games.play.actions.postponing import postpone_deadlines
from games.play.actions.proposing import answer_proposal, end_pause, make_proposal
from games.play.actions.speaking import listen_to_bots
from games.play.actions.spectating import choose_vantage, show_hands_at_boards
from games.play.actions.storing import Accepted, Waiting
from games.play.actions.tables import (
    A_DAY,
    BY_DAYS,
    CLOCKS,
    add_player_nonce,
    check_table,
    close_idle_table,
    fill_with_bots,
    leave_table,
    may_take_days,
    note_socket_closed,
    note_socket_open,
    open_table,
    play_again,
    quick_game,
    remove_bot,
    request_rematch,
    set_joinable,
    take_seat,
    touch_seat,
)
from games.play.actions.together import attempt_together

__all__ = [
    "A_DAY",
    "BY_DAYS",
    "CLOCKS",
    "LONGEST_TITLE",
    "Accepted",
    "AlreadyBegun",
    "HostedBot",
    "Waiting",
    "Wish",
    "abort_match",
    "add_player_nonce",
    "add_table_line",
    "answer_proposal",
    "attempt_together",
    "begin_hosted",
    "begin_match",
    "begin_next_match",
    "carried_seat",
    "carry_seat",
    "change_rules",
    "chat_line",
    "check_table",
    "choose_vantage",
    "close_hosted",
    "close_idle_table",
    "copy_rules",
    "delete_rules",
    "end_deserted",
    "end_pause",
    "fill_with_bots",
    "find_seat",
    "go_on_match",
    "hide_tables",
    "host_table",
    "invite_to_table",
    "is_nonce",
    "leave_table",
    "lend_seat",
    "listen_to_bots",
    "make_carrying_token",
    "make_proposal",
    "may_take_days",
    "move_guest_seats",
    "name_guest",
    "note_socket_closed",
    "note_socket_open",
    "open_boards",
    "open_table",
    "opening_ticket",
    "play_again",
    "postpone_deadlines",
    "quick_game",
    "reclaim_seat",
    "remove_bot",
    "replace_player",
    "request_rematch",
    "reseat_table",
    "reveal_boards",
    "save_rules",
    "send_away",
    "set_joinable",
    "set_watchable",
    "show_hands_at_boards",
    "stop_match",
    "submit_command",
    "substitute_player",
    "suspend_deserted_match",
    "take_seat",
    "tidy_name",
    "time_out",
    "touch_seat",
    "try_command",
    "use_up_link",
    "wait_for_absent",
]
