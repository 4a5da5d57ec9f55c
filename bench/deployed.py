"""The full mode behind nginx, configured by `deploy/nginx.conf`: HTTPS and HTTP/2, as visitors get it.

Needs nginx (Debian: `nginx-light`), and `libnginx-mod-http-brotli-filter` for pages as small as the guide's.
The certificate is self-signed; see `UNBELIEVED`.
"""

from __future__ import annotations

import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path

from tests import servers
from tests.live.stack import ROOT, Full
from tests.servers import free_port

DAPHNES = "    server 127.0.0.1:8001 max_fails=0;\n    server 127.0.0.1:8002 max_fails=0;"

BROTLI = Path("/usr/lib/nginx/modules/ngx_http_brotli_filter_module.so")
"""Where the guide's `libnginx-mod-http-brotli-filter` is; without it pages are as with gzip alone."""

UNBELIEVED = "--ignore-certificate-errors"
"""The flag by which Chromium accepts the self-signed certificate."""


@contextmanager
def deployed(
    redis_url: str = "", workers: tuple[str, ...] = Full.workers, **settings: object
) -> Iterator[tuple[Full, str]]:
    """Yield a migrated stack that is still to be started, and the URL of nginx, which is running.

    `settings` are those of PostgreSQL; without `redis_url` it has a Redis of its own.
    """
    with (
        tempfile.TemporaryDirectory(prefix="ludopoli-deployed-") as folder,
        servers.postgres(**settings) as database,
        nullcontext(redis_url) if redis_url else servers.redis() as broker,
    ):
        home = Path(folder)
        home.chmod(0o755)  # nginx runs as another user, who must read `static` but not `var`
        (home / "var").mkdir()
        apart = {"STATIC_ROOT": str(home / "static")}
        stack = Full(home / "var", database, broker, HTTPS="1", TRUSTED_PROXIES="127.0.0.1", **apart)
        stack.workers = workers
        stack.prepare()
        try:
            with proxy(home, [f"127.0.0.1:{each}" for each in stack.ports]) as url:
                yield stack, url
        finally:
            stack.kill()
            stack.close()


@contextmanager
def proxy(home: Path, daphnes: Sequence[str]) -> Iterator[str]:
    """Run nginx in front of web processes at these addresses; yield its URL."""
    nginx = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
    if nginx is None:
        raise SystemExit("nginx is not installed (Debian: apt-get install nginx-light)")
    configuration, port = home / "nginx.conf", free_port()
    configuration.write_text(configured(home, daphnes, port))
    process = subprocess.Popen(
        [nginx, "-p", str(home), "-e", str(home / "nginx.log"), "-c", str(configuration)]
    )
    try:
        yield f"https://localhost:{port}"
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()


def configured(home: Path, daphnes: Sequence[str], port: int) -> str:
    """Return `deploy/nginx.conf` with the values that an administrator fills in."""
    subject, key, certificate = "/CN=localhost", home / "key.pem", home / "certificate.pem"
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", subject]
    subprocess.run(
        [*made, "-keyout", str(key), "-out", str(certificate)], check=True, stderr=subprocess.DEVNULL
    )
    site = (ROOT / "deploy" / "nginx.conf").read_text()
    module = ""
    if BROTLI.exists():
        module = f"load_module {BROTLI};\n"
        site = site.replace("/etc/nginx/snippets/ludopoli.con[f]", str(ROOT / "deploy" / "brotli.conf"))
    for theirs, ours in {
        "carte.example.org;": "localhost;",
        "/etc/letsencrypt/live/carte.example.org/fullchain.pem": str(certificate),
        "/etc/letsencrypt/live/carte.example.org/privkey.pem": str(key),
        "/var/cache/ludopoli/static/": f"{home / 'static'}/",
        "/var/log/nginx/ludopoli.log": str(home / "access.log"),
        DAPHNES: "\n".join(f"    server {each} max_fails=0;" for each in daphnes),
        "listen 443": f"listen {port}",
        "listen [::]:443": f"listen [::]:{port}",
        "listen 80": f"listen {free_port()}",
        "listen [::]:80": f"listen [::]:{free_port()}",
    }.items():
        assert theirs in site, theirs
        site = site.replace(theirs, ours)
    paths = "".join(
        f"{name} {home / name};\n"
        for name in (
            *("client_body_temp_path", "proxy_temp_path", "fastcgi_temp_path"),
            *("uwsgi_temp_path", "scgi_temp_path"),
        )
    )
    return (
        f"{module}daemon off;\npid {home / 'nginx.pid'};\n"
        "worker_rlimit_nofile 65536;\nevents { worker_connections 32768; }\n"
        f"http {{\ninclude /etc/nginx/mime.types;\naccess_log off;\n{paths}{site}}}\n"
    )
