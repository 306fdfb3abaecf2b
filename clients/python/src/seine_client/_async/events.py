"""The live view of a job: a stream of events that survives broken connections."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator

from seine_client._async.transport import AsyncTransport
from seine_client._call import Call
from seine_client._event_parser import EventParser
from seine_client._job_event import JobEvent, job_event
from seine_client._retry import longest_retry_after_seconds, pause_seconds
from seine_client._settings import stream_silence_seconds
from seine_client.errors import ApiConnectionError, ApiError

most_faults_in_a_row = 8


class AsyncEvents:
    """The part of a client that follows jobs live."""

    _transport: AsyncTransport

    async def _events(self, path: str, last_event_id: str | None) -> AsyncIterator[JobEvent]:
        """The events of a job up to its end, without gaps and repetitions."""
        async for event in self._followed(path, last_event_id, None):
            if event is not None:
                yield event

    async def _followed(
        self, path: str, last_event_id: str | None, deadline: float | None
    ) -> AsyncGenerator[JobEvent | None, None]:
        """The same, with None whenever anything else arrives. Ends early at `deadline` (of `time.monotonic`)."""
        last_id, faults = last_event_id, 0
        while deadline is None or time.monotonic() < deadline:
            pause = 0.0
            try:
                async for event in self._connected(path, last_id, _silence_until(deadline)):
                    if event is not None:
                        faults = 0
                        last_id = event.id or last_id
                    yield event
                    if event is not None and event.type == "end":
                        return
                if last_id == "end":
                    return
            except (ApiConnectionError, _BrokenEventError) as fault:
                if deadline is not None and time.monotonic() >= deadline:
                    return
                faults += 1
                if faults > most_faults_in_a_row:
                    raise ApiConnectionError(f"the events of {path} keep breaking: {fault}") from fault
            except ApiError as error:
                faults += 1
                waits = error.retry_after or 0.0
                if not error.retryable or faults > most_faults_in_a_row or waits > longest_retry_after_seconds:
                    raise
                pause = waits
            # A stream that ends without `end` (the service ends each after an hour) is opened again.
            await asyncio.sleep(max(pause, pause_seconds(max(faults, 1))))

    async def _connected(self, path: str, last_id: str | None, silence: float) -> AsyncGenerator[JobEvent | None, None]:
        """What one connection yields."""
        call = Call("GET", path, headers={"Last-Event-ID": last_id}, accept="text/event-stream", repeats="always")
        async with self._transport.stream(call, silence) as response:
            if response.status_code == 204:
                return
            parser = EventParser()
            async for chunk in response.aiter_bytes():
                yield None
                for received in parser.feed(chunk):
                    try:
                        event = job_event(received, path.startswith("/batch/"))
                    except ValueError as fault:
                        raise _BrokenEventError(f"the data of an event is not JSON: {fault}") from fault
                    yield event


class _BrokenEventError(Exception):
    """An event that cannot be read: the connection is given up, and the event asked for again."""


def _silence_until(deadline: float | None) -> float:
    if deadline is None:
        return stream_silence_seconds
    return max(0.05, min(stream_silence_seconds, deadline - time.monotonic()))
