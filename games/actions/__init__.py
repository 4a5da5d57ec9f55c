"""Every write. `play` moves matches on, `tables` changes who sits where, `chat` says something.

An action checks, does, and rings the doorbell on commit. What was not done comes back as a
`Refused`, and nothing has changed.
"""

from games.actions.chat import say
from games.actions.play import Accepted, add_downtime, begin_match, submit, take_back, time_out
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
    "add_downtime",
    "begin_match",
    "close",
    "fill_with_bots",
    "find_seat",
    "hear_socket",
    "leave",
    "lose_socket",
    "open_table",
    "quick_game",
    "remove_bot",
    "say",
    "sit",
    "submit",
    "take_back",
    "time_out",
    "want_rematch",
]
