"""Static files, whose addresses contain a hash of their contents: `/static/1f0c9a4be2d7/js/site.js`.

A hash is that of all files of a folder. So an update changes the addresses of all scripts if one has changed,
and scripts, which import each other by relative addresses, load those of their own version, even after an
update. The addresses of the cards stay the same.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from wsgiref.headers import Headers

from django.apps import apps
from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from whitenoise.middleware import WhiteNoiseMiddleware

from ludopoli.http.compression import Response, compress_immutable

KEPT = 10
"""The number of versions of each folder that stay, for pages that were opened before an update."""

VERSIONED = re.compile(r"[0-9a-f]{12}/(.+)")

IMMUTABLE = "public, max-age=31536000, immutable"
"""The `Cache-Control` of what never changes at its address."""

Files = Mapping[str, Path]
"""Files by their names."""


@cache
def folders() -> dict[str, Files]:
    """Return the static files of this code, by folder; a file outside any folder is one of its own."""
    found: defaultdict[str, dict[str, Path]] = defaultdict(dict)
    ignored = apps.get_app_config("staticfiles").ignore_patterns  # type: ignore[attr-defined]
    for finder in finders.get_finders():
        for path, storage in finder.list(ignored):
            name = f"{getattr(storage, 'prefix', None) or ''}/{path}".lstrip("/")
            found[name.partition("/")[0]].setdefault(name, Path(storage.path(path)))
    return {**found}


@cache
def version(folder: str) -> str:
    return _hash_of(folders()[folder])


def _hash_of(files: Files) -> str:
    digests = {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in files.items()}
    return hashlib.sha256(json.dumps(digests, sort_keys=True).encode()).hexdigest()[:12]


def short_hash(text: str) -> str:
    """Return a hash of a text that is joined or built for pages, as part of its address."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def cache_control(asked: str, current: str) -> str:
    """Return the `Cache-Control` of a text of which one version was asked for."""
    return IMMUTABLE if asked == current else "public, no-cache"


class Storage(StaticFilesStorage):
    """The storage that `{% static %}` asks for addresses."""

    def url(self, name: str | None) -> str:
        folder = (name or "").partition("/")[0]
        return super().url(f"{version(folder)}/{name}" if folder in folders() else name)


@cache
def folder_addresses() -> str:
    """Return the address of each folder, and of each file outside any, as JSON for scripts."""
    return json.dumps({folder: static(folder) for folder in folders()}, separators=(",", ":"))


# ---- copies in STATIC_ROOT


def uncollected_folders() -> list[str]:
    """Return the folders whose current version is not in `STATIC_ROOT`, or not whole."""
    return [folder for folder in folders() if not _is_whole(folder)]


def _copies(folder: str) -> Path:
    return Path(settings.STATIC_ROOT, version(folder))


def _is_whole(folder: str) -> bool:
    """Compare the contents: a power cut may leave files empty that were written just before."""
    home = _copies(folder)
    copies = {name: home / name for name in folders()[folder]}
    return all(copy.is_file() for copy in copies.values()) and _hash_of(copies) == version(folder)


def collect_folders() -> list[str]:
    """Copy the current version of each folder into `STATIC_ROOT`, and delete all but the latest versions.

    A copy appears as a whole, since browsers keep what they get there for a year. Processes may do this at
    the same time.
    """
    new = uncollected_folders()
    with TemporaryDirectory(prefix=".", dir=settings.STATIC_ROOT) as aside:
        for folder in new:
            made = Path(aside, "new", version(folder))
            for name, path in folders()[folder].items():
                (made / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, made / name)
            _move(_copies(folder), Path(aside, "broken", version(folder)))
            _move(made, _copies(folder))
        for folder in folders():
            _copies(folder).touch()
            for old in _versions_by_age(folder)[KEPT:]:
                _move(old, Path(aside, "old", old.name))
    return new


def _versions_by_age(folder: str) -> list[Path]:
    homes = [path.parent for path in Path(settings.STATIC_ROOT).glob(f"*/{folder}")]
    return sorted(homes, key=lambda home: home.stat().st_mtime, reverse=True)


def _move(source: Path, target: Path) -> None:
    """Move a folder, unless it is not there or another process was faster."""
    target.parent.mkdir(exist_ok=True)
    try:
        with suppress(FileNotFoundError):
            source.rename(target)
    except OSError:
        if not target.is_dir():
            raise


# ---- serving them


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """Serves copies for ever, also those that another process has made since this one started.

    Files without a version in their addresses are served as well: other sites may refer to them. While
    developing (`autorefresh`) nothing is collected or cached.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        super().__init__(get_response)
        self.directories = [(f"{settings.STATIC_ROOT}/", self.static_prefix)]
        if not self.autorefresh:
            for folder in folders():
                version(folder)  # of the code that runs, which may be replaced before the first page

    def __call__(self, request: HttpRequest) -> Response:
        url = request.path_info
        if (
            not self.autorefresh
            and url not in self.files
            and self._name(url)
            and (found := self.find_file(url))
        ):
            self.files[url] = found
        return compress_immutable(request, super().__call__(request))

    def candidate_paths_for_url(self, url: str) -> Iterator[str]:
        yield from super().candidate_paths_for_url(url)
        if self.autorefresh and (found := finders.find(self._name(url))):
            yield found

    def add_cache_headers(self, headers: Headers, path: str, url: str) -> None:
        super().add_cache_headers(headers, path, url)
        found = Path(path).stat()
        # weak, as the same file is sent in several encodings
        headers["ETag"] = f'W/"{found.st_mtime_ns:x}-{found.st_size:x}"'

    def immutable_file_test(self, path: str, url: str) -> bool:
        return not self.autorefresh and bool(self._name(url))

    def _name(self, url: str) -> str:
        """Return the name of a file without its version, or "" if the address has none."""
        found = VERSIONED.fullmatch(url.removeprefix(self.static_prefix))
        return found[1] if found else ""
