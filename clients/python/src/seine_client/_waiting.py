"""How a client waits for something that it has to ask for again and again."""

from __future__ import annotations

first_poll_seconds = 0.5
longest_poll_seconds = 5.0
growth = 1.5


class Poll:
    """Pauses between questions: each longer than the one before, up to a limit."""

    def __init__(self) -> None:
        self._seconds = first_poll_seconds / growth

    def next(self) -> float:
        """Seconds to wait now."""
        self._seconds = min(longest_poll_seconds, self._seconds * growth)
        return self._seconds
