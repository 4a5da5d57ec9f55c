"""Home, the tables, and one table."""

from __future__ import annotations

from django.urls import path

from games import export_pages, people_pages, rulepages, views

urlpatterns = [
    path("", views.home, name="home"),
    path("tavoli/", views.lobby, name="lobby"),
    path("tavoli/elenco/", views.table_list, name="table-list"),
    path("tavoli/apri/", views.open_table, name="open-table"),
    path("tavoli/gioca/", views.quick_game, name="quick-game"),
    path("tavoli/trova/", views.find_seat, name="find-seat"),
    path("tavoli/casa/", views.save_rules, name="save-rules"),
    path("tavoli/casa/<slug:house>/tieni/", views.keep_house, name="keep-house"),
    path("tavoli/casa/<slug:house>/elimina/", views.delete_rules, name="delete-rules"),
    path("classifiche/", people_pages.leaderboard, name="leaderboard"),
    path("giocatori/<str:name>/", people_pages.profile, name="profile"),
    path("giocatori/<str:name>/partite/", people_pages.matches, name="matches"),
    path("mie/partite.jsonl", export_pages.own_records, name="own-records"),
    path("mie/risultati.csv", export_pages.own_results, name="own-results"),
    path("archivio/", export_pages.months, name="archive"),
    path("archivio/ludopoli-<str:month>.jsonl.gz", export_pages.month_file, name="archive-month"),
    path("archivio/ludopoli-<str:month>.jsonl.gz.sha256", export_pages.checksum, name="archive-checksum"),
    path("partita/<uuid:match>/", views.match_replay, name="match-replay"),
    path("partita/<uuid:match>/record.json", views.match_record, name="match-record"),
    path("tavolo/<slug:code>/", views.table, name="table"),
    path("tavolo/<slug:code>/sit/", views.sit, name="sit"),
    path("tavolo/<slug:code>/leave/", views.leave, name="leave"),
    path("tavolo/<slug:code>/bots/", views.fill_with_bots, name="fill-with-bots"),
    path("tavolo/<slug:code>/remove/", views.remove_bot, name="remove-bot"),
    path("tavolo/<slug:code>/invite/", views.invite, name="invite"),
    path("tavolo/<slug:code>/friends/", views.friends_to_invite, name="friends-to-invite"),
    path("tavolo/<slug:code>/keep/", views.keep_rules, name="keep-rules"),
    path("regole/", rulepages.index, name="rules"),
    path("regole/<slug:game>/", rulepages.game, name="rules-game"),
    path("regole/<slug:game>/<slug:page>/", rulepages.page, name="rules-page"),
]
