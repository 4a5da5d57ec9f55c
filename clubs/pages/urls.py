"""The pages of clubs, below `circoli/`."""

from __future__ import annotations

from django.urls import path

from clubs.pages import chat, dates, members, pages, tables
from ludopoli.http.verbs import register_verbs
from ludopoli.text.table_files import FileKind

register_verbs(
    "club_act",
    {
        "ask": "chiedi",
        "leave": "lascia",
        "add": "aggiungi",
        "renew-link": "rinnova-link",
        "delete": "elimina",
    },
)
register_verbs(
    "member_act",
    {
        "accept": "accogli",
        "remove": "togli",
        "change": "cambia",
        "role": "incarico",
        "mute": "zittisci",
        "unmute": "ridai-parola",
        "claim": "sono-io",
        "offer": "chi-e",
        "dismiss": "non-e",
    },
)
register_verbs("club_chat_act", {"say": "scrivi", "remove": "togli"})
register_verbs("club_rules_act", {"add": "aggiungi", "remove": "togli"})

urlpatterns = [
    path("", pages.clubs_page, name="clubs"),
    path("nuovo/", pages.new_club_page, name="new-club"),
    path("<slug:club>/", pages.club_page, name="club"),
    path("<slug:club>/modifica/", pages.change_club_page, name="change-club"),
    path("<slug:club>/invito/<str:secret>/", pages.invitation_page, name="club-invitation"),
    path("<slug:club>/classifica/", pages.club_leaderboard, name="club-leaderboard"),
    path("<slug:club>/circolo.json", pages.club_export, name="club-export"),
    path("<slug:club>/fai/<club_act:name>/", pages.act_on_club, name="club-act"),
    path("<slug:club>/chat/", chat.chat_page, name="club-chat"),
    path("<slug:club>/chat/<club_chat_act:name>/", chat.act_in_chat, name="club-chat-act"),
    path("<slug:club>/tavoli/", tables.club_tables_page, name="club-tables"),
    path("<slug:club>/regole/<club_rules_act:name>/", tables.rules_act, name="club-rules-act"),
    path("<slug:club>/appuntamenti/nuovo/", dates.new_date_page, name="new-club-date"),
    path("<slug:club>/appuntamenti/<int:number>/", dates.change_date_page, name="club-date"),
    path("<slug:club>/appuntamenti/<int:number>/elimina/", dates.delete_date_view, name="delete-club-date"),
    path("<slug:club>/soci/", members.members_page, name="club-members"),
    path(
        "<slug:club>/soci/soci.csv",
        members.members_file,
        {"kind": FileKind.SPREADSHEET},
        name="club-members-csv",
    ),
    path(
        "<slug:club>/soci/soci.xlsx",
        members.members_file,
        {"kind": FileKind.EXCEL},
        name="club-members-excel",
    ),
    path("<slug:club>/soci/chi/", members.line_suggestions, name="club-find-line"),
    path("<slug:club>/soci/lista/", members.roster_page, name="club-roster"),
    path("<slug:club>/soci/<int:number>/<member_act:name>/", members.act_on_member, name="member-act"),
]
