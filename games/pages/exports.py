"""Downloads: a person's own matches and results, and the public archive."""

from __future__ import annotations

import base64

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotModified
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import parse_etags
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from games.archive import exports, monthly_files
from ludopoli.accounts.access import account_of
from ludopoli.base.lookups import or_404
from ludopoli.http.error_pages import too_many_requests
from ludopoli.http.ranges import wanted_range
from ludopoli.text.table_files import FileKind

FOR_ALL_SITES = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "Accept-Ranges, Content-Length, Content-Range, ETag, Repr-Digest",
}
"""Let scripts of any site read the archive; browsers send no cookies with such requests."""

LASTING = {"Cache-Control": "public, max-age=3600", **FOR_ALL_SITES}

NO_MONTH = _("There is no archive of this month.")


@require_safe
@login_required
def own_records_view(request: HttpRequest) -> HttpResponseBase:
    """All matches of the signed-in person as records, one per line."""
    if not exports.may_download(request.user.pk):
        return too_many_requests(request)
    pages, name = exports.own_records(account_of(request)), f"ludopoli-partite-{timezone.localdate()}.jsonl"
    return exports.stream_download(request, pages, "application/x-ndjson; charset=utf-8", name)


@require_safe
@login_required
def own_results_view(request: HttpRequest, kind: FileKind) -> HttpResponseBase:
    """All results of the signed-in person as a table."""
    if not exports.may_download(request.user.pk):
        return too_many_requests(request)
    pages = exports.own_results(account_of(request), kind)
    return exports.download_table(request, pages, kind, f"ludopoli-risultati-{timezone.localdate()}")


@require_safe
def archive_page(request: HttpRequest) -> HttpResponse:
    """The public archive: its months, and how to verify them."""
    return render(request, "people/archive.html", {"volumes": monthly_files.all_volumes()})


@require_safe
def month_file(request: HttpRequest, month: str, ending: str) -> HttpResponseBase:
    """A compressed file of a month."""
    found, file = or_404(monthly_files.open_file(month, ending), NO_MONTH)
    etag = f'"{found.sha256}"'
    if etag in parse_etags(request.headers.get("If-None-Match", "")):
        file.close()
        return HttpResponseNotModified(headers={"ETag": etag, **LASTING})
    wanted = wanted_range(request, found.size, etag)
    part = range(found.size) if wanted is None else wanted
    if wanted is not None and not wanted:
        file.close()
        return HttpResponse(status=416, headers={"Content-Range": f"bytes */{found.size}", **LASTING})
    if request.method == "HEAD":
        file.close()  # nobody reads it
    pages = monthly_files.file_chunks(file, part)
    response = exports.stream_download(request, pages, "application/gzip", found.name)
    digest = base64.b64encode(bytes.fromhex(found.sha256)).decode()
    headers = {
        "Accept-Ranges": "bytes",
        "Content-Encoding": "identity",  # the middleware must not compress it again
        "Content-Length": str(len(part)),
        "ETag": etag,
        "Repr-Digest": f"sha-256=:{digest}:",
        **LASTING,
    }
    if wanted is not None:
        response.status_code = 206
        headers["Content-Range"] = f"bytes {part.start}-{part.stop - 1}/{found.size}"
    for name, value in headers.items():
        response[name] = value
    return response


@require_safe
def month_checksum(request: HttpRequest, month: str) -> HttpResponse:
    """The SHA-256 of a month's files, in the format of `sha256sum -c`."""
    return _checksums(or_404(monthly_files.volume_of(month), NO_MONTH))


@require_safe
def all_checksums(request: HttpRequest) -> HttpResponse:
    """The SHA-256 of every file, in the same format."""
    return _checksums(*monthly_files.all_volumes())


def _checksums(*volumes: monthly_files.Volume) -> HttpResponse:
    lines = "".join(file.checksum for volume in volumes for file in volume.files)
    return HttpResponse(lines, content_type="text/plain; charset=utf-8", headers=FOR_ALL_SITES)
