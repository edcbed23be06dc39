"""The studio's server: on this machine only, for the page that has the token, and for nobody else.

Everything that is refused is refused with 403 and without a reason. It knows no game: what the page
asks for is answered behind it, in `answers`.
"""

import hmac
from typing import TYPE_CHECKING

from starlette.responses import Response

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

LONGEST_BODY = 10_000  # bytes
ONCE = (b"host", b"origin", b"sec-fetch-site", b"content-length", b"cookie")
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self' "
    "'unsafe-inline'; font-src data:; img-src data:; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'",
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "cross-origin-resource-policy": "same-origin",
}
SAME = ("none", "same-origin")


class Door:
    """Lets in what comes from our own page in a browser on this machine."""

    def __init__(self, app: "ASGIApp", port: int, token: str) -> None:
        self.app, self.token = app, token
        self.hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}
        self.origins = {f"http://{host}" for host in self.hosts}
        self.cookie = f"analyze_{port}"

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http" or not self.allowed(scope):
            await Response("", 403)(scope, receive, send)
            return

        async def with_headers(message: "Message") -> None:
            if message["type"] == "http.response.start":
                own = scope["path"] == "/made"  # a report's page names its own script by hash
                more = [
                    (name.encode(), value.encode())
                    for name, value in HEADERS.items()
                    if not (own and name == "content-security-policy")
                ]
                message["headers"] = [*message.get("headers", []), *more]
            await send(message)

        await self.app(scope, receive, with_headers)

    def allowed(self, scope: "Scope") -> bool:
        """Is this our page, with our token?"""
        names = [name for name, _ in scope["headers"]]
        if b"host" not in names or b"transfer-encoding" in names:
            return False
        if any(names.count(name) > 1 for name in ONCE):
            return False
        headers = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]
        }
        if headers.get("host") not in self.hosts:
            return False
        if headers.get("origin", next(iter(self.origins))) not in self.origins:
            return False
        if headers.get("sec-fetch-site", "none") not in SAME:
            return False
        if not headers.get("content-length", "0").isdigit():
            return False
        if int(headers.get("content-length", "0")) > LONGEST_BODY:
            return False
        if scope["method"] == "POST" and "content-length" not in headers:
            return False
        if scope["method"] not in ("GET", "POST"):
            return False
        return self.has_token(scope, headers.get("cookie", ""))

    def has_token(self, scope: "Scope", cookies: str) -> bool:
        if scope["path"] == "/enter":
            given = scope["query_string"].decode("latin-1").removeprefix("token=")
            return hmac.compare_digest(given.encode(), self.token.encode())
        for part in cookies.split(";"):
            name, _, value = part.strip().partition("=")
            if name == self.cookie and hmac.compare_digest(value.encode(), self.token.encode()):
                return True
        return False
