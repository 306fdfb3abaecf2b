"""What a client is made with."""

from __future__ import annotations

import os
from dataclasses import dataclass
from urllib.parse import urlsplit

from seine_client._call import Call
from seine_client._version import __version__

default_timeout_seconds = 60.0
default_page_timeout_seconds = 300.0
stream_silence_seconds = 60.0
"""The service sends a comment every 15 seconds: a stream that is silent for longer is broken."""
connect_timeout_seconds = 10.0


@dataclass(frozen=True)
class Settings:
    """
    Settings of a client.

    Attributes:
        base_url: Address of the service, without a slash at the end.
        api_key: Key that every call is made with; None sends none.
        timeout: Seconds that one try of a call may take.
        page_timeout: The same for calls that load pages: scrape, map, search, network capture.
        max_retries: Further tries after the first one.
    """

    base_url: str
    api_key: str | None
    timeout: float
    page_timeout: float
    max_retries: int

    def timeout_of(self, call: Call) -> float:
        """Seconds that one try of a call may take."""
        return self.page_timeout if call.slow else self.timeout

    def headers_of(self, call: Call, idempotency_key: str | None) -> dict[str, str]:
        """Headers of a call."""
        headers = {"Accept": call.accept, "User-Agent": f"seine-client-py/{__version__}"}
        if self.api_key is not None:
            headers["Authorization"] = f"Bearer {self.api_key}"
        headers.update({name: value for name, value in call.headers.items() if value is not None})
        if idempotency_key is not None:
            headers["Idempotency-Key"] = idempotency_key
        return headers

    def __repr__(self) -> str:
        return f"Settings(base_url={self.base_url!r})"


def read_settings(
    base_url: str | None, api_key: str | None, timeout: float, page_timeout: float, max_retries: int
) -> Settings:
    """
    Settings from arguments, and from `SEINE_URL` and `SEINE_KEY` for what they leave out.

    Raises:
        ValueError: one of them is missing or wrong.
    """
    address = base_url if base_url is not None else os.environ.get("SEINE_URL")
    if address is None:
        raise ValueError("base_url is missing: pass it, or set SEINE_URL")
    parts = urlsplit(address)
    if parts.username is not None or parts.password is not None:
        raise ValueError("base_url must not contain a user or a password")
    if parts.scheme not in ("http", "https") or parts.hostname is None or parts.query or parts.fragment:
        # It is not repeated: it may contain a secret, or be the key where two arguments are exchanged.
        raise ValueError("base_url must be an http(s) address without query and fragment")
    key = api_key if api_key is not None else os.environ.get("SEINE_KEY")
    if key is not None and (not key.isascii() or not key.isprintable() or " " in key or key == ""):
        raise ValueError("api_key must be visible ASCII characters")
    for name, value in (("timeout", timeout), ("page_timeout", page_timeout)):
        if not value > 0:
            raise ValueError(f"{name} must be a number of seconds above 0, not {value!r}")
    if max_retries < 0:
        raise ValueError(f"max_retries must be 0 or more, not {max_retries!r}")
    return Settings(address.rstrip("/"), key, timeout, page_timeout, max_retries)
