"""What the page asks for, and what it is told: plain data in, plain data out.

The page's words are checked by `catalog`; a mistake comes back as its sentence with 400.
"""

import asyncio
import json
import math
import secrets
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from starlette.applications import Starlette
from starlette.responses import JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from analyzer.errors import RunError, UserError
from analyzer.render import html, pictures
from analyzer.request.request import command_line
from analyzer.studio import watching
from analyzer.studio.door import Door
from analyzer.studio.export import position_text
from analyzer.studio.history import History
from analyzer.studio.human_game import HumanGame
from analyzer.studio.review import build_review
from analyzer.studio.table import LiveTable

if TYPE_CHECKING:
    from starlette.requests import Request

    from analyzer.request.setting import Setting
    from analyzer.studio.catalog import Catalog
    from analyzer.studio.engine import Engine
    from analyzer.system.json_types import Json

Found = TypeVar("Found")

HERE = Path(__file__).resolve().parent
SCRIPTS = ("studio.js", "charts.js", "history.js", "watching.js", "playing.js")  # in their order
LATEST = 100_000  # moves of a game after which nobody sits down
LARGEST = 2**53  # numbers that a page can say
THREADS = 32  # that answer; each page that looks keeps one
SITTINGS = 8  # games that people have before them; the oldest is cleared away


