"""The addresses of pages: all in Italian, with redirects from former addresses."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.urls.converters import get_converters

from ludopoli.accounts.people import ACTIONS
from ludopoli.site.redirects import FORMER_ROUTES
from tournaments.console.acts import OF_CLAIM, OF_ENTRY, OF_EVENT, OF_TABLE

ENGLISH = ("api/", "admin/")
"""The prefixes of English addresses, those of the API and of Django's administration among them."""

pytestmark = pytest.mark.django_db

FILES = {
    "manifest.webmanifest",
    "sw.js",
    "<path:names>.css",
    "<path:names>.js",
    "script",
    "ludopoli-<str:month>.jsonl.gz.sha256",
    "ludopoli-<str:month>.valutazioni.csv.gz",
    "SHA256SUMS",
    "robots.txt",
    "sitemap.xml",
    "llms.txt",
    ".well-known",
    "security.txt",
    "openid-configuration",
    "oauth-authorization-server",
    "atom.xml",
}

WORDS = frozenset(
    [
        "accedi",
        "accetta",
        "accogli",
        "account",
        "aggiungi",
        "altra",
        "altrove",
        "amici",
        "analisi",
        "annulla",
        "annuncia",
        "app",
        "apri",
        "arbitro",
        "archivio",
        "assegna",
        "avvisi",
        "basta",
        "blocca",
        "bot",
        "calendario",
        "cambia",
        "cambiata",
        "cancella",
        "chiedi",
        "documenti",
        "circoli",
        "segnapunti",
        "federazioni",
        "organizzatore",
        "nuova",
        "rilascia",
        "sposta",
        "tessere",
        "fasi",
        "metti",
        "avanti",
        "segna",
        "foglio",
        "importa",
        "serata",
        "tabellone",
        "foglietti",
        "porta",
        "sala",
        "cartellini",
        "cassa",
        "chiusura",
        "incassa",
        "persa",
        "quota",
        "rendi",
        "ricevute",
        "scheda",
        "attestato",
        "riposo",
        "attestati",
        "tutte",
        "restituisci",
        "penalita",
        "parola",
        "ridai",
        "zittisci",
        "scrivi",
        "chat",
        "appuntamenti",
        "albo",
        "circolo",
        "classifica",
        "comincia",
        "correggi",
        "di",
        "incarico",
        "iscrivi",
        "link",
        "lista",
        "mani",
        "mostra",
        "nascondi",
        "non",
        "penalizza",
        "prendi",
        "prolunga",
        "respingi",
        "riammetti",
        "ricongiungi",
        "riprendi",
        "ripristina",
        "risorteggia",
        "sblocca",
        "scambia",
        "segui",
        "seguire",
        "separa",
        "smazzata",
        "soci",
        "sollecita",
        "sospendi",
        "sostituisci",
        "termina",
        "ancora",
        "autorizza",
        "chiavi",
        "collegate",
        "oauth",
        "scollega",
        "teste",
        "invito",
        "turno",
        "casa",
        "casi",
        "chiave",
        "classifiche",
        "codici",
        "commuta",
        "comune",
        "compagno",
        "condivisa",
        "conferma",
        "congeda",
        "da",
        "design",
        "dimenticata",
        "cronaca",
        "diretta",
        "direzione",
        "disattivato",
        "dispositivi",
        "elenco",
        "elimina",
        "email",
        "errori",
        "esci",
        "esporta",
        "fai",
        "formazione",
        "fuso",
        "figura",
        "file",
        "gioca",
        "giocate",
        "giocatori",
        "guarda",
        "imposta",
        "impegno",
        "incontro",
        "incorporata",
        "inviata",
        "invita",
        "iscritti",
        "iscriviti",
        "lascia",
        "letti",
        "letto",
        "lezioni",
        "livello",
        "lingua",
        "mie",
        "modelli",
        "modello",
        "moderazione",
        "modifica",
        "numeri",
        "oggi",
        "nuovi",
        "nuovo",
        "parti",
        "partita",
        "partite",
        "passkey",
        "passo",
        "password",
        "persone",
        "posti",
        "posto",
        "presente",
        "privacy",
        "profilo",
        "prossimo",
        "prova",
        "reclami",
        "reclamo",
        "record",
        "registro",
        "regole",
        "risultato",
        "rete",
        "revoca",
        "riassunto",
        "rifiuta",
        "rinnova",
        "ripeti",
        "riposi",
        "risultati",
        "ritira",
        "ritirati",
        "ritorna",
        "scollega",
        "secondo",
        "segnala",
        "senza",
        "serie",
        "sfide",
        "siediti",
        "nome",
        "smazzate",
        "squadra",
        "stagioni",
        "stampa",
        "stile",
        "tavoli",
        "tavolo",
        "testi",
        "tieni",
        "togli",
        "token",
        "tornei",
        "trova",
        "turni",
        "verifica",
        "vivo",
        "webhook",
        "chi",
        "nomi",
        "dimentica",
        "notizie",
        "ultimo",
        "concludi",
        "durata",
        "riapri",
        "iscrizioni",
        "media",
        "fai",
        "giocare",
        "oembed",
        "punti",
        "guide",
        "salta",
    ]
)
"""The allowed words: Italian ones, and foreign ones that Italian has adopted."""


