from __future__ import annotations

from django.urls import path

from games.api import exports, games, matches, me, people, streams, tables

urlpatterns = [
    path("me/", me.Me.as_view()),
    path("me/stream/", streams.account_stream),
    path("me/people/", me.Circle.as_view()),
    path("me/records/", exports.OwnRecords.as_view()),
    path("me/results/", exports.OwnResults.as_view()),
    path("challenges/", me.Challenges.as_view()),
    path("challenges/<uuid:challenge>/accept/", me.Accept.as_view()),
    path("challenges/<uuid:challenge>/decline/", me.Decline.as_view()),
    path("challenges/<uuid:challenge>/withdraw/", me.Withdraw.as_view()),
    path("games/", games.Games.as_view()),
    path("games/<str:game>/", games.OneGame.as_view()),
    path("games/<str:game>/rules/<str:preset>/", games.Rules.as_view()),
    path("house-rules/", games.Houses.as_view()),
    path("house-rules/<str:code>/", games.OneHouse.as_view()),
    path("people/<str:name>/", people.OnePerson.as_view()),
    path("people/<str:name>/matches/", people.MatchesOf.as_view()),
    path("people/<str:name>/ratings/<str:game>/", people.RatingHistory.as_view()),
    path("people/<str:name>/statistics/<str:game>/", people.Statistics.as_view()),
    path("bots/", people.BotAccounts.as_view()),
    path("leaderboards/<str:game>/", people.Leaderboard.as_view()),
    path("tables/", tables.Tables.as_view()),
    path("tables/<str:code>/", tables.OneTable.as_view()),
    path("tables/<str:code>/sit/", tables.Sit.as_view()),
    path("tables/<str:code>/leave/", tables.Leave.as_view()),
    path("tables/<str:code>/bots/", tables.Bots.as_view()),
    path("tables/<str:code>/remove-bot/", tables.RemoveBot.as_view()),
    path("tables/<str:code>/rematch/", tables.Rematch.as_view()),
    path("tables/<str:code>/messages/", tables.Messages.as_view()),
    path("matches/", matches.Matches.as_view()),
    path("matches/<uuid:match>/", matches.OneMatch.as_view()),
    path("matches/<uuid:match>/state/", matches.State.as_view()),
    path("matches/<uuid:match>/events/", matches.Events.as_view()),
    path("matches/<uuid:match>/commands/", matches.Commands.as_view()),
    path("matches/<uuid:match>/back/", matches.Back.as_view()),
    path("matches/<uuid:match>/stream/", streams.match_stream),
    path("matches/<uuid:match>/record/", matches.Record.as_view()),
]
