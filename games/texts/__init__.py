"""Every text that the server says about games, translated when it is shown.

What is particular to a game is in the module `texts` of its package; what follows here is true of all.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import cache
from typing import Any

from babel.dates import format_datetime
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy, pgettext_lazy
from django.utils.translation import gettext as _

from games.bots.levels import LEVELS
from games.bots.registry import POLICIES
from games.engine.game import Json, Refused
from games.engine.registry import GAMES, part
from games.texts.cards import PLURALS, card_name, rank_name, suit_name
from games.texts.shapes import GameTexts, OptionText, PresetText, Text

REFUSALS: Mapping[str, Text] = {
    # opening a table
    "no_game": gettext_lazy("There is no such game."),
    "no_preset": gettext_lazy("There are no such rules."),
    "bad_rules": gettext_lazy("These rules cannot be played."),
    "wrong_players": gettext_lazy("These rules are not for this number of players."),
    "bad_clock": gettext_lazy("This clock is not possible."),
    "bad_pace": gettext_lazy("The bots cannot play at this pace."),
    "too_many_tables": gettext_lazy("You already have %(most)d open tables. Close one first."),
    "clock_needed": gettext_lazy("Only private tables can do without a clock."),
    # house rules
    "no_house_rules": gettext_lazy("These house rules no longer exist."),
    "bad_rules_name": gettext_lazy("A name has 1 to %(most)d readable characters."),
    "rules_name_taken": gettext_lazy("You already have house rules called “%(name)s”."),
    "too_many_house_rules": gettext_lazy("You already have %(most)d sets of house rules. Delete one first."),
    "not_your_rules": gettext_lazy("These house rules are somebody else’s. Keep a copy, and change that."),
    # sitting
    "no_table": gettext_lazy("There is no such table."),
    "table_closed": gettext_lazy("This table is closed."),
    "no_seat": gettext_lazy("There is no such seat."),
    "no_free_seat": gettext_lazy("Every seat is taken."),
    "already_seated": gettext_lazy("You already have a seat at this table."),
    "seat_taken": gettext_lazy("That seat is taken."),
    "match_running": gettext_lazy("A match is being played. Wait until it ends."),
    "match_stopped": gettext_lazy(
        "The match has been stopped. It resumes when its players are back, or when the director says so."
    ),
    "boards_closed": gettext_lazy("The same deals are still being played at other tables."),
    "seats_given": gettext_lazy("The seats at this table are assigned by the person who opened it."),
    "not_seated": gettext_lazy("You do not have a seat at this table."),
    "bad_nonce": gettext_lazy("This number cannot be mixed into the cards: send 64 hexadecimal digits."),
    "other_commitment": gettext_lazy(
        "The cards this number was for have been dealt, or other cards come next."
    ),
    "no_bot": gettext_lazy("There is no bot in that seat."),
    "no_level": gettext_lazy("This game has no bots of that level."),
    "not_reviewable": gettext_lazy("There is no review for this game yet."),
    "review_waiting": gettext_lazy("One review at a time: another one of yours is in progress."),
    "too_many_reviews": gettext_lazy("You have asked for many reviews just now. Wait a little."),
    "no_rematch": gettext_lazy("There is no match here to play again."),
    "not_watchable": gettext_lazy("This table cannot be watched."),
    "account_to_watch": gettext_lazy(
        "Others play the same deals: until they are over, only people with an account can watch them."
    ),
    "plays_these": gettext_lazy("You play these deals, or may still play them: you cannot watch them."),
    "choose_seat": gettext_lazy("First choose the seat to watch from."),
    "watches_elsewhere": gettext_lazy(
        "You are watching these deals from another seat. Stay there until they are over at all tables."
    ),
    "watch_freely": gettext_lazy("Here you watch without choosing a seat."),
    "not_host": gettext_lazy("Only the person who opened the table can do this."),
    "not_joined": gettext_lazy("Only somebody who took a bot’s seat in this match can be sent away."),
    "sent_away": gettext_lazy(
        "The person who opened the table has sent you away from this match. Choose another table."
    ),
    # bot accounts and challenges
    "people_only": gettext_lazy("This table is for people only: bot accounts may not sit here."),
    "no_challenge": gettext_lazy("There is no such challenge."),
    "too_many_challenges": gettext_lazy("You have challenged many people just now. Wait a little."),
    "challenge_over": gettext_lazy("This challenge is no longer open."),
    # inviting
    "no_person": gettext_lazy("Nobody here has this name."),
    "yourself": gettext_lazy("That is you."),
    "own_account": gettext_lazy("That takes a person’s account: guests sign up, bots have an owner."),
    "sits_here": gettext_lazy("%(name)s already has a seat here."),
    "already_invited": gettext_lazy("%(name)s has already been invited. Wait a little."),
    "too_many_invitations": gettext_lazy("Too many invitations. Wait a minute."),
    # fair play
    "paused": gettext_lazy(
        "You have left rated matches. Until %(until)s you can play where nothing is rated: at "
        "private tables, at friendly ones, and with guests or bots."
    ),
    "banned": gettext_lazy("A moderator has closed the tables to this account. Your page says why."),
    "evening_only": gettext_lazy(
        "Your seat is for one tournament only. Create an account to do this as well."
    ),
    "suspended": gettext_lazy("A moderator has closed the tables to you until %(until)s."),
    "silenced": gettext_lazy("A moderator has muted you until %(until)s: %(reason)s"),
    "bad_words": gettext_lazy("This contains a word that is not used here. Choose another."),
    # playing
    "no_match": gettext_lazy("No match is being played here."),
    "no_position": gettext_lazy("This match has no such position."),
    "not_your_match": gettext_lazy("Only people who played this match can share it. Ask one of them."),
    "match_unfinished": gettext_lazy(
        "This match was not played to its end: only finished matches can be shared."
    ),
    "came_later": gettext_lazy(
        "You joined this match after it had begun: ask somebody who played from the start to share it."
    ),
    "not_shared": gettext_lazy(
        "This link does not work: it has been withdrawn, or part of it is missing. Ask for a new one."
    ),
    "match_over": gettext_lazy("The match is over."),
    "not_your_turn": gettext_lazy("It is not your turn."),
    "not_in_hand": gettext_lazy("%(card)s is not in your hand."),
    "too_late": gettext_lazy("Too late: your time had run out, and a move was made for you."),
    "stale": gettext_lazy("The table had moved on. Have another look."),
    "command_id_used": gettext_lazy("This id was used for another command. Send it again with a new id."),
    "bad_command": gettext_lazy("The table does not understand this."),
    # talking
    "bad_text": gettext_lazy("A message has 1 to 300 characters."),
    "quiet_table": gettext_lazy("At this table nobody talks until the match is over."),
    "muted": gettext_lazy("Wait a moment before you write again."),
    "throttled": gettext_lazy("You have sent too many requests. Wait a little."),
    "sign_in": gettext_lazy("Sit down or sign in first, so that you have a name."),
    # asking
    "bad_frame": gettext_lazy("The table does not understand this."),
    "too_many_streams": gettext_lazy("Too many streams are open. Close one first."),
    "frame_too_large": gettext_lazy("This message is too long."),
    "token_at_socket": gettext_lazy(
        "Sockets take no tokens: programs read the streams below /api/v1/ and send commands over HTTP."
    ),
    "not_due": gettext_lazy("No clock has run out."),
    "bad_request": gettext_lazy("This request cannot be read."),
    "too_many_guests": gettext_lazy("Too many guests from your address. Wait a minute, or sign in."),
}

NUMBERS: Mapping[int, Text] = {
    1: pgettext_lazy("number", "one"),
    2: pgettext_lazy("number", "two"),
    3: pgettext_lazy("number", "three"),
    4: pgettext_lazy("number", "four"),
    5: pgettext_lazy("number", "five"),
    6: pgettext_lazy("number", "six"),
}

BOTS = ("Ferro", "Vela", "Noce", "Sale", "Lume", "Brace")


@cache
def of(game: str) -> GameTexts:
    """The texts of a game of the catalog."""
    texts: GameTexts = part(game, "texts").TEXTS
    return texts


def game_name(game: str) -> str:
    """The name of a game, also of one that this version does not know any more."""
    return str(of(game).name) if game in GAMES else game


def preset_name(game: str, preset: str) -> str:
    known = of(game).presets.get(preset) if game in GAMES else None
    return str(known.name) if known else preset


def players_phrase(counts: tuple[int, ...]) -> str:
    """ "for four or three", "for two to six"."""
    least, most = min(counts), max(counts)
    if len(counts) > 2 and len(counts) == most - least + 1:
        ends = {"least": NUMBERS.get(least, least), "most": NUMBERS.get(most, most)}
        return _("for %(least)s to %(most)s") % ends
    words = [str(NUMBERS.get(count, count)) for count in counts]
    listed = _("%(these)s or %(last)s") % {"these": ", ".join(words[:-1]), "last": words[-1]}
    return _("for %(numbers)s") % {"numbers": listed if len(words) > 1 else words[0]}


def preset_values(game: str, preset: str) -> dict[str, Json]:
    """The value of every option under a preset, as a form needs it; None where no choice is it."""
    rules = GAMES[game]
    values: dict[str, Json] = {}
    for option in rules.options:
        for choice in option.choices:
            chosen = rules.rules_from({"preset": preset, option.name: choice})
            if not isinstance(chosen, Refused) and option.name not in rules.rules_json(chosen):
                values[option.name] = choice
                break
        else:
            values[option.name] = None
    return values


def levels(game: str) -> list[dict[str, str]]:
    """The levels of a game's bots, the weakest first."""
    return [
        {"name": level.name, "title": _(level.title), "about": _(level.about)}
        for level in LEVELS.values()
        if level.name in POLICIES[game]
    ]


