"""One call of the API, as data: what is sent, and how it may be repeated."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import quote, urlencode

QueryValue = str | int | bool | Sequence[str] | None

Repeats = Literal["always", "keyed", "unavailable", "refused"]
"""
When a failed try may be repeated.

`always`: after every fault that can pass. `keyed`: the same, with one idempotency key for all tries.
`unavailable`: after 429 and 503, which say that nothing was done. `refused`: after 429 alone.
A connection that could not be made is tried again in every case.
"""


@dataclass(frozen=True)
class Call:
    """A request, before the address and the key of the service are added."""

    method: str
    path: str
    query: Mapping[str, QueryValue] = field(default_factory=dict)
    headers: Mapping[str, str | None] = field(default_factory=dict)
    body: Mapping[str, Any] | None = None
    accept: str = "application/json"
    repeats: Repeats = "refused"
    slow: bool = False
    """Whether pages are loaded while the caller waits."""
    also_answers: Collection[int] = ()
    """Statuses beyond 2xx whose body is the answer."""

    @property
    def target(self) -> str:
        """Path and query."""
        given = [(name, query_text(value)) for name, value in self.query.items() if value is not None]
        return f"{self.path}?{urlencode(given, quote_via=quote)}" if given else self.path


@dataclass(frozen=True)
class HttpAnswer:
    """Status and headers of an answer; names of headers are in lower case."""

    status: int
    headers: Mapping[str, str]

    @property
    def etag(self) -> str | None:
        """The version of what was read, for `if_match`."""
        return self.headers.get("etag")

    @property
    def replayed(self) -> bool:
        """Whether an earlier request with the same idempotency key had started the job."""
        return self.headers.get("idempotent-replayed") == "true"


def query_text(value: QueryValue) -> str:
    """The text of a query parameter: lists are separated by commas."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str | int):
        return str(value)
    return ",".join(value or ())


def segment(value: str | int, name: str) -> str:
    """
    A part of a path, escaped.

    Raises:
        ValueError: it is empty, or would lead to another path.
    """
    text = str(value)
    if text in ("", ".", ".."):
        raise ValueError(f"{name} must be an id, not {text!r}")
    return quote(text, safe="")
