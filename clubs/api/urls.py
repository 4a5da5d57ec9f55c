from __future__ import annotations

from django.urls import path

from clubs.api import chat, clubs, dates, members, tables

urlpatterns = [
    path("", clubs.Clubs.as_view()),
    path("<str:club>/", clubs.OneClub.as_view()),
    path("<str:club>/ask/", clubs.AskToJoin.as_view()),
    path("<str:club>/join/", clubs.Join.as_view()),
    path("<str:club>/leave/", clubs.Leave.as_view()),
    path("<str:club>/link/", clubs.Link.as_view()),
    path("<str:club>/leaderboards/<str:game>/", clubs.Leaderboard.as_view()),
    path("<str:club>/messages/", chat.Chat.as_view()),
    path("<str:club>/messages/<int:line>/", chat.OneLine.as_view()),
    path("<str:club>/tables/", tables.Tables.as_view()),
    path("<str:club>/house-rules/", tables.Rules.as_view()),
    path("<str:club>/house-rules/<str:house>/", tables.OneOfRules.as_view()),
    path("<str:club>/dates/", dates.Dates.as_view()),
    path("<str:club>/dates/<int:date>/", dates.OneDate.as_view()),
    path("<str:club>/members/", members.Members.as_view()),
    path("<str:club>/members/list/", members.ReadRoster.as_view()),
    path("<str:club>/members/<int:member>/", members.OneMember.as_view()),
    path("<str:club>/members/<int:member>/accept/", members.AcceptMember.as_view()),
]
