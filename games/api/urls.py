from __future__ import annotations

from django.urls import path

from games.api import streams, views

urlpatterns = [
    path("me/", views.Me.as_view()),
    path("games/", views.Games.as_view()),
    path("games/<str:game>/", views.OneGame.as_view()),
    path("tables/", views.Tables.as_view()),
    path("tables/<str:code>/", views.OneTable.as_view()),
    path("tables/<str:code>/sit/", views.Sit.as_view()),
    path("tables/<str:code>/leave/", views.Leave.as_view()),
    path("tables/<str:code>/bots/", views.Bots.as_view()),
    path("tables/<str:code>/remove-bot/", views.RemoveBot.as_view()),
    path("tables/<str:code>/rematch/", views.Rematch.as_view()),
    path("tables/<str:code>/messages/", views.Messages.as_view()),
    path("matches/", views.Matches.as_view()),
    path("matches/<uuid:match>/", views.OneMatch.as_view()),
    path("matches/<uuid:match>/state/", views.State.as_view()),
    path("matches/<uuid:match>/events/", views.Events.as_view()),
    path("matches/<uuid:match>/commands/", views.Commands.as_view()),
    path("matches/<uuid:match>/back/", views.Back.as_view()),
    path("matches/<uuid:match>/stream/", streams.match_stream),
    path("matches/<uuid:match>/record/", views.Record.as_view()),
]
