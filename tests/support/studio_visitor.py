"""A browser that asks the studio's server without a socket."""

import asyncio
from typing import TYPE_CHECKING, Any

import httpx

if TYPE_CHECKING:
    from starlette.types import ASGIApp

PORT = 8123


class Visitor:
    """Keeps its cookies."""

    def __init__(self, app: "ASGIApp") -> None:
        self.app, self.cookies = app, httpx.Cookies()

    def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        async def ask() -> httpx.Response:
            client = httpx.AsyncClient(
                transport=httpx.ASGITransport(self.app),
                base_url=f"http://127.0.0.1:{PORT}",
                cookies=self.cookies,
            )
            async with client:
                answer = await client.request(method, path, **more)
                self.cookies = client.cookies
                return answer

        return asyncio.run(ask())

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.request("GET", path, **more)

    def post(self, path: str, **more: Any) -> httpx.Response:
        return self.request("POST", path, **more)