def bot_name(seat: int) -> str:
    """The name of the bot on a seat; proper names are the same in every language."""
    return f"Bot {BOTS[seat % len(BOTS)]}"


def figure(number: int, signed: bool = False) -> str:
    """A number with its real minus sign; with `signed` also a plus."""
    return f"{number:{'+' if signed else ''}}".replace("-", "\N{MINUS SIGN}")


def rules_summary(game: str, rules: Mapping[str, Any], players: int | None = None) -> list[tuple[str, str]]:
    """Every option of a table's rules with its value, in words. `rules` as in `Table.rules`."""
    if game not in GAMES:
        return []
    texts = of(game)
    preset = rules.get("preset") or next(iter(GAMES[game].presets))
    values = {**preset_values(game, preset), **rules}
    played = [(str(texts.played[0]), str(texts.played[1].get(preset, preset)))] if texts.played else []
    return played + [
        (str(text.label), text.choice(values[name]))
        for name, text in texts.options.items()
        if values.get(name) is not None and (players is None or text.only_for in (None, players))
    ]


def differences(game: str, rules: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The options of a table's rules that are not as their preset has them, with their values, in words."""
    options = of(game).options.items() if game in GAMES else ()
    return [(str(text.label), text.choice(rules[name])) for name, text in options if name in rules]


def house_summary(game: str, rules: Mapping[str, Any]) -> str:
    """ "As Ludopoli, but: si gioca a 31 punti; accusa senza." """
    named = {"preset": preset_name(game, rules["preset"])}
    said = [f"{label[:1].lower()}{label[1:]} {value}" for label, value in differences(game, rules)]
    if not said:
        return _("As %(preset)s.") % named
    return _("As %(preset)s, but: %(rules)s.") % {**named, "rules": "; ".join(said)}


def page_words(game: str, rules: Mapping[str, Any]) -> Mapping[str, Any]:
    """The words of a game that its page needs under a table's rules. `rules` as in `Table.rules`."""
    preset = rules.get("preset") or next(iter(GAMES[game].presets))
    return of(game).page({**preset_values(game, preset), **rules})


def refusal(refused: Refused, game: str | None = None) -> str:
    """A refusal in the active language; in its own plain English when nobody has translated it."""
    known = [game] if game in GAMES else list(GAMES)
    for name in known:
        assert name is not None
        template = of(name).refusals.get(refused.code) or REFUSALS.get(refused.code)
        if template is None:
            continue
        try:
            return str(template) % _named(refused.details, GAMES[name].deck.name)
        except (KeyError, TypeError, ValueError):
            break
    return refused.message


def accusa(game: str, combo: str, suit: str | None = None, rank: str | None = None) -> str:
    """ "napoletana of coppe", "three aces"."""
    deck = GAMES[game].deck.name
    names = {"suit": suit_name(deck, suit or ""), "rank": str(PLURALS.get(rank or "", rank))}
    return str(of(game).accuse.get(combo, combo)) % names


def _named(details: Mapping[str, Json], deck: str) -> dict[str, Json]:
    """The details of a refusal with suits and cards by name, and times as one says them."""
    namers = {"suit": suit_name, "card": card_name, "rank": rank_name, "until": _moment}
    return {
        name: namers[name](deck, value) if name in namers and isinstance(value, str) else value
        for name, value in details.items()
    }


def _moment(_deck: str, at: str) -> str:
    """`9 nov 2026, 21:05`, by the clock of the site."""
    local = timezone.localtime(datetime.fromisoformat(at))
    return str(format_datetime(local, "d MMM y, HH:mm", locale=(get_language() or "it").partition("-")[0]))


__all__ = [
    "NUMBERS",
    "REFUSALS",
    "GameTexts",
    "OptionText",
    "PresetText",
    "accusa",
    "bot_name",
    "card_name",
    "differences",
    "game_name",
    "house_summary",
    "levels",
    "of",
    "page_words",
    "players_phrase",
    "preset_name",
    "preset_values",
    "refusal",
    "rules_summary",
    "suit_name",
]