def routes(patterns: list[URLPattern | URLResolver] | None = None, before: str = "") -> list[str]:
    found: list[str] = []
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        route = before + str(pattern.pattern)
        inner = pattern.url_patterns if isinstance(pattern, URLResolver) else None
        found += [route] if inner is None else routes(inner, route)
    return [route for route in found if not route.startswith(ENGLISH)]


def words(route: str) -> set[str]:
    """Return the words in a route, without parameters and file extensions."""
    kept = "/".join(part for part in route.split("/") if part not in FILES)
    named = re.sub(
        r"\(\?P<.*?\)(?=[/-])|<[^>]*>|[\^$\\]|\.(jsonl(\.gz)?|json|csv|xlsx|png|txt|ics|css)$", "", kept
    )
    return {*re.findall(r"[a-z0-9]+", named)} - {"ludopoli"}


def test_every_address_has_an_italian_form() -> None:
    assert {route: unknown for route in routes() if (unknown := words(route) - WORDS)} == {}


@pytest.mark.parametrize(
    ("kind", "acts"), [("tie", {*ACTIONS}), ("act", {*OF_EVENT, *OF_ENTRY, *OF_CLAIM, *OF_TABLE})]
)
def test_the_verbs_in_addresses_are_italian(kind: str, acts: set[str]) -> None:
    get_resolver().url_patterns  # noqa: B018  loads the routes, which name the verbs
    verb: Any = get_converters()[kind]
    assert {*verb.italian} == acts
    assert acts == {verb.to_python(word) for word in verb.italian.values()}
    assert not {part for word in verb.italian.values() for part in word.split("-")} - WORDS


PLACES = {
    "slug:code": "k3f9", "slug:event": "coppa", "int:number": "2", "int:round": "1", "int:token": "7",
    "int:bot": "7", "int:webhook": "7", "int:session": "7", "int:pk": "7", "str:key": "abc",
}  # fmt: skip
VERBS = {"tie": "follow", "console-act": "pause", "console-entry-act": "remove"}
VERBS |= {"console-claim-act": "accept", "console-table-act": "annul"}


@pytest.mark.parametrize("route", FORMER_ROUTES)
def test_a_former_address_redirects(client: Client, route: str) -> None:
    named = {
        kind.split(":")[1]: PLACES.get(kind, VERBS.get(FORMER_ROUTES[route]))
        for kind in re.findall("<(.+?)>", route)
    }
    old = "/" + re.sub("<[a-z]+:([a-z]+)>", lambda place: str(named[place[1]]), route)
    new = reverse(FORMER_ROUTES[route], kwargs=named)
    assert not old.startswith(new)
    for answer, status in (
        (client.get(old, {"next": "/tavoli/"}), 301),
        (client.post(f"{old}?next=%2Ftavoli%2F", {"seat": 1}), 308),
    ):
        assert (answer.status_code, answer["Location"]) == (status, f"{new}?next=%2Ftavoli%2F")


def test_a_former_password_reset_link_redirects(client: Client) -> None:
    answer = client.get("/account/password/reset/key/3-abc-def/")
    assert (answer.status_code, answer["Location"]) == (
        301,
        "/account/password/dimenticata/chiave/3-abc-def/",
    )


@pytest.mark.parametrize("path", ["/tavolo/k3f9/nowhere/", "/amici/nobody/", "/nowhere/", "/api/v1/nowhere/"])
def test_an_unknown_address_is_not_found(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404
    assert client.post(path).status_code in (404, 405)
