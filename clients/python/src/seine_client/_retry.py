"""Whether a failed try is repeated, and after how long."""

from __future__ import annotations

import random
import uuid
from dataclasses import dataclass

import httpx2

from seine_client._call import Call
from seine_client.errors import ApiError

first_pause_seconds = 0.5
longest_pause_seconds = 8.0
longest_retry_after_seconds = 60.0

_passing_statuses = (408, 429, 500, 502, 503, 504)


@dataclass(frozen=True)
class RetryPolicy:
    """How often tries are repeated. `max_retries` counts those after the first try."""

    max_retries: int = 2

    def after_error(self, call: Call, error: ApiError, tries: int) -> float | None:
        """Seconds to wait before the next try; None when the error is final. `tries`: those already made."""
        if tries > self.max_retries or not error.retryable or error.status not in _passing_statuses:
            return None
        if call.repeats == "unavailable" and error.status not in (429, 503):
            return None
        if call.repeats == "refused" and error.status != 429:
            return None
        if error.retry_after is None:
            return pause_seconds(tries)
        return error.retry_after if error.retry_after <= longest_retry_after_seconds else None

    def after_fault(self, call: Call, fault: httpx2.TransportError, tries: int) -> float | None:
        """The same for a connection that was not made, or broke."""
        if tries > self.max_retries:
            return None
        unsent = isinstance(fault, httpx2.ConnectError | httpx2.ConnectTimeout | httpx2.PoolTimeout)
        return pause_seconds(tries) if unsent or call.repeats in ("always", "keyed") else None


def pause_seconds(tries: int) -> float:
    """A pause that doubles with each try, by chance between nothing and the whole: callers spread out."""
    longest = min(longest_pause_seconds, first_pause_seconds * 2 ** (tries - 1))
    return random.uniform(0, longest)  # noqa: S311


def new_idempotency_key() -> str:
    """A key for one call and all its tries."""
    return f"py-{uuid.uuid4()}"
