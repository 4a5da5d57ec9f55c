from __future__ import annotations

from django.urls import path

from clubs.api import chat, clubs, dates, files, members, tables

urlpatterns = [
    path("", clubs.ClubsView.as_view()),
    path("<str:club>/", clubs.OneClubView.as_view()),
    path("<str:club>/ask/", clubs.AskToJoinView.as_view()),
    path("<str:club>/join/", clubs.JoinView.as_view()),
    path("<str:club>/leave/", clubs.LeaveClubView.as_view()),
    path("<str:club>/link/", clubs.LinkView.as_view()),
    path("<str:club>/export/", files.ExportClubView.as_view()),
    path("<str:club>/leaderboards/<str:game>/", clubs.ClubLeaderboardView.as_view()),
    path("<str:club>/messages/", chat.ChatView.as_view()),
    path("<str:club>/messages/<int:line>/", chat.OneLineView.as_view()),
    path("<str:club>/tables/", tables.ClubTablesView.as_view()),
    path("<str:club>/house-rules/", tables.ClubRulesView.as_view()),
    path("<str:club>/house-rules/<str:house>/", tables.OneOfRulesView.as_view()),
    path("<str:club>/dates/", dates.DatesView.as_view()),
    path("<str:club>/dates/<int:date>/", dates.OneDateView.as_view()),
    path("<str:club>/members/", members.MembersView.as_view()),
    path("<str:club>/members/file/", files.MembersFileView.as_view()),
    path("<str:club>/members/list/", members.ReadRosterView.as_view()),
    path("<str:club>/members/<int:member>/", members.OneMemberView.as_view()),
    path("<str:club>/members/<int:member>/accept/", members.AcceptMemberView.as_view()),
    path("<str:club>/members/<int:member>/claim/", members.ClaimView.as_view()),
    path("<str:club>/members/<int:member>/offer/", members.OfferView.as_view()),
]
