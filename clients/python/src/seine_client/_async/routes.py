# Made from openapi.json by tools/python-client/main.ts: do not edit.
"""The routes of the service: one method for each."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

from seine_client import answers, requests
from seine_client._async.events import AsyncEvents
from seine_client._call import Call, segment
from seine_client._job_event import JobEvent

if TYPE_CHECKING:
    from typing_extensions import Unpack


class AsyncRoutes(AsyncEvents):
    """One method for each route of the service."""

    async def start_crawl(
        self,
        url: str,
        *,
        idempotency_key: str | None = None,
        **options: Unpack[requests.CrawlOptions],
    ) -> answers.JobAccepted:
        """Start a crawl job from one URL.

        Args:
            url: Absolute http(s) URL, at most 2083 characters.
            idempotency_key: A request repeated under the same key starts no second job.
        """
        call = Call(
            "POST",
            "/crawl",
            headers={"Idempotency-Key": idempotency_key},
            body={"url": url, **options},
            repeats="keyed",
        )
        return await self._transport.model(answers.JobAccepted, call)

    async def active_crawls(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> answers.ActiveCrawls:
        """List the crawl jobs that are running.

        Args:
            cursor: `next_cursor` of the previous page.
            limit: Maximum number of entries of this page.
        """
        call = Call(
            "GET",
            "/crawl/active",
            query={"cursor": cursor, "limit": limit},
            repeats="always",
        )
        return await self._transport.model(answers.ActiveCrawls, call)

    async def read_crawl(
        self,
        id: str,
    ) -> answers.CrawlStatus:
        """Read the status of a crawl job, with download links once it is completed.

        Args:
            id: Job id as returned by the start call.
        """
        call = Call(
            "GET",
            f"/crawl/{segment(id, 'id')}",
            repeats="always",
        )
        return await self._transport.model(answers.CrawlStatus, call)

    async def cancel_crawl(
        self,
        id: str,
    ) -> answers.CrawlCancelled:
        """Cancel a crawl job; a finished job does not change.

        Args:
            id: Job id as returned by the start call.
        """
        call = Call(
            "DELETE",
            f"/crawl/{segment(id, 'id')}",
            repeats="unavailable",
        )
        return await self._transport.model(answers.CrawlCancelled, call)

    async def pause_crawl(
        self,
        id: str,
    ) -> answers.CrawlStatus:
        """Pause a crawl job: no request to its site starts until it is resumed.

        Args:
            id: Job id as returned by the start call.
        """
        call = Call(
            "POST",
            f"/crawl/{segment(id, 'id')}/pause",
            repeats="unavailable",
        )
        return await self._transport.model(answers.CrawlStatus, call)

    async def resume_crawl(
        self,
        id: str,
    ) -> answers.CrawlStatus:
        """Resume a paused crawl job.

        Args:
            id: Job id as returned by the start call.
        """
        call = Call(
            "POST",
            f"/crawl/{segment(id, 'id')}/resume",
            repeats="unavailable",
        )
        return await self._transport.model(answers.CrawlStatus, call)

    async def retry_crawl(
        self,
        id: str,
        *,
        codes: Sequence[str] | None = None,
        idempotency_key: str | None = None,
    ) -> answers.JobAccepted:
        """Start a crawl job for the failed pages of a finished one.

        Args:
            id: Job id as returned by the start call.
            codes: Only pages that failed with one of these error codes, separated by commas.
            idempotency_key: A request repeated under the same key starts no second job.
        """
        call = Call(
            "POST",
            f"/crawl/{segment(id, 'id')}/retry",
            query={"codes": codes},
            headers={"Idempotency-Key": idempotency_key},
            repeats="keyed",
        )
        return await self._transport.model(answers.JobAccepted, call)

    async def crawl_urls(
        self,
        id: str,
        *,
        state: Literal["pending", "leased", "scraped", "failed", "excluded", "robots", "duplicate", "over_limit", "out_of_scope", "trap", "cancelled"] | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> answers.CrawlUrls:
        """List the URLs a crawl job has discovered and the state of each, while it runs and after.

        Args:
            id: Job id as returned by the start call.
            state: Only URLs in this state.
            cursor: `next_cursor` of the previous page.
            limit: Maximum number of entries of this page.
        """
        call = Call(
            "GET",
            f"/crawl/{segment(id, 'id')}/urls",
            query={"state": state, "cursor": cursor, "limit": limit},
            repeats="always",
        )
        return await self._transport.model(answers.CrawlUrls, call)

    def crawl_events(
        self,
        id: str,
        *,
        last_event_id: str | None = None,
    ) -> AsyncIterator[JobEvent]:
        """Follow a crawl job live: a stream of server-sent events.

        Args:
            id: Job id as returned by the start call.
            last_event_id: Id of the last event of a stream that was interrupted; the new one continues after it.
        """
        return self._events(f"/crawl/{segment(id, 'id')}/events", last_event_id)

    async def crawl_webhooks(
        self,
        id: str,
        *,
        state: Literal["delivered", "retrying", "given_up"] | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> answers.DeliveryLog:
        """List every try at delivering the webhook events of a crawl job.

        Args:
            id: Job id as returned by the start call.
            state: Only tries with this outcome.
            cursor: `next_cursor` of the previous page.
            limit: Maximum number of entries of this page.
        """
        call = Call(
            "GET",
            f"/crawl/{segment(id, 'id')}/webhooks",
            query={"state": state, "cursor": cursor, "limit": limit},
            repeats="always",
        )
        return await self._transport.model(answers.DeliveryLog, call)

    async def redeliver_crawl_webhook(
        self,
        id: str,
        event_id: str,
    ) -> answers.Redelivery:
        """Send a webhook event again.

        Args:
            id: Job id as returned by the start call.
            event_id: Id of the event, as in the delivery log and in the header `webhook-id`.
        """
        call = Call(
            "POST",
            f"/crawl/{segment(id, 'id')}/webhooks/{segment(event_id, 'event_id')}/redeliver",
            repeats="refused",
        )
        return await self._transport.model(answers.Redelivery, call)

    async def finalise_crawl(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> answers.CrawlFinalised:
        """Build the missing results of a crawl job whose finalisation failed.

        Args:
            id: Job id as returned by the start call.
            idempotency_key: Only validated: a job is finalised once at a time, and a job of which nothing is missing does not change.
        """
        call = Call(
            "POST",
            f"/crawl/{segment(id, 'id')}/finalise",
            headers={"Idempotency-Key": idempotency_key},
            repeats="keyed",
        )
        return await self._transport.model(answers.CrawlFinalised, call)

    async def start_batch(
        self,
        urls: list[str],
        *,
        idempotency_key: str | None = None,
        **options: Unpack[requests.BatchOptions],
    ) -> answers.JobAccepted:
        """Start a batch job that scrapes a list of URLs.

        Args:
            urls: Pages to scrape, at most `limit`. A repeated URL is fetched once and has a result for each position.
            idempotency_key: A request repeated under the same key starts no second job.
        """
        call = Call(
            "POST",
            "/batch/scrape",
            headers={"Idempotency-Key": idempotency_key},
            body={"urls": urls, **options},
            repeats="keyed",
        )
        return await self._transport.model(answers.JobAccepted, call)

    async def active_batches(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> answers.ActiveBatches:
        """List the batch jobs that are running.

        Args:
            cursor: `next_cursor` of the previous page.
            limit: Maximum number of entries of this page.
        """
        call = Call(
            "GET",
            "/batch/scrape/active",
            query={"cursor": cursor, "limit": limit},
            repeats="always",
        )
        return await self._transport.model(answers.ActiveBatches, call)

    async def read_batch(
        self,
        id: str,
    ) -> answers.BatchStatus:
        """Read the status of a batch job, with download links once it is completed.

        Args:
            id: Job id as returned by the start call.
        """
        call = Call(
            "GET",
            f"/batch/scrape/{segment(id, 'id')}",
            repeats="always",
        )
        return await self._transport.model(answers.BatchStatus, call)

    async def cancel_batch(
        self,
        id: str,
    ) -> answers.BatchCancelled:
        """Cancel a batch job; a finished job does not change.

        Args:
            id: Job id as returned by the start call.
        """
        call = Call(
            "DELETE",
            f"/batch/scrape/{segment(id, 'id')}",
            repeats="unavailable",
        )
        return await self._transport.model(answers.BatchCancelled, call)

    async def pause_batch(
        self,
        id: str,
    ) -> answers.BatchStatus:
        """Pause a batch job: no request to its site starts until it is resumed.

        Args:
            id: Job id as returned by the start call.
        """
        call = Call(
            "POST",
            f"/batch/scrape/{segment(id, 'id')}/pause",
            repeats="unavailable",
        )
        return await self._transport.model(answers.BatchStatus, call)

    async def resume_batch(
        self,
        id: str,
    ) -> answers.BatchStatus:
        """Resume a paused batch job.

        Args:
            id: Job id as returned by the start call.
        """
        call = Call(
            "POST",
            f"/batch/scrape/{segment(id, 'id')}/resume",
            repeats="unavailable",
        )
        return await self._transport.model(answers.BatchStatus, call)

    async def retry_batch(
        self,
        id: str,
        *,
        codes: Sequence[str] | None = None,
        idempotency_key: str | None = None,
    ) -> answers.JobAccepted:
        """Start a batch job for the failed pages of a finished one.

        Args:
            id: Job id as returned by the start call.
            codes: Only pages that failed with one of these error codes, separated by commas.
            idempotency_key: A request repeated under the same key starts no second job.
        """
        call = Call(
            "POST",
            f"/batch/scrape/{segment(id, 'id')}/retry",
            query={"codes": codes},
            headers={"Idempotency-Key": idempotency_key},
            repeats="keyed",
        )
        return await self._transport.model(answers.JobAccepted, call)

    async def batch_urls(
        self,
        id: str,
        *,
        state: Literal["pending", "leased", "scraped", "failed", "excluded", "robots", "duplicate", "over_limit", "out_of_scope", "trap", "cancelled"] | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> answers.BatchUrls:
        """List the URLs of a batch job and the state of each, while it runs and after.

        Args:
            id: Job id as returned by the start call.
            state: Only URLs in this state.
            cursor: `next_cursor` of the previous page.
            limit: Maximum number of entries of this page.
        """
        call = Call(
            "GET",
            f"/batch/scrape/{segment(id, 'id')}/urls",
            query={"state": state, "cursor": cursor, "limit": limit},
            repeats="always",
        )
        return await self._transport.model(answers.BatchUrls, call)

    def batch_events(
        self,
        id: str,
        *,
        last_event_id: str | None = None,
    ) -> AsyncIterator[JobEvent]:
        """Follow a batch job live: a stream of server-sent events.

        Args:
            id: Job id as returned by the start call.
            last_event_id: Id of the last event of a stream that was interrupted; the new one continues after it.
        """
        return self._events(f"/batch/scrape/{segment(id, 'id')}/events", last_event_id)

    async def batch_webhooks(
        self,
        id: str,
        *,
        state: Literal["delivered", "retrying", "given_up"] | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> answers.DeliveryLog:
        """List every try at delivering the webhook events of a batch job.

        Args:
            id: Job id as returned by the start call.
            state: Only tries with this outcome.
            cursor: `next_cursor` of the previous page.
            limit: Maximum number of entries of this page.
        """
        call = Call(
            "GET",
            f"/batch/scrape/{segment(id, 'id')}/webhooks",
            query={"state": state, "cursor": cursor, "limit": limit},
            repeats="always",
        )
        return await self._transport.model(answers.DeliveryLog, call)

    async def redeliver_batch_webhook(
        self,
        id: str,
        event_id: str,
    ) -> answers.Redelivery:
        """Send a webhook event again.

        Args:
            id: Job id as returned by the start call.
            event_id: Id of the event, as in the delivery log and in the header `webhook-id`.
        """
        call = Call(
            "POST",
            f"/batch/scrape/{segment(id, 'id')}/webhooks/{segment(event_id, 'event_id')}/redeliver",
            repeats="refused",
        )
        return await self._transport.model(answers.Redelivery, call)

    async def finalise_batch(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> answers.BatchFinalised:
        """Build the missing results of a batch job whose finalisation failed.

        Args:
            id: Job id as returned by the start call.
            idempotency_key: Only validated: a job is finalised once at a time, and a job of which nothing is missing does not change.
        """
        call = Call(
            "POST",
            f"/batch/scrape/{segment(id, 'id')}/finalise",
            headers={"Idempotency-Key": idempotency_key},
            repeats="keyed",
        )
        return await self._transport.model(answers.BatchFinalised, call)

    async def scrape(
        self,
        url: str,
        **options: Unpack[requests.ScrapeOptions],
    ) -> answers.ScrapeResult:
        """Load one page and return its content.

        Args:
            url: Absolute http(s) URL of the page, at most 2083 characters.
        """
        call = Call(
            "POST",
            "/scrape",
            body={"url": url, **options},
            repeats="unavailable",
            slow=True,
        )
        return await self._transport.model(answers.ScrapeResult, call)

    async def map(
        self,
        url: str,
        **options: Unpack[requests.MapOptions],
    ) -> answers.MapResult:
        """List the URLs of a site.

        Args:
            url: Absolute http(s) URL of the site, at most 2083 characters. Its path does not narrow the map.
        """
        call = Call(
            "POST",
            "/map",
            body={"url": url, **options},
            repeats="unavailable",
            slow=True,
        )
        return await self._transport.model(answers.MapResult, call)

    async def search(
        self,
        query: str,
        *,
        engine: Literal["google", "bing", "duckduckgo"] | None = None,
        country: str | None = None,
        language: str | None = None,
        num_results: int | None = None,
        page: int | None = None,
        safe_search: Literal["off", "moderate", "strict", "true", "false"] | None = None,
        time_range: Literal["d", "w", "m", "y"] | None = None,
        device: Literal["desktop", "mobile"] | None = None,
        mode: Literal["fast", "full"] | None = None,
    ) -> answers.SerpResult:
        """Query a search engine and return its results as data.

        Args:
            query: What to search for, at most 512 characters. Required, here or as `q`.
            engine: The search engine whose results are wanted.
            country: Where to search from, ISO 3166-1 alpha-2.
            language: Language of results and page, BCP 47, such as `de` or `pt-BR`.
            num_results: Maximum number of results of this page.
            page: Counted in pages of `num_results`.
            safe_search: `true` is `strict`, `false` is `off`.
            time_range: Only results from the last day, week, month or year.
            device: The kind of device that results are for.
            mode: `fast`: one page of the first back-end that is not suspended, without a browser; `full`: other back-ends, further pages and a browser as needed.
        """
        call = Call(
            "GET",
            "/serp",
            query={"query": query, "engine": engine, "country": country, "language": language, "num_results": num_results, "page": page, "safe_search": safe_search, "time_range": time_range, "device": device, "mode": mode},
            repeats="always",
            slow=True,
        )
        return await self._transport.model(answers.SerpResult, call)

    async def capture_network(
        self,
        url: str,
        *,
        resource_type: Sequence[Literal["document", "xhr", "fetch", "websocket", "eventsource"]] | None = None,
        url_pattern: str | None = None,
        host: str | None = None,
        **options: Unpack[requests.NetworkOptions],
    ) -> answers.NetworkResult:
        """Load one page in a browser and return the traffic it caused.

        Args:
            url: Absolute http(s) URL of the page, at most 2083 characters.
            resource_type: Only calls of these kinds, separated by commas or one parameter each.
            url_pattern: Only calls whose URL matches, in RE2 syntax, unanchored.
            host: Only calls to this host, without port.
        """
        call = Call(
            "POST",
            "/browser/network",
            query={"resource_type": resource_type, "url_pattern": url_pattern, "host": host},
            body={"url": url, **options},
            repeats="unavailable",
            slow=True,
        )
        return await self._transport.model(answers.NetworkResult, call)

    async def capture_network_har(
        self,
        url: str,
        *,
        resource_type: Sequence[Literal["document", "xhr", "fetch", "websocket", "eventsource"]] | None = None,
        url_pattern: str | None = None,
        host: str | None = None,
        **options: Unpack[requests.NetworkOptions],
    ) -> answers.Har:
        """Load one page in a browser and return the traffic it caused.

        The answer is a HAR 1.2 file.

        Args:
            url: Absolute http(s) URL of the page, at most 2083 characters.
            resource_type: Only calls of these kinds, separated by commas or one parameter each.
            url_pattern: Only calls whose URL matches, in RE2 syntax, unanchored.
            host: Only calls to this host, without port.
        """
        call = Call(
            "POST",
            "/browser/network",
            query={"resource_type": resource_type, "url_pattern": url_pattern, "host": host},
            body={"url": url, **options},
            accept="application/har+json",
            repeats="unavailable",
            slow=True,
        )
        return await self._transport.model(answers.Har, call)

    async def list_jobs(
        self,
        *,
        kind: Literal["crawl", "batch_scrape"] | None = None,
        status: Literal["crawling", "completed", "failed", "cancelled", "scraping"] | None = None,
        tag: str | None = None,
        created_after: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> answers.JobList:
        """List all retained jobs, newest first.

        Args:
            kind: Only jobs of this kind.
            status: Only jobs with this status.
            tag: Only jobs with this label.
            created_after: Only jobs created at this time or later: a date, or a date with time and zone, ISO 8601.
            cursor: `next_cursor` of the previous page.
            limit: Maximum number of jobs.
        """
        call = Call(
            "GET",
            "/jobs",
            query={"kind": kind, "status": status, "tag": tag, "created_after": created_after, "cursor": cursor, "limit": limit},
            repeats="always",
        )
        return await self._transport.model(answers.JobList, call)

    async def crawl_pages(
        self,
        id: str,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        output: Sequence[Literal["markdown", "html", "clean_html", "links", "json", "screenshot", "screenshot_full_page", "none"]] | None = None,
        attempts: bool | None = None,
    ) -> answers.JobPages:
        """List the finished pages of a crawl job with their results, while it runs and after.

        Args:
            id: Job id as returned by the start call.
            cursor: `next_cursor` of the previous page.
            limit: Maximum number of pages; a reply that would be larger than 10 MiB has fewer.
            output: Formats of the job to return, separated by commas; by default all but screenshots. `none` alone returns pages without results.
            attempts: Whether to return the attempts at each page.
        """
        call = Call(
            "GET",
            f"/crawl/{segment(id, 'id')}/pages",
            query={"cursor": cursor, "limit": limit, "output": output, "attempts": attempts},
            repeats="always",
        )
        return await self._transport.model(answers.JobPages, call)

    async def crawl_page(
        self,
        id: str,
        index: int | str,
    ) -> answers.JobPage:
        """Read one finished page of a crawl job with its results.

        Args:
            id: Job id as returned by the start call.
            index: `index` of the page in the list of pages.
        """
        call = Call(
            "GET",
            f"/crawl/{segment(id, 'id')}/pages/{segment(index, 'index')}",
            repeats="always",
        )
        return await self._transport.model(answers.JobPage, call)

    async def batch_pages(
        self,
        id: str,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        output: Sequence[Literal["markdown", "html", "clean_html", "links", "json", "screenshot", "screenshot_full_page", "none"]] | None = None,
        attempts: bool | None = None,
    ) -> answers.JobPages:
        """List the finished pages of a batch job with their results, while it runs and after.

        Args:
            id: Job id as returned by the start call.
            cursor: `next_cursor` of the previous page.
            limit: Maximum number of pages; a reply that would be larger than 10 MiB has fewer.
            output: Formats of the job to return, separated by commas; by default all but screenshots. `none` alone returns pages without results.
            attempts: Whether to return the attempts at each page.
        """
        call = Call(
            "GET",
            f"/batch/scrape/{segment(id, 'id')}/pages",
            query={"cursor": cursor, "limit": limit, "output": output, "attempts": attempts},
            repeats="always",
        )
        return await self._transport.model(answers.JobPages, call)

    async def batch_page(
        self,
        id: str,
        index: int | str,
    ) -> answers.JobPage:
        """Read one finished page of a batch job with its results.

        Args:
            id: Job id as returned by the start call.
            index: `index` of the page in the list of pages.
        """
        call = Call(
            "GET",
            f"/batch/scrape/{segment(id, 'id')}/pages/{segment(index, 'index')}",
            repeats="always",
        )
        return await self._transport.model(answers.JobPage, call)

    async def create_session(
        self,
        domain: str,
        **options: Unpack[requests.CreateSessionOptions],
    ) -> answers.SessionDetail:
        """Register a session, with a playbook that logs in.

        Args:
            domain: Host name or address. The session holds for all hosts of its registrable domain, or for that one host when it has none.
        """
        call = Call(
            "POST",
            "/sessions",
            body={"domain": domain, **options},
            repeats="refused",
        )
        return await self._transport.model(answers.SessionDetail, call)

    async def list_sessions(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> answers.SessionList:
        """List the sessions.

        Args:
            cursor: `next_cursor` of the previous page.
            limit: Maximum number of entries of this page.
        """
        call = Call(
            "GET",
            "/sessions",
            query={"cursor": cursor, "limit": limit},
            repeats="always",
        )
        return await self._transport.model(answers.SessionList, call)

    async def read_session(
        self,
        id: str,
    ) -> answers.SessionDetail:
        """Read a session and its playbook, without its secrets.

        Args:
            id: Id of the session.
        """
        call = Call(
            "GET",
            f"/sessions/{segment(id, 'id')}",
            repeats="always",
        )
        return await self._transport.model(answers.SessionDetail, call)

    async def replace_session(
        self,
        id: str,
        *,
        if_match: str | None = None,
        **options: Unpack[requests.ReplaceSessionOptions],
    ) -> answers.SessionDetail:
        """Replace the playbook and the settings of a session.

        Args:
            id: Id of the session.
            if_match: Version to replace, from `ETag`; a different version is not replaced.
        """
        call = Call(
            "PUT",
            f"/sessions/{segment(id, 'id')}",
            headers={"If-Match": if_match},
            body={**options},
            repeats="unavailable",
        )
        return await self._transport.model(answers.SessionDetail, call)

    async def delete_session(
        self,
        id: str,
        *,
        force: bool | None = None,
    ) -> None:
        """Delete a session.

        Args:
            id: Id of the session.
            force: Deletes it even while it is in use.
        """
        call = Call(
            "DELETE",
            f"/sessions/{segment(id, 'id')}",
            query={"force": force},
            repeats="unavailable",
        )
        await self._transport.nothing(call)

    async def refresh_session(
        self,
        id: str,
    ) -> answers.Session:
        """Run the playbook of a session again.

        Args:
            id: Id of the session.
        """
        call = Call(
            "POST",
            f"/sessions/{segment(id, 'id')}/refresh",
            repeats="refused",
        )
        return await self._transport.model(answers.Session, call)

    async def create_watch(
        self,
        name: str,
        schedule: requests.WatchScheduleRequest,
        *,
        idempotency_key: str | None = None,
        **options: Unpack[requests.WatchOptions],
    ) -> answers.Watch:
        """Create a watch: a crawl or batch that runs again and again and reports what changed.

        Args:
            name: Name for people.
            idempotency_key: A request repeated under the same key makes nothing twice.
        """
        call = Call(
            "POST",
            "/watches",
            headers={"Idempotency-Key": idempotency_key},
            body={"name": name, "schedule": schedule, **options},
            repeats="keyed",
        )
        return await self._transport.model(answers.Watch, call)

    async def list_watches(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> answers.WatchList:
        """List the watches, the newest first.

        Args:
            cursor: `next_cursor` of the previous page.
            limit: Maximum number of entries of this page.
        """
        call = Call(
            "GET",
            "/watches",
            query={"cursor": cursor, "limit": limit},
            repeats="always",
        )
        return await self._transport.model(answers.WatchList, call)

    async def read_watch(
        self,
        watch_id: str,
    ) -> answers.Watch:
        """Read a watch.

        Args:
            watch_id: Id of the watch.
        """
        call = Call(
            "GET",
            f"/watches/{segment(watch_id, 'watch_id')}",
            repeats="always",
        )
        return await self._transport.model(answers.Watch, call)

    async def replace_watch(
        self,
        watch_id: str,
        name: str,
        schedule: requests.WatchScheduleRequest,
        *,
        if_match: str | None = None,
        **options: Unpack[requests.WatchOptions],
    ) -> answers.Watch:
        """Replace the definition of a watch.

        Args:
            watch_id: Id of the watch.
            name: Name for people.
            if_match: Version to change, from `ETag`; a different version is not changed.
        """
        call = Call(
            "PUT",
            f"/watches/{segment(watch_id, 'watch_id')}",
            headers={"If-Match": if_match},
            body={"name": name, "schedule": schedule, **options},
            repeats="unavailable",
        )
        return await self._transport.model(answers.Watch, call)

    async def delete_watch(
        self,
        watch_id: str,
        *,
        if_match: str | None = None,
    ) -> None:
        """Delete a watch and its runs; their jobs are kept until they expire.

        Args:
            watch_id: Id of the watch.
            if_match: Version to change, from `ETag`; a different version is not changed.
        """
        call = Call(
            "DELETE",
            f"/watches/{segment(watch_id, 'watch_id')}",
            headers={"If-Match": if_match},
            repeats="unavailable",
        )
        await self._transport.nothing(call)

    async def run_watch(
        self,
        watch_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> answers.WatchRunAccepted:
        """Start a run now, also while the watch is paused.

        Args:
            watch_id: Id of the watch.
            idempotency_key: A request repeated under the same key makes nothing twice.
        """
        call = Call(
            "POST",
            f"/watches/{segment(watch_id, 'watch_id')}/run",
            headers={"Idempotency-Key": idempotency_key},
            repeats="keyed",
        )
        return await self._transport.model(answers.WatchRunAccepted, call)

    async def pause_watch(
        self,
        watch_id: str,
    ) -> answers.Watch:
        """Pause the schedule of a watch; a run in progress ends.

        Args:
            watch_id: Id of the watch.
        """
        call = Call(
            "POST",
            f"/watches/{segment(watch_id, 'watch_id')}/pause",
            repeats="unavailable",
        )
        return await self._transport.model(answers.Watch, call)

    async def resume_watch(
        self,
        watch_id: str,
    ) -> answers.Watch:
        """Resume the schedule of a watch.

        Args:
            watch_id: Id of the watch.
        """
        call = Call(
            "POST",
            f"/watches/{segment(watch_id, 'watch_id')}/resume",
            repeats="unavailable",
        )
        return await self._transport.model(answers.Watch, call)

    async def list_watch_runs(
        self,
        watch_id: str,
        *,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> answers.WatchRunList:
        """List the runs of a watch, the newest first.

        Args:
            watch_id: Id of the watch.
            cursor: `next_cursor` of the previous page.
            limit: Maximum number of entries of this page.
        """
        call = Call(
            "GET",
            f"/watches/{segment(watch_id, 'watch_id')}/runs",
            query={"cursor": cursor, "limit": limit},
            repeats="always",
        )
        return await self._transport.model(answers.WatchRunList, call)

    async def list_watch_changes(
        self,
        watch_id: str,
        run_id: str,
        *,
        state: Literal["new", "changed", "same", "removed", "failed"] | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> answers.WatchChangeList:
        """List what a run found: pages that are new, changed, removed or failed.

        Args:
            watch_id: Id of the watch.
            run_id: Id of the run.
            cursor: `next_cursor` of the previous page.
            limit: Maximum number of entries of this page.
        """
        call = Call(
            "GET",
            f"/watches/{segment(watch_id, 'watch_id')}/runs/{segment(run_id, 'run_id')}/changes",
            query={"state": state, "cursor": cursor, "limit": limit},
            repeats="always",
        )
        return await self._transport.model(answers.WatchChangeList, call)

    async def read_watch_text(
        self,
        watch_id: str,
        run_id: str,
        url: str,
    ) -> answers.WatchText:
        """Read the text of a page that a run compared.

        Args:
            watch_id: Id of the watch.
            run_id: Id of the run.
            url: The page, as in the list of changes.
        """
        call = Call(
            "GET",
            f"/watches/{segment(watch_id, 'watch_id')}/runs/{segment(run_id, 'run_id')}/text",
            query={"url": url},
            repeats="always",
        )
        return await self._transport.model(answers.WatchText, call)

    async def read_key(
        self,
    ) -> answers.KeyReport:
        """Read what the API key of this request is, what it may use, and what it uses."""
        call = Call(
            "GET",
            "/key",
            repeats="always",
        )
        return await self._transport.model(answers.KeyReport, call)

    async def read_service(
        self,
    ) -> answers.ServiceReport:
        """Read how the service is: running jobs, failures, limits; for operators also processes and queues."""
        call = Call(
            "GET",
            "/service",
            repeats="always",
        )
        return await self._transport.model(answers.ServiceReport, call)

    async def health(
        self,
    ) -> answers.Health:
        """Whether the process runs."""
        call = Call(
            "GET",
            "/healthz",
            repeats="always",
        )
        return await self._transport.model(answers.Health, call)

    async def readiness(
        self,
    ) -> answers.Readiness:
        """Whether the process can serve: workflow service and result store answer."""
        call = Call(
            "GET",
            "/readyz",
            repeats="always",
            also_answers=(503,),
        )
        return await self._transport.model(answers.Readiness, call)

    async def version(
        self,
    ) -> answers.Version:
        """Which version runs."""
        call = Call(
            "GET",
            "/version",
            repeats="always",
        )
        return await self._transport.model(answers.Version, call)

    async def openapi(
        self,
    ) -> dict[str, Any]:
        """This description."""
        call = Call(
            "GET",
            "/openapi.json",
            repeats="always",
        )
        return await self._transport.raw(call)

    async def docs(
        self,
    ) -> str:
        """This description as a page to read, with samples."""
        call = Call(
            "GET",
            "/docs",
            repeats="always",
        )
        return await self._transport.text(call)
