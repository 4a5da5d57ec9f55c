"""The pages for players and spectators, below `tornei/`."""

from __future__ import annotations

from django.urls import path

from ludopoli.http.verbs import verbs
from tournaments.pages import (
    calendar,
    deal,
    event,
    hall,
    match,
    result,
    score_sheet,
    seat,
    series,
    taking_part,
)

verbs("series_act", {"take": "togli", "give": "restituisci"})

urlpatterns = [
    path("", calendar.calendar, name="calendar"),
    path("calendario.ics", calendar.calendar_ics, name="calendar-ics"),
    path("serie/<slug:series>/", series.series, name="series"),
    path("serie/<slug:series>/stagioni/", series.past, name="series-history"),
    path("serie/<slug:series>/modifica/", series.change, name="change-series"),
    path("serie/<slug:series>/penalita/<series_act:name>/", series.act, name="series-act"),
    path("<slug:event>/", event.page, name="event"),
    path("<slug:event>/calendario.ics", calendar.event_ics, name="event-ics"),
    path("<slug:event>/vivo/", event.parts, name="event-parts"),
    path("<slug:event>/vivo/comune/", event.common, name="event-common"),
    path("<slug:event>/turni/<int:number>/", event.round_, name="event-round"),
    path("<slug:event>/iscritti/", event.entries, name="event-entries"),
    path("<slug:event>/iscritti/<int:number>/", event.entry, name="event-entry"),
    path("<slug:event>/numeri/", event.added, name="event-nonces"),
    path("<slug:event>/stampa/", event.printed, name="event-print"),
    path("<slug:event>/posto/<str:token>/", seat.link, name="event-seat-link"),
    path("<slug:event>/siediti/", seat.seat, name="event-seat"),
    path("<slug:event>/sala/", hall.hall, name="event-hall"),
    path("<slug:event>/sala/parti/", hall.parts, name="event-hall-parts"),
    path("foglio/senza-rete/", score_sheet.offline, name="event-scores-offline"),
    path("<slug:event>/foglio/", score_sheet.sheet, name="event-scores"),
    path("<slug:event>/foglio/parti/", score_sheet.parts, name="event-scores-parts"),
    path("<slug:event>/foglio/<str:token>/", score_sheet.link, name="event-score-link"),
    path("<slug:event>/tavolo/", event.own_table, name="event-table"),
    path("<slug:event>/smazzate/<str:label>/", deal.deal, name="event-deal"),
    path("<slug:event>/turni/<int:round>/<int:number>/", result.result, name="event-result"),
    path("<slug:event>/turni/<int:round>/<int:number>/incontro/", match.match, name="event-match"),
    path("<slug:event>/iscriviti/", taking_part.register, name="event-register"),
    path("<slug:event>/accetta/", taking_part.accept, name="event-accept"),
    path("<slug:event>/rifiuta/", taking_part.decline, name="event-decline"),
    path("<slug:event>/ritirati/", taking_part.withdraw, name="event-withdraw"),
    path("<slug:event>/ritorna/", taking_part.come_back, name="event-come-back"),
    path("<slug:event>/compagno/", taking_part.seek, name="event-seek"),
    path("<slug:event>/squadra/", taking_part.ask_member, name="event-team"),
    path("<slug:event>/circolo/", taking_part.represent, name="event-team-club"),
    path("<slug:event>/formazione/", taking_part.line_up, name="event-line-up"),
    path("<slug:event>/posto/", taking_part.take_place, name="event-take-place"),
    path("<slug:event>/reclamo/", taking_part.claim, name="event-claim"),
    path("<slug:event>/presente/", taking_part.check_in, name="event-check-in"),
]
