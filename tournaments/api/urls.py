from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.api import claims, clubs, directing, entries, events, seats, series

EVENT, TABLE = "tournaments/<str:event>/", "tournaments/<str:event>/rounds/<str:round>/tables/<str:table>/"

RULINGS = {
    "adjust": directing.Adjust,
    "penalise": directing.Penalise,
    "annul": directing.Annul,
    "restore": directing.Restore,
    "annul-deal": directing.AnnulDeal,
    "restore-deal": directing.RestoreDeal,
    "end": directing.End,
    "nudge": directing.Nudge,
}

urlpatterns: list[URLPattern] = [
    path("tournaments/", events.Events.as_view()),
    path("clubs/<str:club>/fame/", clubs.Fame.as_view()),
    path(EVENT, events.OneEvent.as_view()),
    path(f"{EVENT}cancel/", events.Cancel.as_view()),
    path(f"{EVENT}directors/<str:name>/", events.Director.as_view()),
    path(f"{EVENT}invitees/", events.Invitees.as_view()),
    path(f"{EVENT}invitees/<str:name>/", events.Invitee.as_view()),
    path(f"{EVENT}onlookers/", events.Onlookers.as_view()),
    path(f"{EVENT}onlookers/<str:name>/", events.Onlooker.as_view()),
    path(f"{EVENT}standings/", events.Standings.as_view()),
    path(f"{EVENT}deals/<str:label>/", events.Travellers.as_view()),
    path(f"{EVENT}announcements/", events.Announcements.as_view()),
    path(f"{EVENT}claims/", claims.Claims.as_view()),
    path(f"{EVENT}claims/<str:claim>/", claims.OneClaim.as_view()),
    path(f"{EVENT}claims/<str:claim>/answer/", claims.Answer.as_view()),
    path(f"{EVENT}log/", events.Log.as_view()),
    path(f"{EVENT}results/", events.Results.as_view()),
    path(f"{EVENT}records/", events.Records.as_view()),
    # players
    path(f"{EVENT}me/", entries.Mine.as_view()),
    path(f"{EVENT}accept/", entries.Accept.as_view()),
    path(f"{EVENT}decline/", entries.Decline.as_view()),
    path(f"{EVENT}withdraw/", entries.Withdraw.as_view()),
    path(f"{EVENT}come-back/", entries.ComeBack.as_view()),
    path(f"{EVENT}seek-partner/", entries.SeekPartner.as_view()),
    path(f"{EVENT}check-in/", entries.CheckIn.as_view()),
    path(f"{EVENT}entries/", entries.Entries.as_view()),
    path(f"{EVENT}entries/add/", entries.Enter.as_view()),
    path(f"{EVENT}entries/seeds/", entries.Seeds.as_view()),
    path(f"{EVENT}entries/<str:entry>/", entries.OneEntry.as_view()),
    path(f"{EVENT}entries/<str:entry>/take-place/", entries.TakePlace.as_view()),
    path(f"{EVENT}entries/<str:entry>/members/", entries.TeamMembers.as_view()),
    path(f"{EVENT}entries/<str:entry>/line-up/", entries.TeamLineUp.as_view()),
    path(f"{EVENT}entries/<str:entry>/check-in/", entries.CheckInEntry.as_view()),
    path(f"{EVENT}entries/<str:entry>/remove/", entries.Remove.as_view()),
    path(f"{EVENT}entries/<str:entry>/reinstate/", entries.Reinstate.as_view()),
    path(f"{EVENT}entries/<str:entry>/substitute/", entries.Substitute.as_view()),
    path(f"{EVENT}entries/<str:entry>/seat-links/<str:place>/", seats.SeatLink.as_view()),
    path(f"{EVENT}seat-links/", seats.SeatLinks.as_view()),
    path(f"{EVENT}forbidden/", entries.Forbidden.as_view()),
    path(f"{EVENT}forbidden/<str:one>/<str:other>/", entries.Allow.as_view()),
    # directors
    path(f"{EVENT}start/", directing.Start.as_view()),
    path(f"{EVENT}pause/", directing.Pause.as_view()),
    path(f"{EVENT}resume/", directing.Resume.as_view()),
    path(f"{EVENT}extend/", directing.Extend.as_view()),
    path(f"{EVENT}start-round/", directing.StartRound.as_view()),
    path(f"{EVENT}redraw/", directing.Redraw.as_view()),
    path(f"{EVENT}rounds/", events.Rounds.as_view()),
    path(f"{EVENT}rounds/<str:round>/", events.OneRound.as_view()),
    path(f"{EVENT}rounds/<str:round>/swap/", directing.Swap.as_view()),
    path(TABLE, events.OneTable.as_view()),
    *(path(f"{TABLE}{name}/", view.as_view()) for name, view in RULINGS.items()),
    path("series/", series.AllSeries.as_view()),
    path("series/<str:series>/", series.OneSeries.as_view()),
    path("series/<str:series>/seasons/<str:season>/", series.OneSeason.as_view()),
    path("series/<str:series>/penalties/", series.Penalties.as_view()),
    path("series/<str:series>/penalties/<str:penalty>/", series.OnePenalty.as_view()),
]
