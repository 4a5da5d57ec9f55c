"""Every refusal of the games: its code, its text and its HTTP status."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from ludopoli.http.refusals import REFUSALS, Refusal

APP_REFUSALS: Mapping[str, Refusal] = {
    # dealing
    "wrong_dealer": Refusal(_("Another seat deals.")),
    "wrong_cards": Refusal(_("These hands are not the pack, or not of the right size.")),
    "deal_unfinished": Refusal(_("The deal before is not over.")),
    # opening a table
    "no_game": Refusal(_("This game is not played here."), 404),
    "no_preset": Refusal(_("These rules are not played here."), 404),
    "bad_form": Refusal(_("Something in this form is not right. Correct it and send it again."), 400),
    "bad_rules": Refusal(_("These rules cannot be played.")),
    "wrong_players": Refusal(_("These rules are not for this number of players.")),
    "bad_clock": Refusal(_("This clock is not offered here: choose another.")),
    "bad_pace": Refusal(_("The bots cannot play at this pace.")),
    "too_many_tables": Refusal(_("You already have %(most)d open tables. Close one first.")),
    "clock_needed": Refusal(_("Only private tables can do without a clock.")),
    "slow_clock": Refusal(_("A day for each card is for private tables and those of a club.")),
    "no_days": Refusal(
        _("Here everybody speaks at the same time, so a card cannot take a day. Choose another clock.")
    ),
    # house rules
    "no_house_rules": Refusal(_("These house rules no longer exist."), 404),
    "bad_rules_name": Refusal(_("A name has 1 to %(most)d readable characters.")),
    "rules_name_taken": Refusal(_("You already have house rules called “%(name)s”.")),
    "too_many_house_rules": Refusal(_("You already have %(most)d sets of house rules. Delete one first.")),
    "not_your_rules": Refusal(_("These house rules are somebody else’s. Keep a copy, and change that."), 403),
    # sitting
    "no_table": Refusal(_("Table not found: it may have closed."), 404),
    "table_closed": Refusal(_("This table is closed.")),
    "no_seat": Refusal(_("This table does not have that seat."), 404, _("No seat here")),
    "no_free_seat": Refusal(_("Every seat is taken. Choose another table.")),
    "already_seated": Refusal(_("You already have a seat at this table.")),
    "seat_taken": Refusal(_("That seat is taken. Choose another.")),
    "match_running": Refusal(_("A match is being played. Wait until it ends."), title=_("Not yet")),
    "match_stopped": Refusal(
        _("The match has been stopped. It resumes when its players are back, or when the director says so.")
    ),
    "boards_closed": Refusal(_("The same deals are still being played at other tables."), title=_("Not yet")),
    "table_reserved": Refusal(_("Only members of the club sit at this table: join the club first."), 403),
    "not_admitted": Refusal(
        _("%(name)s is not a member of the club: only members sit here. Send the link to the club first."),
        403,
    ),
    "seats_given": Refusal(_("The seats at this table are assigned by the person who opened it.")),
    "not_seated": Refusal(_("You do not have a seat at this table."), 403),
    "bad_nonce": Refusal(
        _("The number that your browser sent for the shuffle is not valid: reload the page.")
    ),
    "other_commitment": Refusal(
        _("This number came too late: the cards it was for have been dealt, or others come next.")
    ),
    "no_bot": Refusal(_("There is no bot in that seat.")),
    "no_level": Refusal(_("This game has no bots of that level.")),
    "not_reviewable": Refusal(_("There is no review for this game yet.")),
    "review_waiting": Refusal(_("One review at a time: another one of yours is in progress.")),
    "too_many_reviews": Refusal(_("You have asked for many reviews just now. Wait a little."), 429),
    "no_rematch": Refusal(_("There is no match here to play again.")),
    "not_watchable": Refusal(_("This table cannot be watched."), 403),
    "account_to_watch": Refusal(
        _("All tables play the same deals: until they are over, only people with an account can watch."),
        403,
    ),
    "plays_these": Refusal(_("You play these deals, or may still play them: you cannot watch them."), 403),
    "choose_seat": Refusal(_("First choose the seat to watch from.")),
    "watches_elsewhere": Refusal(
        _("You are watching these deals from another seat. Stay there until they are over at all tables.")
    ),
    "watch_freely": Refusal(_("Here you watch without choosing a seat.")),
    "not_host": Refusal(_("Only the person who opened the table can do this."), 403),
    "not_joined": Refusal(
        _(
            "Only somebody who took a bot’s seat in this match can be sent away, or, where nothing is rated, "
            "somebody who does not have the table open."
        )
    ),
    "just_left": Refusal(_("They were here a moment ago: their seat can be freed after a minute.")),
    "not_absent": Refusal(_("They have the table open, so nobody else plays for them.")),
    "not_lent": Refusal(_("No bot plays there for somebody who could come back.")),
    "sent_away": Refusal(
        _("The person who opened the table has sent you away from this match. Choose another table.")
    ),
    "carry_by_signing_in": Refusal(
        _("Here only your account can have the seat: open the table on the other device, and sign in there.")
    ),
    "link_used": Refusal(
        _("This link has been used, or is more than ten minutes old. Make a new one at the table."), 404
    ),
    "other_account": Refusal(
        _("This browser is signed in to another account. Sign out here first, then open a new link."), 403
    ),
    "not_carried": Refusal(
        _("You cannot have this seat here: you already sit at the table, or may not play at it.")
    ),
    # bot accounts and challenges
    "people_only": Refusal(_("This table is for people only: bot accounts may not sit here.")),
    "no_challenge": Refusal(_("Challenge not found: it may have been withdrawn."), 404),
    "too_many_challenges": Refusal(_("You have challenged many people just now. Wait a little."), 429),
    "challenge_over": Refusal(_("This challenge is no longer open.")),
    # inviting
    "sits_here": Refusal(_("%(name)s already has a seat here.")),
    "already_invited": Refusal(_("%(name)s has already been invited. Wait a little.")),
    "too_many_invitations": Refusal(_("Too many invitations. Wait a minute."), 429),
    # fair play
    "paused": Refusal(
        _(
            "You have left rated matches. Until %(until)s you can play where nothing is rated: at "
            "private tables, at friendly ones, and with guests or bots."
        ),
        403,
    ),
    "banned": Refusal(_("A moderator has closed the tables to this account. Your page says why."), 403),
    "evening_only": Refusal(
        _("Your seat is for one tournament only. Create an account to do this as well."), 403
    ),
    "suspended": Refusal(_("A moderator has closed the tables to you until %(until)s."), 403),
    "silenced": Refusal(_("A moderator has muted you until %(until)s: %(reason)s"), 403),
    "bad_words": Refusal(_("This contains a word that is not allowed here. Choose another.")),
    # playing
    "no_record": Refusal(_("This link leads to no record. Send the record again."), 404, _("Nothing here")),
    "no_match": Refusal(_("No match is being played here."), 404, _("No match here")),
    "no_position": Refusal(_("The match does not have that position."), 404, _("Nothing here")),
    "not_your_match": Refusal(_("Only people who played this match can share it. Ask one of them."), 403),
    "match_unfinished": Refusal(
        _("This match was not played to its end: only finished matches can be shared.")
    ),
    "came_later": Refusal(
        _("You joined this match after it had begun: ask somebody who played from the start to share it."),
        403,
    ),
    "not_shared": Refusal(
        _("This link does not work: it has been withdrawn, or part of it is missing. Ask for a new one."),
        404,
        _("Nothing here"),
    ),
    "match_over": Refusal(_("The match is over.")),
    "not_your_turn": Refusal(_("It is not your turn.")),
    "not_in_hand": Refusal(_("%(card)s is not in your hand.")),
    "too_late": Refusal(_("Too late: your time had run out, and a card was played for you.")),
    "stale": Refusal(_("The table had moved on. Have another look.")),
    "command_id_used": Refusal(_("This id was used for another command. Send it again with a new id.")),
    "bad_command": Refusal(_("The table could not read that. Reload the page.")),
    # proposing
    "bad_proposal": Refusal(_("The table could not read that. Reload the page."), 400),
    "proposal_open": Refusal(_("Another proposal is waiting for answers.")),
    "no_proposal": Refusal(_("This proposal has been settled already.")),
    "not_your_answer": Refusal(_("You are not asked, or have answered already.")),
    "too_many_proposals": Refusal(_("You have proposed a lot just now. Wait a little."), 429),
    "not_friendly": Refusal(_("Only at friendly tables: this match is rated.")),
    "nothing_to_undo": Refusal(_("You have played no card in this deal that could be taken back.")),
    "no_claim": Refusal(_("The remaining tricks cannot be claimed now.")),
    "claim_when_leading": Refusal(_("Claim the remaining tricks when it is your turn to lead.")),
    "claim_too_early": Refusal(
        _("With more than %(most)d cards you can claim only tricks that are certain to be yours. Play on.")
    ),
    "claimed_already": Refusal(_("You have already claimed in this deal. Play on.")),
    "no_concession": Refusal(_("This match is played to its end.")),
    "not_alone": Refusal(
        _("The match can be ended as won once a deal is over and all your opponents have left.")
    ),
    "no_annulment": Refusal(
        _(
            "This match cannot be annulled: there is nobody to agree with, or somebody has left it and it "
            "counts. A director decides about those of a tournament."
        )
    ),
    "not_behind": Refusal(_("Only the side that is behind after a deal can concede the match.")),
    # talking
    "bad_text": Refusal(_("A message has 1 to 300 characters.")),
    "no_phrase": Refusal(_("This is not one of the ready phrases."), 400),
    "quiet_table": Refusal(_("At this table nobody talks until the match is over.")),
    "muted": Refusal(_("Wait a moment before you write again."), 429),
    "name_needed": Refusal(_("Sit down or sign in first, so that you have a name."), 401),
    # asking
    "bad_frame": Refusal(_("The table could not read that. Reload the page.")),
    "frame_too_large": Refusal(_("This message is too long.")),
    "too_many_guests": Refusal(_("Too many guests from your network. Wait a minute, or sign in."), 429),
    # the score pad of a real table
    "bad_entry": Refusal(_("No deal can end like this: check the numbers."), 400),
    "wrong_score": Refusal(_("Each number is from %(least)d to %(most)d.")),
    "wrong_total": Refusal(_("In all they must make %(total)d.")),
    "over_total": Refusal(_("In all they can make %(total)d at most.")),
    "under_total": Refusal(_("In all they must make at least %(total)d.")),
    "barred_total": Refusal(_("In all they cannot make %(total)d.")),
    "wrong_sum": Refusal(_("Deal %(deal)d: in all they must make %(totals)s.")),
    "wrong_match_sum": Refusal(_("The deals of this match make %(totals)s together.")),
    "match_undecided": Refusal(
        _("No whole match ends %(scores)s. If it was abandoned, say so: it then counts as it stands.")
    ),
    "impossible_match": Refusal(_("No match of these rules comes to %(scores)s.")),
    "impossible_deal": Refusal(_("Deal %(deal)d: no deal ends %(scores)s.")),
    "not_one_win": Refusal(_("Deal %(deal)d: the side that wins it scores 1, the others 0.")),
    "impossible_score": Refusal(_("No side can have %(numbers)s here.")),
    "one_side_only": Refusal(_("Only one side can have this.")),
    "contradiction": Refusal(_("These numbers contradict each other: no deal has them together.")),
    "not_this_deal": Refusal(_("This deal is written down already: the next is deal %(deal)d.")),
    "not_last": Refusal(_("Only the last deal can be taken back.")),
    "no_scorepad": Refusal(_("This game has no score pad."), 404),
}

REFUSALS.add(APP_REFUSALS)
