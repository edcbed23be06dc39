"""The studio's server: on this machine only, for the page that has the token, and for nobody else.

Everything that is refused is refused with 403 and without a reason. The page's words are checked
by `catalog`; a mistake comes back as its sentence with 400.
"""

import asyncio
import hmac
import json
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.responses import JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from analyzer.errors import RunError, UserError
from analyzer.render import html, pictures
from analyzer.studio import watching
from analyzer.studio.human_game import HumanGame
from analyzer.studio.table import LiveTable

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from analyzer.request.setting import Setting
    from analyzer.studio.catalog import Catalog
    from analyzer.studio.engine import Engine
    from analyzer.system.json_types import Json

HERE = Path(__file__).resolve().parent
LONGEST_BODY = 10_000  # bytes
LATEST = 100_000  # moves of a game after which nobody sits down
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
        if names.count(b"host") != 1:
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


class Studio:
    """What the page asks for, and what it is told."""

    def __init__(self, engine: "Engine", catalog: "Catalog") -> None:
        self.engine, self.catalog = engine, catalog
        self.token = secrets.token_urlsafe(24)
        self.human: HumanGame | None = None
        self.lookers = 0

    def app(self, port: int) -> Door:
        routes = [
            Route("/enter", self._enter(port)),
            Route("/", self._page),
            Route("/studio.js", self._file("studio.js", "text/javascript")),
            Route("/charts.js", self._file("charts.js", "text/javascript")),
            Route("/studio.css", self._style),
            Route("/games", self._plain(lambda _: self.games())),
            Route("/game", self._plain(lambda told: self.catalog.describe(str(told["name"])))),
            Route("/stream", self._stream),
            Route("/run", self._plain(self.run), methods=["POST"]),
            Route("/ask", self._plain(self.ask), methods=["POST"]),
            Route("/control", self._plain(self.control), methods=["POST"]),
            Route("/replay", self._plain(self.replay), methods=["POST"]),
            Route("/chances", self._plain(self.chances), methods=["POST"]),
            Route("/values", self._plain(self.values), methods=["POST"]),
            Route("/report", self._plain(self.report), methods=["POST"]),
            Route("/made", self._made),
            Route("/sit", self._plain(self.sit), methods=["POST"]),
            Route("/move", self._plain(self.move), methods=["POST"]),
            Route("/undo", self._plain(self.undo), methods=["POST"]),
            Route("/hint", self._plain(lambda _: self.seated().hint()), methods=["POST"]),
            Route("/review", self._plain(lambda _: self.seated().review()), methods=["POST"]),
            Route("/saved", self._plain(lambda _: self.saved()), methods=["POST"]),
            Route("/reload", self._plain(self.reload), methods=["POST"]),
        ]
        return Door(Starlette(routes=routes), port, self.token)

    # --- the page itself --------------------------------------------------------------------------

    def _enter(self, port: int) -> Callable[["Request"], Awaitable[Response]]:
        async def enter(_request: "Request") -> Response:
            answer = RedirectResponse("/", 303)
            name = f"analyze_{port}"
            answer.set_cookie(name, self.token, httponly=True, samesite="strict", path="/")
            return answer

        return enter

    async def _page(self, _request: "Request") -> Response:
        return Response((HERE / "page.html").read_text("utf-8"), media_type="text/html")

    async def _style(self, _request: "Request") -> Response:
        own = (HERE / "studio.css").read_text("utf-8")
        return Response(pictures.font_faces() + html.style_sheet() + own, media_type="text/css")

    def _file(self, name: str, kind: str) -> Callable[["Request"], Awaitable[Response]]:
        async def answer(_request: "Request") -> Response:
            return Response((HERE / name).read_text("utf-8"), media_type=kind)

        return answer

    def _plain(
        self, work: Callable[["Json"], "Json"]
    ) -> Callable[["Request"], Awaitable[Response]]:
        """A request with plain data in and out; the work has a thread of its own."""

        async def answer(request: "Request") -> Response:
            try:
                if request.method == "POST":
                    told = json.loads(await request.body() or b"{}")
                else:
                    told = dict(request.query_params)
                if not isinstance(told, dict):
                    raise UserError("The page sent something else than an object.")
                return JSONResponse(await asyncio.to_thread(work, told))
            except (UserError, RunError) as error:
                return JSONResponse({"error": str(error)}, 400)
            except (ValueError, KeyError, TypeError, RecursionError):
                return JSONResponse({"error": "The page sent what the studio cannot read."}, 400)

        return answer

    async def _stream(self, request: "Request") -> Response:
        """Snapshots as they come; without anybody who looks nothing is played."""

        async def events() -> AsyncIterator[str]:
            self.lookers += 1
            seen = 0
            try:
                while not await request.is_disconnected():
                    found = await asyncio.to_thread(self.engine.wait, seen, 0.5)
                    if found is None:
                        yield ": still here\n\n"
                        continue
                    seen, told = found
                    yield f"data: {json.dumps(told)}\n\n"
            finally:
                self.lookers -= 1
                if not self.lookers:
                    self.engine.pause(True)

        return StreamingResponse(events(), media_type="text/event-stream")

    # --- what the page asks for -------------------------------------------------------------------

    def games(self) -> "Json":
        names = self.catalog.names
        return {"games": [{"name": name, "title": self.catalog.load(name).title} for name in names]}

    def run(self, told: "Json") -> "Json":
        printed, yours, tolerance = self.catalog.setting(told)
        return {"run": self.engine.start_table(LiveTable(printed, yours, tolerance))}

    def ask(self, told: "Json") -> "Json":
        name = told.pop("question", "")
        _printed, yours, tolerance = self.catalog.setting(told)
        question = yours.question("ask", question=name, tolerance=100 * tolerance)
        return {"run": self.engine.start_question(question)}

    def control(self, told: "Json") -> "Json":
        match told.get("action"):
            case "pause":
                self.engine.pause(True)
            case "go":
                self.engine.pause(False)
            case "more":
                self.engine.more()
            case "stop":
                self.engine.stop()
            case other:
                raise UserError(f"The studio cannot {other!r}.")
        return {}

    def _address(self, told: "Json") -> "tuple[Setting, int]":
        index, printed = told.pop("index", 0), bool(told.pop("printed", False))
        if not isinstance(index, int) or not 0 <= index < 2**53:
            raise UserError("The number of a game must be a whole number from 0 on.")
        as_printed, yours, _ = self.catalog.setting(told)
        return (as_printed if printed else yours), index

    def replay(self, told: "Json") -> "Json":
        setting, index = self._address(told)
        found = watching.replay_steps(setting.cell, index)
        found["command"] = setting.command("replay", index=index)
        return found

    def chances(self, told: "Json") -> "Json":
        seat = told.pop("seat", 1)
        setting, index = self._address(told)
        if not isinstance(seat, int) or not 1 <= seat <= setting.players:
            raise UserError(f"The seats are numbered 1 to {setting.players}.")
        return watching.chances(setting.cell, index, seat)

    def values(self, told: "Json") -> "Json":
        move = told.pop("move", 1)
        setting, index = self._address(told)
        if not isinstance(move, int) or not 1 <= move < LATEST:
            raise UserError("The number of a move must be a whole number from 1 on.")
        return watching.values(setting.cell, index, move)

    def report(self, told: "Json") -> "Json":
        _printed, yours, tolerance = self.catalog.setting(told)
        return {"run": self.engine.start_report(yours, tolerance)}

    async def _made(self, _request: "Request") -> Response:
        """The report that was made last: a page of its own, with its own script and style."""
        page = self.engine.made
        if page is None:
            return Response("No report is made yet.", 404)
        return Response(page, media_type="text/html")

    def sit(self, told: "Json") -> "Json":
        seat, made, after = told.pop("seat", 1), told.pop("made", []), told.pop("after", 0)
        setting, index = self._address(told)
        if not isinstance(seat, int) or not 1 <= seat <= setting.players:
            raise UserError(f"The seats are numbered 1 to {setting.players}.")
        if not isinstance(made, list) or not all(isinstance(one, int) for one in made):
            raise UserError("The moves of a saved game must be whole numbers.")
        if not isinstance(after, int) or not 0 <= after < LATEST:
            raise UserError("The move to sit down at must be a whole number from 0 on.")
        human = HumanGame(setting.cell, index, seat - 1, after)
        for place in made:
            human.move(place)
        self.human = human
        return human.payload()

    def seated(self) -> HumanGame:
        if self.human is None:
            raise UserError("Nobody sits at a table yet: choose a seat first.")
        return self.human

    def move(self, told: "Json") -> "Json":
        self.seated().move(told.get("place"))
        return self.seated().payload()

    def undo(self, _told: "Json") -> "Json":
        self.seated().undo()
        return self.seated().payload()

    def saved(self) -> "Json":
        return self.seated().saved()

    def reload(self, told: "Json") -> "Json":
        """Read a game file again that was named on the command line."""
        from analyzer import games

        name = told.get("name")
        if name not in self.catalog.own_games:
            raise UserError("Only a game file that you named when you started is read again.")
        self.engine.stop()
        games.forget(str(name))
        return self.catalog.describe(str(name))
