"""The pages of clubs, below `circoli/`."""

from __future__ import annotations

from django.urls import path

from clubs.pages import chat, dates, members, pages, tables
from ludopoli.http.verbs import verbs
from ludopoli.text.table_files import FileKind

verbs(
    "club_act",
    {
        "ask": "chiedi",
        "leave": "lascia",
        "add": "aggiungi",
        "renew-link": "rinnova-link",
        "delete": "elimina",
    },
)
verbs(
    "member_act",
    {
        "accept": "accogli",
        "remove": "togli",
        "change": "cambia",
        "role": "incarico",
        "mute": "zittisci",
        "unmute": "ridai-parola",
    },
)
verbs("club_chat_act", {"say": "scrivi", "remove": "togli"})
verbs("club_rules_act", {"add": "aggiungi", "remove": "togli"})

urlpatterns = [
    path("", pages.clubs, name="clubs"),
    path("nuovo/", pages.new, name="new-club"),
    path("<slug:club>/", pages.club, name="club"),
    path("<slug:club>/modifica/", pages.change, name="change-club"),
    path("<slug:club>/invito/<str:secret>/", pages.invitation, name="club-invitation"),
    path("<slug:club>/classifica/", pages.leaderboard, name="club-leaderboard"),
    path("<slug:club>/circolo.json", pages.export, name="club-export"),
    path("<slug:club>/fai/<club_act:name>/", pages.act, name="club-act"),
    path("<slug:club>/chat/", chat.chat, name="club-chat"),
    path("<slug:club>/chat/<club_chat_act:name>/", chat.act, name="club-chat-act"),
    path("<slug:club>/tavoli/", tables.tables, name="club-tables"),
    path("<slug:club>/regole/<club_rules_act:name>/", tables.rules_act, name="club-rules-act"),
    path("<slug:club>/appuntamenti/nuovo/", dates.new, name="new-club-date"),
    path("<slug:club>/appuntamenti/<int:number>/", dates.change, name="club-date"),
    path("<slug:club>/appuntamenti/<int:number>/elimina/", dates.delete, name="delete-club-date"),
    path("<slug:club>/soci/", members.members, name="club-members"),
    path("<slug:club>/soci/soci.csv", members.table, {"kind": FileKind.SPREADSHEET}, name="club-members-csv"),
    path("<slug:club>/soci/soci.xlsx", members.table, {"kind": FileKind.EXCEL}, name="club-members-excel"),
    path("<slug:club>/soci/lista/", members.roster_page, name="club-roster"),
    path("<slug:club>/soci/<int:number>/<member_act:name>/", members.act, name="member-act"),
]
