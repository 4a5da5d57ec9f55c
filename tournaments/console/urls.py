from __future__ import annotations

from django.urls import path

from ludopoli.http.verbs import register_verbs
from ludopoli.text.table_files import FileKind
from tournaments.console import again, evenings, lists, prints, views, wizard

register_verbs(
    "act",
    {
        # the event
        "start": "comincia",
        "pause": "sospendi",
        "resume": "riprendi",
        "extend": "prolunga",
        "start-round": "comincia-turno",
        "redraw": "risorteggia",
        "last-round": "ultimo-turno",
        "end-event": "concludi",
        "length": "durata",
        "reopen": "riapri-iscrizioni",
        "take-deals": "prendi-smazzate",
        "announce": "annuncia",
        "cancel": "cancella",
        "enter": "iscrivi",
        "seeds": "teste-di-serie",
        "forbid": "separa",
        "allow": "ricongiungi",
        "invite": "invita",
        "uninvite": "ritira-invito",
        "show-hands": "mostra-mani",
        "hide-hands": "nascondi-mani",
        "add-director": "aggiungi-arbitro",
        "remove-director": "togli-arbitro",
        # an entry
        "substitute": "sostituisci",
        "check-in": "presente",
        "renew-link": "rinnova-link",
        "renew-score-link": "rinnova-foglio",
        "remove": "togli",
        "reinstate": "riammetti",
        "forget": "dimentica",
        "correct": "correggi-nomi",
        # a claim
        "accept": "accogli",
        "reject": "respingi",
        # a table
        "adjust": "correggi",
        "penalise": "penalizza",
        "annul": "annulla",
        "restore": "ripristina",
        "end": "termina",
        "average": "media",
        "resting": "fai-giocare",
        "annul-deal": "annulla-smazzata",
        "restore-deal": "ripristina-smazzata",
        "nudge": "sollecita",
        "score": "segna",
        "swap": "scambia",
    },
)

urlpatterns = [
    path("", views.desk_page, name="console"),
    path("parti/", views.desk_parts, name="console-parts"),
    path("modifica/", wizard.change_event_page, name="console-change"),
    path("ancora/", again.again_page, name="console-again"),
    path("posti/", views.seat_links_page, name="console-seats"),
    path("lista/", lists.entry_list, name="console-list"),
    path("chi/", lists.find_people, name="console-find"),
    path("lista/iscritti.csv", lists.entry_file, {"kind": FileKind.SPREADSHEET}, name="console-entries-csv"),
    path("lista/iscritti.xlsx", lists.entry_file, {"kind": FileKind.EXCEL}, name="console-entries-excel"),
    path("cartellini/", prints.place_cards, name="console-place-cards"),
    path("porta/", prints.door_notice, name="console-door"),
    path("turni/<int:number>/foglietti/", prints.score_slips, name="console-score-slips"),
    path("turni/<int:number>/tabellone/", prints.round_sheet, name="console-round-sheet"),
    path("turni/<int:number>/smazzate/", prints.boards_print, name="console-boards"),
    path("registro/", views.log_page, name="console-log"),
    path("serata.json", evenings.evening_download, name="console-evening"),
    path("risultati.csv", views.event_results, {"kind": FileKind.SPREADSHEET}, name="console-results"),
    path("risultati.xlsx", views.event_results, {"kind": FileKind.EXCEL}, name="console-results-excel"),
    path("partite.jsonl", views.event_records, name="console-records"),
    path("tavoli/<int:round>/<int:number>/", views.desk_table_page, name="console-table"),
    path("tavoli/<int:round>/<int:number>/<act:name>/", views.act_on_table, name="console-table-act"),
    path("iscritti/<int:number>/", views.desk_entry_page, name="console-entry"),
    path("iscritti/<int:number>/<act:name>/", views.act_on_entry, name="console-entry-act"),
    path("reclami/<int:number>/<act:name>/", views.act_on_claim, name="console-claim-act"),
    path("fai/<act:name>/", views.act_on_event, name="console-act"),
]
