"""The studio from start to Ctrl-C."""

import json
import os
import socket
import sys
import threading
import time
import urllib.parse
import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import uvicorn

from analyzer import games
from analyzer.errors import UserError
from analyzer.studio.answers import Studio
from analyzer.studio.catalog import Catalog
from analyzer.studio.engine import Engine

if TYPE_CHECKING:
    from types import FrameType

HOST = "127.0.0.1"
IDLE = 3600.0  # seconds without a page
LAST = 0.2  # seconds for what is under way when the studio ends


def serve(game: str | None, port: int, policies: Sequence[str], open_browser: bool) -> None:
    """Serve the page until somebody stops it."""
    own = [game] if game is not None and game not in games.names() else []
    engine = Engine()
    studio = Studio(engine, Catalog(own, policies))
    listening = _listen(port)
    number = listening.getsockname()[1]
    address = f"http://{HOST}:{number}/enter?token={studio.token}"
    if game is not None:
        address += "#" + urllib.parse.quote(json.dumps({"game": game}))
    print(f"The studio is open at {address}\nCtrl-C ends it.", flush=True)
    if open_browser:
        webbrowser.open(address)
    config = uvicorn.Config(
        studio.app(number),
        log_level="critical",
        access_log=False,
        timeout_graceful_shutdown=0,
        server_header=False,
    )
    server = Closing(config, engine)
    threading.Thread(target=_stop_if_idle, args=(server, studio), daemon=True).start()
    try:
        with suppress(KeyboardInterrupt):  # Ctrl-C is how it ends
            server.run(sockets=[listening])
    finally:
        engine.stop()
    _leave(studio)


def _leave(studio: Studio) -> None:
    """Do not wait for what is still weighed: nobody reads the answer any more."""
    until = time.monotonic() + LAST
    while studio.busy and time.monotonic() < until:
        time.sleep(0.01)
    if studio.busy:
        sys.stdout.flush()
        os._exit(0)


class Closing(uvicorn.Server):
    """Ends at once: what runs, and whoever waits for news of it, is told first."""

    def __init__(self, config: uvicorn.Config, engine: Engine) -> None:
        super().__init__(config)
        self.engine = engine

    def handle_exit(self, sig: int, frame: "FrameType | None") -> None:
        # Not in this frame: a lock of the engine may be held by what the signal interrupted.
        threading.Thread(target=self.engine.close, daemon=True).start()
        super().handle_exit(sig, frame)


def _stop_if_idle(server: uvicorn.Server, studio: Studio) -> None:
    """A studio that nobody has looked at for an hour ends itself."""
    seen = time.monotonic()
    while not server.should_exit:
        time.sleep(min(1.0, IDLE))
        if studio.lookers:
            seen = time.monotonic()
        elif time.monotonic() - seen > IDLE:
            server.should_exit = True


def _listen(port: int) -> socket.socket:
    found = socket.socket()
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # a port may be used again at once
    try:
        found.bind((HOST, port))
        found.listen()  # before the address is printed: who opens it at once only waits
    except OSError as error:
        found.close()
        reason = (error.strerror or str(error)).lower()
        raise UserError(f"Port {port} cannot be used: {reason}. Give another --port.") from None
    return found
