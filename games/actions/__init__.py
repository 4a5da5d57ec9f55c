"""Every write. `play` moves matches on, `tables` changes who sits where, `invitations` asks somebody to one,
`chat` says something, and `houserules` names the rules of a table.

An action checks, does, and rings the doorbell on commit. What was not done comes back as a
`Refused`, and nothing has changed.
"""

from games.actions.chat import say
from games.actions.houserules import change_rules, delete_rules, keep_rules, save_rules, tidy_name
from games.actions.invitations import invite
from games.actions.play import (
    Accepted,
    Waiting,
    add_downtime,
    attempt,
    begin_match,
    submit,
    take_back,
    time_out,
)
from games.actions.tables import (
    close,
    fill_with_bots,
    find_seat,
    hear_socket,
    leave,
    lose_socket,
    open_table,
    quick_game,
    remove_bot,
    sit,
    want_rematch,
)

__all__ = [
    "Accepted",
    "Waiting",
    "add_downtime",
    "attempt",
    "begin_match",
    "change_rules",
    "close",
    "delete_rules",
    "fill_with_bots",
    "find_seat",
    "hear_socket",
    "invite",
    "keep_rules",
    "leave",
    "lose_socket",
    "open_table",
    "quick_game",
    "remove_bot",
    "save_rules",
    "say",
    "sit",
    "submit",
    "take_back",
    "tidy_name",
    "time_out",
    "want_rematch",
]
