"""Jobs as one call: start, wait, download."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from seine_client import answers, requests
from seine_client._async.lists import AsyncLists
from seine_client._job_event import is_batch_id
from seine_client._retry import pause_seconds
from seine_client._waiting import Poll
from seine_client.errors import ApiConnectionError, ApiError, NotFoundError, SeineError, WaitTimeoutError

if TYPE_CHECKING:
    from typing_extensions import Unpack

JobStatus = answers.CrawlStatus | answers.BatchStatus
ProgressListener = Callable[[JobStatus], object]


class AsyncJobs(AsyncLists):
    """The part of a client that waits for jobs and downloads their results."""

    async def crawl_and_wait(
        self,
        url: str,
        *,
        wait_timeout: float | None = None,
        cancel_on_abort: bool = False,
        on_progress: ProgressListener | None = None,
        idempotency_key: str | None = None,
        **options: Unpack[requests.CrawlOptions],
    ) -> answers.CrawlStatus:
        """
        Starts a crawl and waits for its end, whatever its end is: read `status` of what is returned.

        Args:
            url: Where the crawl begins.
            wait_timeout: Seconds to wait at most; without it, as long as the job runs.
            cancel_on_abort: Cancel the job when waiting ends early.
            on_progress: Called with the status whenever it has changed.
            idempotency_key: A request repeated under the same key starts no second job.

        Raises:
            WaitTimeoutError: the job has not ended in time; its `job_id` is in the error.
        """
        job = await self.start_crawl(url, idempotency_key=idempotency_key, **options)
        await self._wait(job.id, wait_timeout, cancel_on_abort, on_progress)
        return await self.read_crawl(job.id)

    async def batch_and_wait(
        self,
        urls: Sequence[str],
        *,
        wait_timeout: float | None = None,
        cancel_on_abort: bool = False,
        on_progress: ProgressListener | None = None,
        idempotency_key: str | None = None,
        **options: Unpack[requests.BatchOptions],
    ) -> answers.BatchStatus:
        """
        Starts a batch and waits for its end, as `crawl_and_wait` does for a crawl.

        Args:
            urls: The pages.
            wait_timeout: Seconds to wait at most; without it, as long as the job runs.
            cancel_on_abort: Cancel the job when waiting ends early.
            on_progress: Called with the status whenever it has changed.
            idempotency_key: A request repeated under the same key starts no second job.

        Raises:
            WaitTimeoutError: the job has not ended in time; its `job_id` is in the error.
        """
        job = await self.start_batch(list(urls), idempotency_key=idempotency_key, **options)
        await self._wait(job.id, wait_timeout, cancel_on_abort, on_progress)
        return await self.read_batch(job.id)

    async def wait(
        self,
        job_id: str,
        *,
        wait_timeout: float | None = None,
        cancel_on_abort: bool = False,
        on_progress: ProgressListener | None = None,
    ) -> JobStatus:
        """Waits for the end of a job that was started before; the arguments are those of `crawl_and_wait`."""
        await self._wait(job_id, wait_timeout, cancel_on_abort, on_progress)
        return await self._status(job_id)

    async def _status(self, job_id: str) -> JobStatus:
        return await self.read_batch(job_id) if is_batch_id(job_id) else await self.read_crawl(job_id)

    async def _wait(
        self, job_id: str, wait_timeout: float | None, cancel: bool, on_progress: ProgressListener | None
    ) -> None:
        listener = on_progress or _unheard
        deadline = None if wait_timeout is None else time.monotonic() + wait_timeout
        try:
            if not await self._ends_live(job_id, deadline, listener):
                await self._ends_polled(job_id, deadline, listener)
        except BaseException as error:
            if cancel:
                await self._cancel(job_id)
            if wait_timeout is not None and isinstance(error, SeineError) and _is_over(deadline):
                # The caller needs the id of the job more than the reason why its status could not be read in time.
                raise WaitTimeoutError(job_id, wait_timeout) from error
            raise
        if wait_timeout is not None and _is_over(deadline):
            await self._expired(job_id, wait_timeout, cancel)

    async def _expired(self, job_id: str, wait_timeout: float, cancel: bool) -> None:
        """Raises unless the job is known to have ended, now that its caller waits no longer."""
        reason = None
        try:
            if _is_final(await self._status(job_id)):
                return
        except SeineError as error:
            # The caller needs the id of the job more than the reason why its status cannot be read.
            reason = error
        if cancel:
            await self._cancel(job_id)
        raise WaitTimeoutError(job_id, wait_timeout) from reason

    async def _ends_live(self, job_id: str, deadline: float | None, listener: ProgressListener) -> bool:
        """Follows the events to the end of the job or of the time; False when there is no stream to be had."""
        path = f"/batch/scrape/{job_id}/events" if is_batch_id(job_id) else f"/crawl/{job_id}/events"
        try:
            async for event in self._followed(path, None, deadline):
                if event is not None and event.status is not None:
                    listener(event.status)
                if _is_over(deadline):
                    return True
        except NotFoundError:
            raise
        except (ApiError, ApiConnectionError):
            return False
        return True

    async def _ends_polled(self, job_id: str, deadline: float | None, listener: ProgressListener) -> None:
        poll = Poll()
        while not _is_over(deadline):
            status = await self._status(job_id)
            listener(status)
            if _is_final(status):
                return
            pause = poll.next()
            await asyncio.sleep(pause if deadline is None else max(0.0, min(pause, deadline - time.monotonic())))

    async def _cancel(self, job_id: str) -> None:
        """Cancels a job that its caller has given up; an error of this must not hide the reason for it."""
        try:
            await (self.cancel_batch(job_id) if is_batch_id(job_id) else self.cancel_crawl(job_id))
        except SeineError:
            return

    async def download(self, job_id: str, output: str, path: str | Path) -> Path:
        """
        Downloads the archive (crawl) or the JSONL file (batch) of one format of an ended job.

        The file appears at `path` once it is complete. A link that has expired is renewed once. A download that
        breaks, or that the store answers with 429, 500 or 503, begins again as often as `max_retries` allows.

        Args:
            job_id: A job that has ended; one that failed or was cancelled has the results so far.
            output: The format, such as `markdown`.
            path: Where the file is written.

        Raises:
            SeineError: the job has no such file, or the download fails.
        """
        target = Path(path)
        part = target.with_name(f"{target.name}.part")
        faults = 0
        is_renewed = False
        try:
            while True:
                # Tried again by itself, like every read.
                link = await self._link(job_id, output)
                try:
                    status = await self._fetched(link, part)
                except ApiConnectionError:
                    faults += 1
                    if faults > self._transport.settings.max_retries:
                        raise
                else:
                    if status < 300:
                        part.replace(target)
                        return target
                    if status == 403 and not is_renewed:
                        is_renewed = True
                        continue
                    faults += 1
                    if status not in (429, 500, 503) or faults > self._transport.settings.max_retries:
                        raise SeineError(f"the download of {output} of {job_id} was answered {status}")
                await asyncio.sleep(pause_seconds(faults))
        finally:
            part.unlink(missing_ok=True)

    async def _link(self, job_id: str, output: str) -> str:
        status = await self._status(job_id)
        links = status.s3PresignedUrls or status.partialS3PresignedUrls or {}
        if output not in links:
            known = ", ".join(links) or "none"
            raise SeineError(f"{job_id} ({status.status}) has no file of {output}; it has: {known}")
        return links[output]

    async def _fetched(self, link: str, part: Path) -> int:
        """Writes what a link leads to. Returns the status of the answer."""
        async with self._transport.download(link) as response:
            if response.status_code < 300:
                with part.open("wb") as file:
                    async for chunk in response.aiter_bytes():
                        file.write(chunk)
            return response.status_code


def _is_over(deadline: float | None) -> bool:
    return deadline is not None and time.monotonic() >= deadline


def _is_final(status: JobStatus) -> bool:
    """Whether a job no longer changes: a cancelled one has its status before its archives exist."""
    return status.status not in ("crawling", "scraping") and status.completedAt is not None


def _unheard(status: JobStatus) -> None:
    """The listener of callers that have none."""
