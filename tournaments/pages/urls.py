"""The pages for players and spectators, below `tornei/`; those of the directors are in `tournaments/console`.

Paths are in Italian, route names in English. `event` is an event's code, and a `token` the secret of a link.
"""

from __future__ import annotations

from django.urls import path

from ludopoli.http.verbs import register_verbs
from ludopoli.text.table_files import FileKind
from tournaments.pages import (
    bulletins,
    calendar,
    commentary,
    deal,
    event,
    hall,
    live_table,
    match,
    result,
    score_sheet,
    scorecard,
    seat,
    series,
    taking_part,
    today,
)

# The verbs of `series-act`: take points from a person as a penalty, or give them back.
register_verbs("series_act", {"take": "togli", "give": "restituisci"})

urlpatterns = [
    path("", calendar.calendar_page, name="calendar"),
    path("calendario.ics", calendar.calendar_ics, name="calendar-ics"),
    # the deal of the day, which the site itself holds
    path("oggi/", today.deal_of_the_day_page, name="deal-of-the-day"),
    path("oggi/gioca/", today.play_view, name="play-deal-of-the-day"),
    path("oggi/risultato.png", today.result_picture, name="deal-of-the-day-picture"),
    path("bot/", today.play_with_bots_view, name="play-with-bots"),
    # series: championships of several events
    path("serie/<slug:series>/", series.series_page, name="series"),
    path("serie/<slug:series>/stagioni/", series.past_seasons, name="series-history"),
    path(
        "serie/<slug:series>/classifica.csv",
        series.series_file,
        {"kind": FileKind.SPREADSHEET},
        name="series-csv",
    ),
    path(
        "serie/<slug:series>/classifica.xlsx",
        series.series_file,
        {"kind": FileKind.EXCEL},
        name="series-excel",
    ),
    path("serie/<slug:series>/modifica/", series.change_series_page, name="change-series"),
    path("serie/<slug:series>/penalita/<series_act:name>/", series.act_on_series, name="series-act"),
    # the pages of an event; the parts below `vivo/` are fetched again while it is played
    path("<slug:event>/", event.event_page, name="event"),
    path("<slug:event>/calendario.ics", calendar.event_ics, name="event-ics"),
    path("<slug:event>/vivo/", event.event_parts, name="event-parts"),
    path("<slug:event>/vivo/comune/", event.common_parts, name="event-common"),
    path("<slug:event>/turni/<int:number>/", event.round_page, name="event-round"),
    path("<slug:event>/iscritti/", event.entries_page, name="event-entries"),
    path("<slug:event>/iscritti/<int:number>/", event.entry_page, name="event-entry"),
    path("<slug:event>/iscritti/<int:number>/scheda/", scorecard.scorecard_page, name="event-scorecard"),
    path(
        "<slug:event>/iscritti/<int:number>/attestato/", scorecard.certificate_page, name="event-certificate"
    ),
    path("<slug:event>/numeri/", event.nonces_page, name="event-nonces"),
    path("<slug:event>/stampa/", event.event_print, name="event-print"),
    path("<slug:event>/notizie/", bulletins.bulletins_page, name="event-bulletins"),
    path("<slug:event>/notizie/<bulletin:name>.png", bulletins.bulletin_picture, name="event-bulletin"),
    # a seat for somebody without an account, by a link; then the big screen in the hall
    path("<slug:event>/posto/<str:token>/", seat.seat_link_page, name="event-seat-link"),
    path("<slug:event>/siediti/", seat.seat_page, name="event-seat"),
    path("<slug:event>/sala/", hall.hall_page, name="event-hall"),
    path("<slug:event>/sala/parti/", hall.hall_parts, name="event-hall-parts"),
    # the score sheet of a real table; the first page is of no event, since it is cached for lack of a network
    path("foglio/senza-rete/", score_sheet.offline_score_sheet, name="event-scores-offline"),
    path("<slug:event>/foglio/", score_sheet.score_sheet_page, name="event-scores"),
    path("<slug:event>/foglio/parti/", score_sheet.score_sheet_parts, name="event-scores-parts"),
    path("<slug:event>/foglio/<str:token>/", score_sheet.score_sheet_link, name="event-score-link"),
    # tables: a redirect to the reader's own, deals, results, and the meetings of teams
    path("<slug:event>/tavolo/", event.own_table, name="event-table"),
    path("<slug:event>/smazzate/<str:label>/", deal.deal_page, name="event-deal"),
    path("<slug:event>/turni/<int:round>/<int:number>/", result.result_page, name="event-result"),
    path(
        "<slug:event>/turni/<int:round>/<int:number>/diretta/", live_table.live_table_page, name="live-table"
    ),
    path("<slug:event>/cronaca/", commentary.commentary_page, name="event-commentary"),
    path(
        "<slug:event>/turni/<int:round>/<int:number>/cronaca/",
        commentary.commented_table_page,
        name="commented-table",
    ),
    path("<slug:event>/turni/<int:round>/<int:number>/incontro/", match.match_page, name="event-match"),
    # forms of people who take part: entering and leaving, partners, teams, calling a director, checking in
    path("<slug:event>/iscriviti/", taking_part.register_view, name="event-register"),
    path("<slug:event>/accetta/", taking_part.accept_partner_view, name="event-accept"),
    path("<slug:event>/rifiuta/", taking_part.decline_partner_view, name="event-decline"),
    path("<slug:event>/ritirati/", taking_part.withdraw_view, name="event-withdraw"),
    path("<slug:event>/ritorna/", taking_part.come_back_view, name="event-come-back"),
    path("<slug:event>/riposi/", taking_part.ask_byes_view, name="event-ask-byes"),
    path("<slug:event>/compagno/", taking_part.seek_partner_view, name="event-seek"),
    path("<slug:event>/squadra/", taking_part.ask_member_view, name="event-team"),
    path("<slug:event>/circolo/", taking_part.represent_club_view, name="event-team-club"),
    path("<slug:event>/formazione/", taking_part.line_up_view, name="event-line-up"),
    path("<slug:event>/posto/", taking_part.take_place_view, name="event-take-place"),
    path("<slug:event>/reclamo/", taking_part.claim_view, name="event-claim"),
    path("<slug:event>/presente/", taking_part.check_in_view, name="event-check-in"),
]