class Studio:
    """Everything behind the door."""

    def __init__(self, engine: "Engine", catalog: "Catalog") -> None:
        self.engine, self.catalog = engine, catalog
        self.token = secrets.token_urlsafe(24)
        self.history = History()
        self.sittings: dict[str, HumanGame] = {}
        self.thinking = threading.Lock()  # one thing is weighed at a time
        self.thinkers: set[object] = set()  # who weighs something, or waits for it
        self.busy: set[object] = set()  # what is being answered
        self.lookers = 0
        # Not asyncio's own threads: the server would wait for them when it ends.
        self.threads = ThreadPoolExecutor(THREADS)

    def app(self, port: int) -> Door:
        asked: dict[str, Callable[[Json], Json]] = {
            "/run": self.run,
            "/ask": self.ask,
            "/control": self.control,
            "/report": self.report,
            "/reload": self.reload,
            "/words": lambda told: {"words": self.catalog.words(told)},
            "/replay": self._first(self.replay),
            "/sit": self._first(self.sit),
            "/move": self._first(self.move),
            "/undo": self._first(self.undo),
            "/saved": self._first(self.saved),
            "/chances": self._alone(self.chances),
            "/values": self._alone(self.values),
            "/hint": self._alone(lambda told: self.seated(told).hint()),
            "/review": self._alone(self.review),
        }
        routes = [
            Route("/enter", self._enter(port)),
            Route("/", self._page),
            Route("/studio.css", self._style),
            *(Route(f"/{name}", self._script(HERE / name)) for name in SCRIPTS),
            Route("/page.js", self._script(html.HERE / "page.js")),
            Route("/games", self._plain(lambda _: self.games())),
            Route("/game", self._plain(lambda told: self.catalog.describe(str(told["name"])))),
            Route("/history", self._plain(lambda _: self.tried())),
            Route("/stream", self._stream),
            Route("/made", self._made),
            *(Route(path, self._plain(work), methods=["POST"]) for path, work in asked.items()),
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

    def _script(self, path: Path) -> Callable[["Request"], Awaitable[Response]]:
        async def answer(_request: "Request") -> Response:
            return Response(path.read_text("utf-8"), media_type="text/javascript")

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
                return JSONResponse(await self._in_thread(lambda: plain(work(told))))
            except (UserError, RunError) as error:
                return JSONResponse({"error": str(error)}, 400)
            except (ValueError, KeyError, TypeError, RecursionError):
                return JSONResponse({"error": "The page sent what the studio cannot read."}, 400)

        return answer

    async def _in_thread(self, work: Callable[[], Found]) -> Found:
        def noted() -> Found:
            with among(self.busy):
                return work()

        return await asyncio.get_running_loop().run_in_executor(self.threads, noted)

    def _first(self, work: Callable[["Json"], "Json"]) -> Callable[["Json"], "Json"]:
        """The table waits for it."""

        def answer(told: "Json") -> "Json":
            with self.engine.resting():
                return work(told)

        return answer

    def _alone(self, work: Callable[["Json"], "Json"]) -> Callable[["Json"], "Json"]:
        """One such thing at a time, and the table waits for it."""

        def answer(told: "Json") -> "Json":
            with among(self.thinkers), self.thinking, self.engine.resting():
                return work(told)

        return answer

    async def _stream(self, request: "Request") -> Response:
        """Snapshots as they come; without anybody who looks nothing is played."""

        async def events() -> AsyncIterator[str]:
            self.lookers += 1
            seen = 0
            try:
                while not self.engine.closed and not await request.is_disconnected():
                    last = seen
                    found = await self._in_thread(lambda: self._news(last))  # noqa: B023
                    if found is None:
                        yield ": still here\n\n"
                        continue
                    seen, text = found
                    yield f"data: {text}\n\n"
            finally:
                self.lookers -= 1
                if not self.lookers:
                    self.engine.pause(True)

        return StreamingResponse(events(), media_type="text/event-stream")

    def _news(self, seen: int) -> tuple[int, str] | None:
        """The newest snapshot after the one that was seen, as JSON; None if there is none yet."""
        found = self.engine.wait(seen, 0.5)
        return (found[0], json.dumps(plain(found[1]), allow_nan=False)) if found else None

    # --- choosing, playing, asking ----------------------------------------------------------------

    def games(self) -> "Json":
        """Every game with its title; a game file that cannot be read keeps its name."""
        return {
            "games": [{"name": name, "title": self._title(name)} for name in self.catalog.names]
        }

    def _title(self, name: str) -> str:
        try:
            return str(self.catalog.load(name).title)
        except UserError:
            return name

    def run(self, told: "Json") -> "Json":
        """Play a table, from where it stopped if it was tried before."""
        confirms = told.pop("confirms", None)
        if confirms is not None and not isinstance(confirms, int):
            raise UserError("The number of a setting that was tried must be a whole number.")
        asked = self.catalog.setting(told)
        table = LiveTable(asked.printed, asked.yours, asked.tolerance, beside=asked.beside)
        table = self.history.find(table, told, confirms)
        return {"run": self.engine.start_table(table), "history": self.tried()}

    def tried(self) -> "Json":
        table = self.engine.table
        return self.history.describe(table.key if table else None)

    def ask(self, told: "Json") -> "Json":
        name = told.pop("question", "")
        asked = self.catalog.setting(told)
        question = asked.yours.question("ask", question=name, tolerance=100 * asked.tolerance)
        return {"run": self.engine.start_question(question)}

    def report(self, told: "Json") -> "Json":
        asked = self.catalog.setting(told)
        return {"run": self.engine.start_report(asked.yours, asked.tolerance)}

    async def _made(self, _request: "Request") -> Response:
        """The report that was made last: a page of its own, with its own script and style."""
        page = self.engine.made
        if page is None:
            return Response("No report is made yet.", 404)
        return Response(page, media_type="text/html")

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

    def reload(self, told: "Json") -> "Json":
        """Read a game file again that was named on the command line."""
        from analyzer import games

        name = told.get("name")
        if name not in self.catalog.own_games:
            raise UserError("Only a game file that you named when you started is read again.")
        self.engine.stop()
        games.forget(str(name))
        self.history.forget(str(name))
        return self.catalog.describe(str(name))

    # --- games to look at -------------------------------------------------------------------------

    def _address(self, told: "Json") -> "tuple[Setting, int]":
        index, printed = told.pop("index", 0), bool(told.pop("printed", False))
        if not is_whole(index, 0, LARGEST):
            raise UserError("The number of a game must be a whole number from 0 on.")
        asked = self.catalog.setting(told)
        return (asked.printed if printed else asked.yours), index

    def replay(self, told: "Json") -> "Json":
        eyes = told.pop("eyes", 0)
        setting, index = self._address(told)
        if not is_whole(eyes, 0, setting.players):
            raise UserError(f"The seats are numbered 1 to {setting.players}.")
        found = watching.replay_steps(setting.cell, index, eyes)
        found["command"] = setting.command("replay", index=index)
        return found

    def chances(self, told: "Json") -> "Json":
        seat = told.pop("seat", 1)
        setting, index = self._address(told)
        return watching.chances(setting.cell, index, self._seat(setting, seat))

    def values(self, told: "Json") -> "Json":
        move = told.pop("move", 1)
        setting, index = self._address(told)
        if not is_whole(move, 1, LATEST):
            raise UserError("The number of a move must be a whole number from 1 on.")
        return watching.values(setting.cell, index, move)

    def _seat(self, setting: "Setting", seat: object) -> int:
        if not isinstance(seat, int) or not is_whole(seat, 1, setting.players):
            raise UserError(f"The seats are numbered 1 to {setting.players}.")
        return seat

    # --- sitting down -----------------------------------------------------------------------------

    def sit(self, told: "Json") -> "Json":
        """A new game for a person, or one that was saved."""
        seat, made, after = told.pop("seat", 1), told.pop("made", []), told.pop("after", 0)
        setting, index = self._address(told)
        seat = self._seat(setting, seat)
        if not isinstance(made, list) or not all(is_whole(one, 0, LATEST) for one in made):
            raise UserError("The moves of a saved game must be whole numbers.")
        if not is_whole(after, 0, LATEST):
            raise UserError("The move to sit down at must be a whole number from 0 on.")
        human = HumanGame(self.catalog.with_best_at(setting, seat).cell, index, seat - 1, after)
        for place in made:
            human.move(place)
        name = secrets.token_hex(8)
        kept = [*self.sittings.items(), (name, human)][-SITTINGS:]
        self.sittings = dict(kept)
        human.command = setting.command("replay", index=index)
        return human.payload() | {"sitting": name}

    def seated(self, told: "Json") -> HumanGame:
        human = self.sittings.get(str(told.get("sitting")))
        if human is None:
            raise UserError("Nobody sits at this table: choose a seat first.")
        return human

    def move(self, told: "Json") -> "Json":
        human = self.seated(told)
        human.move(told.get("place"))
        return human.payload()

    def review(self, told: "Json") -> "Json":
        """Shorter if somebody else waits to weigh something, or the studio ends."""
        return build_review(self.seated(told), lambda: len(self.thinkers) > 1 or self.engine.closed)

    def undo(self, told: "Json") -> "Json":
        human = self.seated(told)
        human.undo()
        return human.payload()

    def saved(self, told: "Json") -> "Json":
        """The game as plain data; with `position`, in words for other commands."""
        human = self.seated(told)
        if told.get("position"):
            advise = command_line(["advise", human.cell.game, "--position", "position.toml"])
            return {"position": position_text(human), "advise": advise, "command": human.command}
        return human.saved()


@contextmanager
def among(group: set[object]) -> Iterator[None]:
    """Meanwhile the group has one member more; sets bear several threads at once."""
    one = object()
    group.add(one)
    try:
        yield
    finally:
        group.discard(one)


def plain(value: object) -> object:
    """JSON has no infinities, and no number that is none: null stands for them."""
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def is_whole(value: object, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
