"""Runs a test with the client that waits and with the one for `asyncio`: both must behave alike."""

from __future__ import annotations

import asyncio
import inspect
import unittest
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any
from unittest import mock

import httpx2

from seine_client import AsyncClient, Client

from .stub_server import Answering, Reply, StubServer

Use = Callable[["Driver"], Awaitable[None]]


class Driver:
    """A client of either kind behind one face: results are awaited, iterators are read with `each`."""

    def __init__(self, client: Client | AsyncClient, server: StubServer) -> None:
        self._client = client
        self.server = server

    async def call(self, name: str, *args: Any, **options: Any) -> Any:
        result = getattr(self._client, name)(*args, **options)
        return await result if inspect.isawaitable(result) else result

    async def each(self, name: str, *args: Any, **options: Any) -> AsyncIterator[Any]:
        result = getattr(self._client, name)(*args, **options)
        if isinstance(result, AsyncIterator):
            async for item in result:
                yield item
        else:
            for item in result:
                yield item

    async def all(self, name: str, *args: Any, **options: Any) -> list[Any]:
        return [item async for item in self.each(name, *args, **options)]


class BothClients(unittest.TestCase):
    """Tests that hold for both clients."""

    pauses: list[float]

    def with_both(self, replies: list[Reply | Answering], use: Use, **settings: Any) -> None:
        """Runs the same test with each client, with a server of its own, and without real pauses."""
        for kind in (Client, AsyncClient):
            with self.subTest(kind.__name__), StubServer(*replies) as server:
                self.pauses = []
                asyncio.run(self._use(kind, server, use, settings))

    async def _use(
        self, kind: type[Client | AsyncClient], server: StubServer, use: Use, settings: dict[str, Any]
    ) -> None:
        sleep = asyncio.sleep

        async def pause_async(seconds: float) -> None:
            self.pauses.append(seconds)
            await sleep(0)

        # Reading the certificates of the system for each client would take most of the time of the tests.
        http: Any = httpx2.AsyncClient(verify=False) if kind is AsyncClient else httpx2.Client(verify=False)
        client = kind(server.url, "key-of-test", http_client=http, **settings)
        with mock.patch("asyncio.sleep", pause_async), mock.patch("time.sleep", self.pauses.append):
            await use(Driver(client, server))
        if isinstance(http, httpx2.AsyncClient):
            await http.aclose()
        else:
            http.close()
