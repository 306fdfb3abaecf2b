"""Iterators over lists, page after page: nothing is held but the page that is being read."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any, Literal

from seine_client import answers
from seine_client._async.routes import AsyncRoutes
from seine_client._job_event import JobEvent, is_batch_id
from seine_client._waiting import Poll

PageFormat = Literal["markdown", "html", "clean_html", "links", "json", "screenshot", "screenshot_full_page"]


class AsyncLists(AsyncRoutes):
    """The part of a client that reads whole lists."""

    async def iter_pages(
        self,
        job_id: str,
        *,
        output: Sequence[PageFormat] | None = None,
        follow: bool = False,
        whole: bool = False,
        cursor: str | None = None,
        limit: int | None = None,
        attempts: bool | None = None,
    ) -> AsyncIterator[answers.JobPageEntry]:
        """
        The finished pages of a job with their results.

        Args:
            job_id: A crawl or a batch, running or ended.
            output: Formats to read; all of the job but screenshots when left out.
            follow: Wait for the pages of a running job, up to its last one.
            whole: Read results that are too large for the list one by one.
            cursor: Begin behind an earlier page, at its `next_cursor`.
            limit: Pages of one answer, 1 to 100.
            attempts: Read the attempts at each page as well.
        """
        read = self.batch_pages if is_batch_id(job_id) else self.crawl_pages
        poll = Poll()
        while True:
            page = await read(job_id, cursor=cursor, limit=limit, output=output, attempts=attempts)
            for entry in page.data:
                yield await self._whole(job_id, entry) if whole else entry
            if page.next_cursor is None or (len(page.data) == 0 and not follow):
                return
            cursor = page.next_cursor
            if len(page.data) == 0:
                await asyncio.sleep(poll.next())
            else:
                poll = Poll()

    async def _whole(self, job_id: str, entry: answers.JobPageEntry) -> answers.JobPageEntry:
        """The entry with the results that were left out for their size."""
        missing = {each.format for each in entry.omitted if each.reason == "too_large"}
        if not missing:
            return entry
        read = self.batch_page if is_batch_id(job_id) else self.crawl_page
        page = await read(job_id, entry.index)
        found = {name: value for name, value in page.output.to_dict().items() if name in missing}
        return answers.JobPageEntry(
            {
                **entry.to_dict(),
                "output": {**entry.output.to_dict(), **found},
                "omitted": [each.to_dict() for each in entry.omitted if each.format not in found],
            }
        )

    async def iter_ledger(
        self, job_id: str, *, state: Any = None, limit: int | None = None
    ) -> AsyncIterator[answers.CrawlUrl | answers.BatchUrl]:
        """
        Every URL that a job knows, with its state.

        Args:
            job_id: A crawl or a batch.
            state: Only URLs in this state.
            limit: URLs of one answer.
        """
        cursor = None
        while True:
            page: answers.CrawlUrls | answers.BatchUrls
            if is_batch_id(job_id):
                page = await self.batch_urls(job_id, state=state, cursor=cursor, limit=limit)
            else:
                page = await self.crawl_urls(job_id, state=state, cursor=cursor, limit=limit)
            for entry in page.data:
                yield entry
            cursor = page.next_cursor
            if cursor is None:
                return

    async def iter_jobs(
        self,
        *,
        kind: Literal["crawl", "batch_scrape"] | None = None,
        status: Literal["crawling", "scraping", "completed", "failed", "cancelled"] | None = None,
        tag: str | None = None,
        created_after: str | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[answers.JobListEntry]:
        """The jobs of the tenant, the newest first; the arguments are those of `list_jobs`."""
        cursor = None
        while True:
            page = await self.list_jobs(
                kind=kind, status=status, tag=tag, created_after=created_after, cursor=cursor, limit=limit
            )
            for entry in page.data:
                yield entry
            cursor = page.next_cursor
            if cursor is None:
                return

    async def iter_deliveries(
        self,
        job_id: str,
        *,
        state: Literal["delivered", "retrying", "given_up"] | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[answers.Delivery]:
        """The webhook events of a job, with every try; the arguments are those of `crawl_webhooks`."""
        read = self.batch_webhooks if is_batch_id(job_id) else self.crawl_webhooks
        cursor = None
        while True:
            page = await read(job_id, state=state, cursor=cursor, limit=limit)
            for entry in page.data:
                yield entry
            cursor = page.next_cursor
            if cursor is None:
                return

    async def iter_sessions(self, *, limit: int | None = None) -> AsyncIterator[answers.SessionEntry]:
        """All sessions of the tenant."""
        cursor = None
        while True:
            page = await self.list_sessions(cursor=cursor, limit=limit)
            for entry in page.data:
                yield entry
            cursor = page.next_cursor
            if cursor is None:
                return

    async def iter_watches(self, *, limit: int | None = None) -> AsyncIterator[answers.WatchEntry]:
        """All watches of the key."""
        cursor = None
        while True:
            page = await self.list_watches(cursor=cursor, limit=limit)
            for entry in page.data:
                yield entry
            cursor = page.next_cursor
            if cursor is None:
                return

    async def iter_watch_runs(self, watch_id: str, *, limit: int | None = None) -> AsyncIterator[answers.WatchRun]:
        """The runs of a watch, the newest first."""
        cursor = None
        while True:
            page = await self.list_watch_runs(watch_id, cursor=cursor, limit=limit)
            for entry in page.data:
                yield entry
            cursor = page.next_cursor
            if cursor is None:
                return

    async def iter_changes(
        self,
        watch_id: str,
        run_id: str,
        *,
        state: Literal["new", "changed", "removed", "failed"] | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[answers.WatchChange]:
        """The pages that a run of a watch found changed; the arguments are those of `list_watch_changes`."""
        cursor = None
        while True:
            page = await self.list_watch_changes(watch_id, run_id, state=state, cursor=cursor, limit=limit)
            for entry in page.data:
                yield entry
            cursor = page.next_cursor
            if cursor is None:
                return

    def iter_events(self, job_id: str, *, last_event_id: str | None = None) -> AsyncIterator[JobEvent]:
        """
        The events of a job up to its end. A stream that breaks is opened again where it broke.

        Args:
            job_id: A crawl or a batch, running or ended.
            last_event_id: Continue behind this event; left out, the stream begins with the first page.
        """
        follow = self.batch_events if is_batch_id(job_id) else self.crawl_events
        return follow(job_id, last_event_id=last_event_id)
