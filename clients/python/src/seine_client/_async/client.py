"""The client."""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any

import httpx2

from seine_client._async.jobs import AsyncJobs
from seine_client._async.transport import AsyncTransport
from seine_client._call import Call, QueryValue, Repeats
from seine_client._settings import (
    Settings,
    default_page_timeout_seconds,
    default_timeout_seconds,
    read_settings,
)

if TYPE_CHECKING:
    from typing_extensions import Self


class AsyncClient(AsyncJobs):
    """
    An asynchronous client of Seine.

    Use it as a context manager, or call `aclose()` when it is no longer needed. It can be used by many tasks.

    Args:
        base_url: Address of the service; `SEINE_URL` of the environment when left out.
        api_key: Key of the service; `SEINE_KEY` of the environment when left out.
        timeout: Seconds that one try of a call may take.
        page_timeout: The same for calls that load pages: scrape, map, search, network capture.
        max_retries: Further tries after the first one, where a call may be repeated.
        http_client: An HTTP client of your own (of `httpx2`), for proxies or certificates. It stays open.

    Raises:
        ValueError: an argument is missing or wrong.
    """

    def __init__(
        self,
        base_url: str | None = None,
        api_key: str | None = None,
        *,
        timeout: float = default_timeout_seconds,
        page_timeout: float = default_page_timeout_seconds,
        max_retries: int = 2,
        http_client: httpx2.AsyncClient | None = None,
    ) -> None:
        settings = read_settings(base_url, api_key, timeout, page_timeout, max_retries)
        self._owned = http_client is None
        self._transport = AsyncTransport(settings, http_client or httpx2.AsyncClient())

    def with_options(
        self,
        *,
        timeout: float | None = None,
        page_timeout: float | None = None,
        max_retries: int | None = None,
    ) -> Self:
        """A client with other settings that uses the connections of this one; closing it closes nothing."""
        now = self._transport.settings
        return type(self)(
            now.base_url,
            now.api_key,
            timeout=now.timeout if timeout is None else timeout,
            page_timeout=now.page_timeout if page_timeout is None else page_timeout,
            max_retries=now.max_retries if max_retries is None else max_retries,
            http_client=self._transport.http,
        )

    @property
    def settings(self) -> Settings:
        """Address, key, timeouts and number of tries."""
        return self._transport.settings

    async def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, QueryValue] | None = None,
        body: Mapping[str, Any] | None = None,
        headers: Mapping[str, str | None] | None = None,
    ) -> dict[str, Any]:
        """
        A call of any route, as JSON: for what this release of the client does not know.

        Args:
            method: HTTP method; a GET is repeated after faults that can pass, other calls after 429.
            path: Path of the route, from `/`.
            query: Query parameters; lists are separated by commas.
            body: JSON object of the request.
            headers: More headers.
        """
        if not path.startswith("/"):
            raise ValueError(f"path must begin with /, not {path!r}")
        keyed = "idempotency-key" in {name.lower() for name in headers or {}}
        repeats: Repeats = "keyed" if keyed else "always" if method.upper() == "GET" else "refused"
        call = Call(method.upper(), path, query=query or {}, body=body, headers=headers or {}, repeats=repeats)
        return await self._transport.raw(call)

    async def aclose(self) -> None:
        """Closes the connections, unless they belong to `http_client`."""
        if self._owned:
            await self._transport.http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._transport.settings.base_url!r})"
