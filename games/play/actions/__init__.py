"""Every write at a table.

- `play` moves matches on, `words` handles what is said in an open window, `dealing` is chance, `storing`
  writes a step to the database, and `together` the moves of all tables in one commit;
- `finding` finds a seat for a person;
- `tables` changes who sits where between matches, and `seating` during one; `absent_seats` are those of
  people who are not there; `arriving` moves a guest's seats to the account that the guest signs in to,
  `carrying` a seat to another device, and `invitations` invites people to a table;
- `manners` carries out what players propose to each other: claims, taking back, pauses, concessions;
- `postponing` extends the deadlines of running matches after downtime;
- `spectating` chooses the seat to watch from, `chat` adds a line, `house_rules` keeps rules under a name, and
  `hosting` opens tables for others.

An action checks, writes, and rings the doorbell on commit. If it cannot be done it raises `ActionRefused`,
and nothing has changed, except by `submit`: what had to be played before the refused command stays played.
"""

from games.play.actions.absent_seats import lend, send_away, wait_for
from games.play.actions.arriving import take_along
from games.play.actions.carrying import (
    LINK_HOLDS,
    carried_seat,
    carry_seat,
    make_carrying_token,
    use_up_link,
)
from games.play.actions.chat import line_of, say
from games.play.actions.dealing import is_nonce, ticket
from games.play.actions.finding import Wish, find_seat
from games.play.actions.hosting import (
    begin_hosted,
    close_hosted,
    hide,
    host_table,
    let_watch,
    open_boards,
    play_on,
    reseat,
    reveal_boards,
    substitute,
)
from games.play.actions.house_rules import (
    LONGEST_TITLE,
    change_rules,
    delete_rules,
    keep_rules,
    save_rules,
    tidy_name,
)
from games.play.actions.invitations import invite
from games.play.actions.manners import answer, end_pause, propose
from games.play.actions.play import (
    abort,
    attempt,
    begin_match,
    end_deserted,
    go_on,
    reclaim,
    replace_player,
    stand_still,
    stop,
    submit,
    time_out,
)
from games.play.actions.postponing import postpone
from games.play.actions.spectating import show_hands, spectate
from games.play.actions.storing import Accepted, Waiting
from games.play.actions.tables import (
    A_DAY,
    BY_DAYS,
    CLOCKS,
    add_nonce,
    check_table,
    close,
    fill_with_bots,
    hear_socket,
    leave,
    let_join,
    lose_socket,
    may_take_days,
    open_table,
    quick_game,
    remove_bot,
    sit,
    touch,
    want_rematch,
)
from games.play.actions.together import attempt_together

__all__ = [
    "A_DAY",
    "BY_DAYS",
    "CLOCKS",
    "LINK_HOLDS",
    "LONGEST_TITLE",
    "Accepted",
    "Waiting",
    "Wish",
    "abort",
    "add_nonce",
    "answer",
    "attempt",
    "attempt_together",
    "begin_hosted",
    "begin_match",
    "carried_seat",
    "carry_seat",
    "change_rules",
    "check_table",
    "close",
    "close_hosted",
    "delete_rules",
    "end_deserted",
    "end_pause",
    "fill_with_bots",
    "find_seat",
    "go_on",
    "hear_socket",
    "hide",
    "host_table",
    "invite",
    "is_nonce",
    "keep_rules",
    "leave",
    "lend",
    "let_join",
    "let_watch",
    "line_of",
    "lose_socket",
    "make_carrying_token",
    "may_take_days",
    "open_boards",
    "open_table",
    "play_on",
    "postpone",
    "propose",
    "quick_game",
    "reclaim",
    "remove_bot",
    "replace_player",
    "reseat",
    "reveal_boards",
    "save_rules",
    "say",
    "send_away",
    "show_hands",
    "sit",
    "spectate",
    "stand_still",
    "stop",
    "submit",
    "substitute",
    "take_along",
    "ticket",
    "tidy_name",
    "time_out",
    "touch",
    "use_up_link",
    "wait_for",
    "want_rematch",
]
