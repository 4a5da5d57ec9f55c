"""Home, the tables, and one table."""

from __future__ import annotations

from django.urls import path

from games import (
    challenge_pages,
    export_pages,
    house_pages,
    import_pages,
    lobby_pages,
    match_pages,
    people_pages,
    rulepages,
    table_pages,
)

urlpatterns = [
    path("", lobby_pages.home, name="home"),
    path("tavoli/", lobby_pages.lobby, name="lobby"),
    path("tavoli/elenco/", lobby_pages.table_list, name="table-list"),
    path("tavoli/apri/", lobby_pages.open_table, name="open-table"),
    path("tavoli/gioca/", lobby_pages.quick_game, name="quick-game"),
    path("tavoli/trova/", lobby_pages.find_seat, name="find-seat"),
    path("tavoli/casa/", house_pages.save_rules, name="save-rules"),
    path("tavoli/casa/<slug:house>/tieni/", house_pages.keep_house, name="keep-house"),
    path("tavoli/casa/<slug:house>/elimina/", house_pages.delete_rules, name="delete-rules"),
    path("classifiche/", people_pages.leaderboard, name="leaderboard"),
    path("giocatori/<str:name>/", people_pages.profile, name="profile"),
    path("giocatori/<str:name>/partite/", people_pages.matches, name="matches"),
    path("mie/partite.jsonl", export_pages.own_records, name="own-records"),
    path("mie/risultati.csv", export_pages.own_results, name="own-results"),
    path("archivio/", export_pages.months, name="archive"),
    path("archivio/ludopoli-<str:month>.jsonl.gz", export_pages.month_file, name="archive-month"),
    path("archivio/ludopoli-<str:month>.jsonl.gz.sha256", export_pages.checksum, name="archive-checksum"),
    path("partita/da-file/", import_pages.import_record, name="import-record"),
    path("partita/<uuid:match>/", match_pages.match_replay, name="match-replay"),
    path("partita/<uuid:match>/incorporata/", match_pages.match_embedded, name="match-embedded"),
    path("partita/<uuid:match>/figura.png", match_pages.match_picture, name="match-picture"),
    path("partita/<uuid:match>/record.json", match_pages.match_record, name="match-record"),
    path("sfide/", challenge_pages.waiting, name="challenges"),
    path("sfide/<uuid:challenge>/accetta/", challenge_pages.accept, name="accept-challenge"),
    path("sfide/<uuid:challenge>/rifiuta/", challenge_pages.decline, name="decline-challenge"),
    path("sfide/<uuid:challenge>/ritira/", challenge_pages.withdraw, name="withdraw-challenge"),
    path("tavolo/<slug:code>/", table_pages.table, name="table"),
    path("tavolo/<slug:code>/sit/", table_pages.sit, name="sit"),
    path("tavolo/<slug:code>/guarda/", table_pages.look_on, name="look-on"),
    path("tavolo/<slug:code>/leave/", table_pages.leave, name="leave"),
    path("tavolo/<slug:code>/bots/", table_pages.fill_with_bots, name="fill-with-bots"),
    path("tavolo/<slug:code>/remove/", table_pages.remove_bot, name="remove-bot"),
    path("tavolo/<slug:code>/invite/", table_pages.invite, name="invite"),
    path("tavolo/<slug:code>/friends/", table_pages.friends_to_invite, name="friends-to-invite"),
    path("tavolo/<slug:code>/keep/", house_pages.keep_rules, name="keep-rules"),
    path("regole/", rulepages.index, name="rules"),
    path("regole/<slug:game>/", rulepages.game, name="rules-game"),
    path("regole/<slug:game>/<slug:page>/", rulepages.page, name="rules-page"),
]
