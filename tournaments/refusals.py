"""Every refusal of tournaments: its code, its text and its HTTP status.

The status is 409 unless another is given. A comment explains a code that its text does not.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from ludopoli.http.refusals import REFUSALS, Refusal

APP_REFUSALS: Mapping[str, Refusal] = {
    # rights
    "not_director": Refusal(_("Only a director of the tournament can do this."), 403),
    "not_organiser": Refusal(_("Only the organiser of the tournament can do this."), 403),
    "event_over": Refusal(_("The tournament is over.")),
    "not_over": Refusal(_("The tournament is not over yet: before that, take the entry out instead.")),
    "names_stated": Refusal(
        _("People have entered for the time that the page states: names can only be forgotten earlier.")
    ),
    # creating and changing an event or a series
    "bad_event": Refusal(_("This value does not work: %(field)s.")),
    "no_format": Refusal(_("This format is not offered: choose one from the list."), 404),
    "wrong_format": Refusal(_("This format does not go with the game and the number of players.")),
    "wrong_venue": Refusal(_("At real tables all play a round together: choose another format.")),
    "bad_setting": Refusal(_("This format does not have the option %(option)s.")),
    "same_deals": Refusal(
        _(
            "Teams are compared by deal: both tables of a meeting play the same deals, and each deal is "
            "entered."
        )
    ),
    "bad_parts": Refusal(_("A meeting has %(most)d parts at most, each with a game and its rules.")),
    "one_part": Refusal(
        _(
            "Meetings of several parts are for pairs and individuals in a knockout, a round robin or groups: "
            "choose another format, or one part."
        )
    ),
    "other_sides": Refusal(_("All parts are played by the same sides: choose a game for as many players.")),
    "no_part": Refusal(_("The meeting at this table does not have that part."), 404),
    "too_many_events": Refusal(_("You are already running %(most)d tournaments. Finish one first.")),
    "bad_starts": Refusal(_("Choose from 1 to %(most)d evenings that are still to come.")),
    "no_club_template": Refusal(_("Only tournaments of a club become templates: choose its club first.")),
    "no_template": Refusal(_("Template not found: it may have been deleted."), 404),
    "bad_template_name": Refusal(_("A template has a name of %(most)d characters at most.")),
    "template_known": Refusal(_("The club already has a template %(name)s: choose another name.")),
    "many_templates": Refusal(_("The club already has %(most)d templates. Delete one first.")),
    "too_many_series": Refusal(_("You already have %(most)d series. Go on with one of them.")),
    # for guests who want to organise; guests who want to enter get `guests_not`
    "sign_up": Refusal(_("Guests cannot organise a tournament. Create an account first."), 403),
    "has_entries": Refusal(_("Somebody has entered already: the game and the format stay as they are.")),
    "event_running": Refusal(_("The tournament has begun: this can no longer be changed.")),
    "no_role": Refusal(_("This role is not offered: choose one from the list."), 404),
    "no_event": Refusal(_("Tournament not found: check the link."), 404),
    "no_penalty": Refusal(_("Penalty not found: it may have been given back."), 404),
    "many_penalties": Refusal(_("The series has %(most)d penalties, and has room for no more.")),
    # rounds in which an entry asks to sit out
    "no_asked_byes": Refusal(_("In this tournament nobody can ask to sit out a round.")),
    "bad_byes": Refusal(_("Name rounds that are not paired yet, such as 2 or 2, 5.")),
    # fees at the desk
    "no_fee": Refusal(_("There is no entry fee to pay here.")),
    "fee_paid": Refusal(_("This is paid already: reload the page to see by whom it was taken.")),
    "fee_not_paid": Refusal(_("Nothing has been paid here that could be given back.")),
    "fee_collected": Refusal(
        _("Somebody has paid already, so the fee stays as it is. Give the money back to change it.")
    ),
    # entering, and teams
    "not_open": Refusal(_("Entries are closed at the moment.")),
    "not_invited": Refusal(_("This tournament is by invitation only."), 403),
    "club_only": Refusal(_("This tournament is for members of the club %(club)s."), 403),
    "other_division": Refusal(_("%(name)s plays in another division of this championship."), 403),
    "rating_range": Refusal(_("This tournament is for ratings from %(least)s to %(most)s.")),
    "event_full": Refusal(_("The tournament is full.")),
    "already_entered": Refusal(_("%(name)s has already entered.")),
    "has_watched": Refusal(_("%(name)s has watched these deals and cannot play them now.")),
    # said of a person who is to see hands or deals that the players must not know
    "plays_here": Refusal(_("%(name)s plays in this tournament.")),
    "comments_here": Refusal(
        _("%(name)s comments on this tournament, so cannot play in it. Its organiser can take the role back.")
    ),
    "account_to_comment": Refusal(_("Commentators need an account of their own: %(name)s has none.")),
    "several_people": Refusal(
        _("Several people have that name: %(names)s. Say which by the membership number.")
    ),
    "account_or_other": Refusal(
        _("Is it the account %(name)s of this site, or somebody else of that name? Say so below.")
    ),
    "similar_person": Refusal(
        _("Is it %(names)s? Write the name as it is there, or say below that they are new.")
    ),
    "bad_phase": Refusal(_("This value does not work: %(field)s.")),
    "phase_elsewhere": Refusal(_("This tournament counts for another federation.")),
    "other_unit": Refusal(
        _("The next tournament is for others: pairs, individuals and teams do not go on into each other.")
    ),
    "licence_not_valid": Refusal(
        _("Check the licence: %(names)s. Say below if they are to play all the same.")
    ),
    "partner_needed": Refusal(_("Pairs enter together: name your partner.")),
    "no_partner": Refusal(_("Everybody enters individually here.")),
    "guests_not": Refusal(_("This tournament is not open to guests. Create an account first."), 403),
    "not_entered": Refusal(_("You have not entered this tournament."), 404),
    "not_asked": Refusal(_("Nobody has asked you to be their partner here."), 404),
    "no_vacancy": Refusal(
        _(
            "Nobody is looking for a partner there, or somebody else was faster. See whether another "
            "pair is looking."
        )
    ),
    "not_team": Refusal(_("No teams play in this tournament.")),
    "not_captain": Refusal(_("Only the captain of the team can do this."), 403),
    "team_full": Refusal(_("A team has at most %(most)d members.")),
    "line_up_open": Refusal(
        _("The line-ups of this round are open already. A new one can be set when it has begun.")
    ),
    "private_club": Refusal(_("A private club stays private: its teams play without its name.")),
    # printing deals and sending scores, at real tables
    "no_boards": Refusal(_("The cards are shuffled at each table: there are no deals to print.")),
    "bad_sent_id": Refusal(_("An id has %(most)d letters and digits at most."), 400),
    # line-ups, checking in, coming back
    "bad_lineup": Refusal(_("The line-up names members of the team, each of them once.")),
    "not_check_in": Refusal(_("It is not time to check in yet.")),
    "late_closed": Refusal(_("This tournament does not take late entries.")),
    "entry_gone": Refusal(_("This entry was withdrawn, or taken out.")),
    "entry_in": Refusal(_("This entry is already in the tournament.")),
    "removed": Refusal(_("A director has taken this entry out: ask the directors to put it back.")),
    # "drawn" here and in `Round.Status`: paired, but not begun
    "round_drawn": Refusal(
        _("The next round has been paired without you: ask the directors to put you back.")
    ),
    "bad_name": Refusal(_("A name has 1 to %(most)d readable characters.")),
    "bad_order": Refusal(_("The order has to name every entry once.")),
    "bad_member": Refusal(_("A pair has two members, an individual entry one, a team as many as play.")),
    # directing
    "not_startable": Refusal(_("The tournament cannot begin now.")),
    "too_few": Refusal(_("There are too few entries for a table.")),
    "already_paused": Refusal(_("The tournament is already paused.")),
    "not_paused": Refusal(_("The tournament is not paused.")),
    # ending early, changing the length, going back to registration
    "nothing_played": Refusal(
        _("Nothing has been played yet: cancel the tournament, or go back to registration.")
    ),
    "not_begun_yet": Refusal(_("The tournament has not begun: registration is open as it is.")),
    "has_scores": Refusal(_("Somebody has scored already: end the tournament here, or cancel it.")),
    "round_scored": Refusal(_("Somebody has scored in this round: from now on its pairings stay.")),
    "fixed_rounds": Refusal(_("The format decides how many rounds there are.")),
    "bad_rounds": Refusal(_("From %(least)d to %(most)d rounds.")),
    "bad_deals": Refusal(_("From %(least)d to %(most)d deals in a round.")),
    # when a side of a real table has left
    "nobody_left": Refusal(_("Nobody at this table has left.")),
    "nobody_rests": Refusal(_("Nobody sits out this round who could play at this table.")),
    "not_at_site": Refusal(
        _("On the site a bot plays for those who have left: put in a substitute instead.")
    ),
    "end_table_first": Refusal(_("On the site a match of this part may be in play: end the table first.")),
    # no round is in the state that the action needs, such as paired but not begun
    "no_round": Refusal(_("No round is waiting for this.")),
    "no_limit": Refusal(_("The round has no time limit.")),
    "round_begun": Refusal(_("The round has already begun.")),
    # no such member of an entry, seat of a pairing, or table
    "no_place": Refusal(_("The tournament does not have that place."), 404),
    "same_entry": Refusal(_("Choose two different entries.")),
    "table_over": Refusal(_("The table has finished.")),
    "table_open": Refusal(_("The table has not finished yet.")),
    "bad_points": Refusal(_("Points are numbers with two decimals at most, one for each place.")),
    "points_bounds": Refusal(_("Here this goes from %(least)d to %(most)d points.")),
    # the result of a knockout is changed after the next round was paired
    "goes_on_instead": Refusal(
        _(
            "This would send %(into)s through instead of %(out)s, and round %(round)d depends on it. "
            "Confirm if that is what you want."
        )
    ),
    "no_deal": Refusal(_("This deal was not played at this table."), 404),
    "reason_needed": Refusal(_("Say why, in %(most)d characters at most.")),
    # an evening from another site
    "bad_evening": Refusal(_("This is not the file of an evening, or it was changed.")),
    "evening_known": Refusal(_("Another evening is already here with the code of this one.")),
    "evening_older": Refusal(_("A newer version of this evening is already here.")),
    "evening_newer": Refusal(
        _("This is a newer version of an evening that is here. Look at what changes, and confirm it.")
    ),
    "too_many_evenings": Refusal(_("You have imported %(most)d evenings today. Go on tomorrow.")),
    # real tables and their scores
    "not_real": Refusal(_("The tables of this tournament are on the site, which counts by itself.")),
    "no_bots": Refusal(_("Bots cannot sit at a real table: name a person.")),
    "bad_score_row": Refusal(_("Scores are whole numbers, one for each side of a row.")),
    "score_settled": Refusal(_("A director has entered deal %(deal)d. Talk to them if it is wrong.")),
    # a director was without network, or had the page open, while somebody else entered other scores
    "scores_changed": Refusal(
        _("Deal %(deal)d: you enter %(yours)s, but in the meantime %(theirs)s was entered. Which is right?")
    ),
    # a name, a number or a category of an entry, in the same way
    "changed_meanwhile": Refusal(
        _("“%(was)s” has become “%(theirs)s” in the meantime. Send it again if yours is right all the same.")
    ),
    # a table, in the same way: the round was paired anew, or entries were swapped
    "places_changed": Refusal(
        _("Others sit at table %(table)d by now. Look at it, and enter it again if it still holds.")
    ),
    # what a director confirms for one side was written anew, or contradicted, since the page was rendered
    "scores_rewritten": Refusal(
        _("Deal %(deal)d of table %(table)d has been changed in the meantime. Look at it, and confirm again.")
    ),
    "not_your_table": Refusal(_("You do not play at this table."), 403),
    # the phone stored the scores offline, and another entry is signed in by now
    "scores_of_another": Refusal(
        _(
            "These scores were kept on this phone for another entry: the pair that made them has to "
            "enter them again."
        )
    ),
    "sheet_full": Refusal(
        _("So many scores have been entered for this table that only a director can go on.")
    ),
    "bad_scores": Refusal(_("A row has a whole number for each side, from %(least)d to %(most)d.")),
    # calling the directors
    "not_begun": Refusal(_("The table has not begun yet.")),
    "results_final": Refusal(_("The results of this table are final.")),
    "claim_open": Refusal(_("You have already called a director about this table. Wait for the answer.")),
    "too_many_claims": Refusal(_("You have called the directors %(most)d times already."), 429),
    "claim_answered": Refusal(_("This has already been answered.")),
    # a director made the claim as a player
    "own_claim": Refusal(_("This one is your own: another director has to answer it."), 403),
    # other actions of directors; `event_changes`: the event has changed while the action was computed
    "event_changes": Refusal(_("Something has changed in the meantime. Try again.")),
    # the players of a slow table
    "nudged": Refusal(_("They have just been asked. Wait a minute."), 429),
    # more time for a round
    "bad_minutes": Refusal(_("From 1 to %(most)d minutes.")),
}

REFUSALS.add(APP_REFUSALS)
