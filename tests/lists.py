"""The addresses of all lists of the site, for the test of their costs and for benchmarks.

Every route must be named here: as a list, with the addresses to request, or as something else.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver

LISTS: dict[str, tuple[str, ...]] = {
    "": ("/",),
    "tavoli/": ("/tavoli/", "/tavoli/?gioco={game}&posti=liberi"),
    "tavoli/elenco/": ("/tavoli/elenco/",),
    "tavolo/<slug:code>/amici/": ("/tavolo/{code}/amici/",),
    "classifiche/": (
        "/classifiche/?gioco={game}",
        "/classifiche/?gioco={game}&periodo=anno",
        "/classifiche/?gioco={game}&periodo=mese",
        "/classifiche/?gioco={game}&amici=1",
        "/classifiche/?gioco={game}&periodo=anno&amici=1",
    ),
    "giocatori/<str:name>/": (
        "/giocatori/{name}/?gioco={game}",
        "/giocatori/{name}/?gioco={game}&periodo=anno",
    ),
    "giocatori/<str:name>/partite/": (
        "/giocatori/{name}/partite/",
        "/giocatori/{name}/partite/?gioco={game}",
    ),
    "archivio/": ("/archivio/",),
    "tornei/": ("/tornei/", "/tornei/?gioco={game}"),
    "tornei/calendario.ics": ("/tornei/calendario.ics", "/tornei/calendario.ics?gioco={game}"),
    "tornei/<slug:event>/direzione/": ("/tornei/{event}/direzione/", "/tornei/{event}/direzione/?turno=1"),
    "tornei/<slug:event>/direzione/parti/": ("/tornei/{event}/direzione/parti/",),
    "tornei/<slug:event>/direzione/posti/": ("/tornei/{event}/direzione/posti/",),
    "tornei/<slug:event>/direzione/registro/": ("/tornei/{event}/direzione/registro/",),
    "api/v1/tournaments/<str:event>/claims/": ("/api/v1/tournaments/{event}/claims/",),
    "tornei/serie/<slug:series>/": ("/tornei/serie/{series}/",),
    "tornei/serie/<slug:series>/stagioni/": ("/tornei/serie/{series}/stagioni/",),
    "tornei/<slug:event>/": ("/tornei/{event}/",),
    "tornei/<slug:event>/turni/<int:number>/": ("/tornei/{event}/turni/1/",),
    "tornei/<slug:event>/iscritti/": ("/tornei/{event}/iscritti/",),
    "tornei/<slug:event>/iscritti/<int:number>/": ("/tornei/{event}/iscritti/1/",),
    "tornei/<slug:event>/numeri/": ("/tornei/{event}/numeri/",),
    "tornei/<slug:event>/sala/": ("/tornei/{event}/sala/",),
    "tornei/<slug:event>/sala/parti/": ("/tornei/{event}/sala/parti/",),
    "tornei/<slug:event>/stampa/": ("/tornei/{event}/stampa/",),
    "tornei/<slug:event>/smazzate/<str:label>/": ("/tornei/{event}/smazzate/{label}/",),
    "amici/": ("/amici/",),
    "circoli/": ("/circoli/", "/circoli/?q=circolo"),
    "circoli/<slug:club>/": ("/circoli/{club}/",),
    "circoli/<slug:club>/soci/": ("/circoli/{club}/soci/", "/circoli/{club}/soci/?q=socio"),
    "circoli/<slug:club>/classifica/": (
        "/circoli/{club}/classifica/?gioco={game}",
        "/circoli/{club}/classifica/?gioco={game}&periodo=anno",
    ),
    "segnapunti/": ("/segnapunti/",),
    "circoli/<slug:club>/chat/": ("/circoli/{club}/chat/",),
    "circoli/<slug:club>/tavoli/": ("/circoli/{club}/tavoli/",),
    "api/v1/clubs/<str:club>/messages/": ("/api/v1/clubs/{club}/messages/",),
    "api/v1/clubs/<str:club>/tables/": ("/api/v1/clubs/{club}/tables/",),
    "api/v1/clubs/<str:club>/house-rules/": ("/api/v1/clubs/{club}/house-rules/",),
    "circoli/<slug:club>/calendario/": ("/circoli/{club}/calendario/",),
    "circoli/<slug:club>/albo/": ("/circoli/{club}/albo/",),
    "api/v1/clubs/": ("/api/v1/clubs/",),
    "api/v1/clubs/<str:club>/dates/": ("/api/v1/clubs/{club}/dates/",),
    "api/v1/clubs/<str:club>/fame/": ("/api/v1/clubs/{club}/fame/",),
    "api/v1/clubs/<str:club>/teams/": ("/api/v1/clubs/{club}/teams/",),
    "api/v1/clubs/<str:club>/members/": (
        "/api/v1/clubs/{club}/members/",
        "/api/v1/clubs/{club}/members/?asking=true",
    ),
    "api/v1/clubs/<str:club>/leaderboards/<str:game>/": ("/api/v1/clubs/{club}/leaderboards/{game}/",),
    "analisi/": ("/analisi/",),
    "api/v1/studies/": ("/api/v1/studies/",),
    "giocate/errori/": ("/giocate/errori/",),
    "api/v1/puzzles/mistakes/": ("/api/v1/puzzles/mistakes/",),
    "avvisi/": ("/avvisi/",),
    "sfide/": ("/sfide/",),
    "moderazione/": ("/moderazione/", "/moderazione/?stato=chiuse"),
    "moderazione/registro/": ("/moderazione/registro/",),
    "moderazione/casi/<int:number>/": ("/moderazione/casi/{report}/",),
    "moderazione/persone/<str:name>/": ("/moderazione/persone/{name}/",),
    "account/token/": ("/account/token/",),
    "account/bot/": ("/account/bot/",),
    "account/webhook/": ("/account/webhook/",),
    "account/webhook/<int:webhook>/": ("/account/webhook/{webhook}/",),
    "api/v1/me/": ("/api/v1/me/",),
    "api/v1/me/people/": ("/api/v1/me/people/",),
    "api/v1/me/notices/": ("/api/v1/me/notices/", "/api/v1/me/notices/?unread=true"),
    "api/v1/me/tokens/": ("/api/v1/me/tokens/",),
    "api/v1/me/webhooks/": ("/api/v1/me/webhooks/",),
    "api/v1/me/webhooks/<int:webhook>/deliveries/": ("/api/v1/me/webhooks/{webhook}/deliveries/",),
    "api/v1/challenges/": ("/api/v1/challenges/",),
    "api/v1/house-rules/": ("/api/v1/house-rules/",),
    "api/v1/people/<str:name>/matches/": ("/api/v1/people/{name}/matches/",),
    "api/v1/people/<str:name>/ratings/<str:game>/": ("/api/v1/people/{name}/ratings/{game}/",),
    "api/v1/people/<str:name>/statistics/<str:game>/": ("/api/v1/people/{name}/statistics/{game}/",),
    "api/v1/around/": ("/api/v1/around/",),
    "api/v1/bots/": ("/api/v1/bots/",),
    "api/v1/leaderboards/<str:game>/": (
        "/api/v1/leaderboards/{game}/",
        "/api/v1/leaderboards/{game}/?period={year}",
        "/api/v1/leaderboards/{game}/?friends=true",
    ),
    "api/v1/tables/": ("/api/v1/tables/", "/api/v1/tables/?free=true"),
    "api/v1/tables/<str:code>/messages/": ("/api/v1/tables/{code}/messages/",),
    "api/v1/tournaments/": (
        "/api/v1/tournaments/",
        "/api/v1/tournaments/?game={game}&mine=true",
        "/api/v1/tournaments/?past=true",
    ),
    "api/v1/tournaments/<str:event>/entries/": ("/api/v1/tournaments/{event}/entries/",),
    "api/v1/tournaments/<str:event>/seat-links/": ("/api/v1/tournaments/{event}/seat-links/",),
    "api/v1/tournaments/<str:event>/rounds/": ("/api/v1/tournaments/{event}/rounds/",),
    "api/v1/tournaments/<str:event>/rounds/<str:round>/": ("/api/v1/tournaments/{event}/rounds/1/",),
    "api/v1/tournaments/<str:event>/standings/": ("/api/v1/tournaments/{event}/standings/",),
    "api/v1/tournaments/<str:event>/deals/<str:label>/": ("/api/v1/tournaments/{event}/deals/{label}/",),
    "api/v1/tournaments/<str:event>/announcements/": ("/api/v1/tournaments/{event}/announcements/",),
    "api/v1/tournaments/<str:event>/log/": ("/api/v1/tournaments/{event}/log/",),
    "api/v1/tournaments/<str:event>/rounds/<str:round>/barometer/": (
        "/api/v1/tournaments/{event}/rounds/1/barometer/",
    ),
    "api/v1/tournaments/<str:event>/results/": ("/api/v1/tournaments/{event}/results/",),
    "api/v1/series/<str:series>/": ("/api/v1/series/{series}/",),
    "api/v1/series/<str:series>/seasons/<str:season>/": ("/api/v1/series/{series}/seasons/1/",),
    "api/v1/matches/": (
        "/api/v1/matches/",
        "/api/v1/matches/?game={game}",
        "/api/v1/matches/?status=finished",
        "/api/v1/matches/?rated=true",
    ),
}
"""The addresses of lists, by route; callers fill in the names in braces."""

OTHERS = frozenset(
    {
        # single objects, or lists that do not grow with use
        "lingua/", "testi/", "tornei/<slug:event>/turni/<int:round>/<int:number>/",
        "tornei/<slug:event>/turni/<int:round>/<int:number>/incontro/",
        "tornei/<slug:event>/vivo/", "tornei/<slug:event>/vivo/comune/",  # only the changes
        "tavolo/<slug:code>/", "tavolo/<slug:code>/regole/",
        "partita/<uuid:match>/", "partita/da-file/", "design/",
        "partita/<uuid:match>/incorporata/", "partita/<uuid:match>/figura.png",
        "partita/<uuid:match>/analisi/", "condivisa/<str:token>/analisi/",
        "analisi/da-file/<str:text>/", "analisi/<str:token>/", "api/v1/studies/<str:study>/",
        "condivisa/<str:token>/", "condivisa/<str:token>/figura.png", "condivisa/<str:token>/record.json",
        "moderazione/partite/<uuid:match>/", "regole/",
        "regole/<slug:game>/", "regole/<slug:game>/<slug:page>/", "segnala/", "account/", "account/profilo/",
        "account/avvisi/", "account/privacy/", "account/bot/<int:bot>/", "api/",
        "api/v1/openapi/", "api/<path:path>",
        "api/v1/people/<str:name>/against/<str:other>/", "api/v1/archive/",
        "api/v1/games/", "api/v1/games/<str:game>/", "api/v1/games/<str:game>/rules/<str:preset>/",
        "api/v1/house-rules/<str:code>/", "api/v1/people/<str:name>/", "api/v1/tables/<str:code>/",
        "api/v1/matches/<uuid:match>/", "api/v1/matches/<uuid:match>/state/",
        "api/v1/matches/<uuid:match>/events/", "api/v1/matches/<uuid:match>/review/",
        "api/v1/matches/<uuid:match>/share/",
        "api/v1/shared/<str:token>/", "api/v1/shared/<str:token>/record/",
        "account/dispositivi/",  # django-allauth checks each of the user's own devices
        "tornei/nuovo/", "tornei/<slug:event>/direzione/modifica/", "tornei/<slug:event>/posto/<str:token>/",
        "tornei/<slug:event>/siediti/", "tornei/<slug:event>/foglio/", "tornei/<slug:event>/foglio/parti/",
        "tornei/<slug:event>/foglio/<str:token>/", "tornei/<slug:event>/direzione/cartellini/",
        "tornei/<slug:event>/direzione/porta/", "tornei/<slug:event>/direzione/turni/<int:number>/foglietti/",
        "tornei/<slug:event>/direzione/turni/<int:number>/tabellone/",
        "tornei/<slug:event>/direzione/turni/<int:number>/smazzate/",
        "tornei/serie/<slug:series>/modifica/",
        "tornei/<slug:event>/direzione/tavoli/<int:round>/<int:number>/",
        "tornei/<slug:event>/direzione/iscritti/<int:number>/",
        "api/v1/tournaments/<str:event>/", "api/v1/tournaments/<str:event>/me/",
        "api/v1/tournaments/<str:event>/entries/<str:entry>/",
        "api/v1/tournaments/<str:event>/entries/<str:entry>/seat-links/<str:place>/",
        "api/v1/tournaments/<str:event>/claims/<str:claim>/", "api/v1/challenges/<uuid:challenge>/",
        "api/v1/tournaments/<str:event>/rounds/<str:round>/tables/<str:table>/",
        "api/v1/tournaments/<str:event>/hand/",
        "api/v1/tournaments/<str:event>/invitees/", "api/v1/tournaments/<str:event>/forbidden/",
        "api/v1/tournaments/<str:event>/onlookers/",
        "api/v1/series/",
        "circoli/<slug:club>/invito/<str:secret>/", "circoli/<slug:club>/modifica/",
        "circoli/<slug:club>/appuntamenti/nuovo/", "circoli/<slug:club>/appuntamenti/<int:number>/",
        "lezioni/", "lezioni/<slug:game>/", "lezioni/<slug:game>/<slug:lesson>/<int:number>/",
        "api/v1/lessons/", "api/v1/lessons/<str:game>/<str:lesson>/<int:number>/",
        "api/v1/lessons/<str:game>/<str:lesson>/<int:number>/answer/",
        "giocate/errori/prossimo/", "giocate/errori/<slug:code>/", "api/v1/puzzles/mistakes/next/",
        "api/v1/puzzles/mistakes/<str:code>/", "api/v1/puzzles/mistakes/<str:code>/answer/",
        "giocate/", "api/v1/puzzles/today/", "giocate/<slug:code>/", "giocate/altra/<slug:game>/",
        "api/v1/puzzles/<str:code>/", "api/v1/puzzles/<str:code>/answer/", "api/v1/puzzles/next/",
        "segnapunti/<str:secret>/", "segnapunti/senza-rete/", "api/v1/scorepads/<str:secret>/",
        "circoli/nuovo/", "api/v1/clubs/<str:club>/", "api/v1/clubs/<str:club>/link/",
        # files and streams, whose time depends on their length
        "tornei/<slug:event>/calendario.ics",
        "tornei/<slug:event>/direzione/serata.json",
        "tornei/<slug:event>/direzione/risultati.csv", "tornei/<slug:event>/direzione/risultati.xlsx",
        "tornei/<slug:event>/direzione/partite.jsonl",
        "circoli/<slug:club>/soci/soci.csv", "circoli/<slug:club>/soci/soci.xlsx",
        "api/v1/tournaments/<str:event>/records/", "api/v1/people/<str:name>/games/",
        "mie/partite.jsonl", "mie/risultati.csv", "mie/risultati.xlsx",
        "archivio/ludopoli-<str:month>.jsonl.gz", "archivio/ludopoli-<str:month>.jsonl.gz.sha256",
        "partita/<uuid:match>/record.json",
        "account/privacy/esporta.json", "api/v1/me/records/", "api/v1/me/results/", "api/v1/me/stream/",
        "api/v1/matches/<uuid:match>/record/", "api/v1/matches/<uuid:match>/stream/",
        "manifest.webmanifest", "sw.js", "senza-rete/", "tornei/foglio/senza-rete/",
        "stile/<slug:version>/<path:names>.css",
        "circoli/<slug:club>/circolo.json", "circoli/<slug:club>/calendario.ics",
        "circoli/<slug:club>/calendario/<str:token>.ics",
        # forms and actions
        "api/v1/analysis/", "api/v1/analysis/choice/", "api/v1/analysis/judgement/",
        "api/v1/analysis/solution/",
        "api/v1/studies/<str:study>/branches/", "api/v1/studies/<str:study>/branches/<int:branch>/",
        "api/v1/studies/<str:study>/comments/", "api/v1/studies/<str:study>/comments/<int:comment>/",
        "segnapunti/<str:secret>/scrivi/", "segnapunti/<str:secret>/posto/", "api/v1/scorepads/",
        "api/v1/evenings/",
        "api/v1/scorepads/<str:secret>/entries/", "api/v1/scorepads/<str:secret>/seats/<int:seat>/",
        "circoli/<slug:club>/fai/<club_act:name>/", "circoli/<slug:club>/soci/lista/",
        "tornei/<slug:event>/direzione/lista/", "tornei/importa/",
        "circoli/<slug:club>/soci/<int:number>/<member_act:name>/",
        "api/v1/clubs/<str:club>/ask/", "api/v1/clubs/<str:club>/join/", "api/v1/clubs/<str:club>/leave/",
        "tornei/serie/<slug:series>/penalita/<series_act:name>/", "api/v1/series/<str:series>/penalties/",
        "api/v1/series/<str:series>/penalties/<str:penalty>/",
        "circoli/<slug:club>/appuntamenti/<int:number>/elimina/",
        "circoli/<slug:club>/chat/<club_chat_act:name>/", "circoli/<slug:club>/regole/<club_rules_act:name>/",
        "api/v1/clubs/<str:club>/messages/<int:line>/", "api/v1/clubs/<str:club>/house-rules/<str:house>/",
        "api/v1/clubs/<str:club>/dates/<int:date>/",
        "api/v1/clubs/<str:club>/members/list/", "api/v1/clubs/<str:club>/members/<int:member>/",
        "api/v1/clubs/<str:club>/members/<int:member>/accept/",
        "tavoli/apri/", "tavoli/gioca/", "tavoli/trova/", "tavoli/casa/", "tavoli/casa/<slug:house>/tieni/",
        "tavoli/casa/<slug:house>/elimina/", "tavolo/<slug:code>/siediti/", "tavolo/<slug:code>/lascia/",
        "tavolo/<slug:code>/guarda/",
        "tavolo/<slug:code>/bot/", "tavolo/<slug:code>/togli/", "tavolo/<slug:code>/accogli/",
        "tavolo/<slug:code>/invita/", "tavolo/<slug:code>/congeda/",
        "tornei/nuovo/riassunto/", "tornei/<slug:event>/direzione/fai/<act:name>/",
        "tornei/<slug:event>/direzione/iscritti/<int:number>/<act:name>/",
        "tornei/<slug:event>/direzione/tavoli/<int:round>/<int:number>/<act:name>/",
        *(
            f"api/v1/tournaments/<str:event>/{action}/"
            for action in (
                "cancel", "accept", "decline", "withdraw", "come-back", "seek-partner", "check-in",
                "start", "pause", "resume", "extend",
                "start-round", "redraw", "take-deals", "directors/<str:name>", "invitees/<str:name>",
                "entries/add", "onlookers/<str:name>", "claims/<str:claim>/answer",
                "entries/list", "entries/<str:entry>/score-link",
                "entries/seeds", "entries/<str:entry>/remove", "entries/<str:entry>/substitute",
                "entries/<str:entry>/reinstate", "entries/<str:entry>/check-in",
                "entries/<str:entry>/take-place", "entries/<str:entry>/members",
                "entries/<str:entry>/line-up", "entries/<str:entry>/club",
                "forbidden/<str:one>/<str:other>", "rounds/<str:round>/swap",
            )
        ),
        *(
            f"api/v1/tournaments/<str:event>/rounds/<str:round>/tables/<str:table>/{ruling}/"
            for ruling in (
                "adjust", "penalise", "annul", "restore", "annul-deal", "restore-deal", "end", "nudge",
                "scores", "own-scores",
            )
        ),
        "tornei/<slug:event>/tavolo/", "tornei/<slug:event>/iscriviti/", "tornei/<slug:event>/accetta/",
        "tornei/<slug:event>/reclamo/", "tornei/<slug:event>/direzione/reclami/<int:number>/<act:name>/",
        "tornei/<slug:event>/rifiuta/", "tornei/<slug:event>/ritirati/",
        "tornei/<slug:event>/ritorna/", "tornei/<slug:event>/compagno/", "tornei/<slug:event>/posto/",
        "tornei/<slug:event>/presente/", "tornei/<slug:event>/squadra/", "tornei/<slug:event>/formazione/",
        "tornei/<slug:event>/circolo/",
        "tavolo/<slug:code>/tieni/", "moderazione/letto/<int:number>/", "amici/<tie:action>/",
        "avvisi/dispositivi/", "avvisi/dispositivi/<int:device>/togli/",
        "avvisi/letti/", "sfide/<uuid:challenge>/accetta/", "sfide/<uuid:challenge>/rifiuta/",
        "sfide/<uuid:challenge>/ritira/",
        "avvisi/<int:notice>/", "avvisi/basta/<str:token>/",
        "account/token/<int:token>/revoca/", "account/bot/<int:bot>/elimina/",
        "account/webhook/<int:webhook>/prova/", "account/webhook/<int:webhook>/ripeti/",
        "account/webhook/<int:webhook>/commuta/",
        "account/webhook/<int:webhook>/rinnova/", "account/webhook/<int:webhook>/elimina/",
        "account/dispositivi/<int:session>/scollega/", "account/fuso/", "account/privacy/elimina/",
        "api/v1/me/people/friends/<str:name>/", "api/v1/me/people/following/<str:name>/",
        "api/v1/me/people/blocked/<str:name>/",
        "api/v1/me/settings/", "api/v1/me/notices/read/",
        "api/v1/me/notices/<int:notice>/read/", "api/v1/me/tokens/<int:token>/",
        "api/v1/me/devices/",  # ten at most
        "api/v1/me/devices/key/", "api/v1/me/devices/<int:device>/",
        "api/v1/me/webhooks/<int:webhook>/", "api/v1/me/webhooks/<int:webhook>/test/",
        "api/v1/me/webhooks/<int:webhook>/deliveries/<uuid:delivery>/",
        "api/v1/me/webhooks/<int:webhook>/deliveries/<uuid:delivery>/again/",
        "api/v1/challenges/<uuid:challenge>/accept/", "api/v1/challenges/<uuid:challenge>/decline/",
        "api/v1/challenges/<uuid:challenge>/withdraw/", "api/v1/tables/<str:code>/sit/",
        "api/v1/tables/<str:code>/watch/", "api/v1/tables/quick/", "api/v1/tables/find-seat/",
        "api/v1/tables/<str:code>/leave/", "api/v1/tables/<str:code>/bots/",
        "api/v1/tables/<str:code>/remove-bot/", "api/v1/tables/<str:code>/join/",
        "api/v1/tables/<str:code>/rematch/", "api/v1/tables/<str:code>/send-away/",
        "api/v1/tables/<str:code>/nonce/", "tavoli/impegno/",
        "api/v1/referee/", "api/v1/matches/<uuid:match>/commands/", "api/v1/matches/<uuid:match>/back/",
        "api/v1/matches/<uuid:match>/propose/", "api/v1/matches/<uuid:match>/answer/",
        "api/v1/matches/<uuid:match>/resume/",
    }
)  # fmt: skip

NOT_OURS = ("admin/", "account/secondo-passo/", "account/passkey/", "django.", "allauth.")
"""The prefixes of addresses, and the modules of views, that are not ours."""


def routes() -> Iterator[str]:
    """Yield every route of ours, written as in the resolver."""
    for route, pattern in _walk(get_resolver().url_patterns, ""):
        ours = getattr(pattern.callback, "__module__", "")
        if not route.startswith(NOT_OURS) and not ours.startswith(NOT_OURS):
            yield route


def _walk(patterns: list[URLPattern | URLResolver], before: str) -> Iterator[tuple[str, URLPattern]]:
    for pattern in patterns:
        route = f"{before}{pattern.pattern}"
        if isinstance(pattern, URLPattern):
            yield route, pattern
        else:
            yield from _walk(pattern.url_patterns, route)
