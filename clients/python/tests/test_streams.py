"""Live events, waiting and iterators, with connections that break."""

from __future__ import annotations

import asyncio
import json
import os
import tempfile
import threading
import unittest
from typing import Any

import httpx2

from seine_client import ApiConnectionError, AsyncClient, NotFoundError, SeineError, WaitTimeoutError

from .both_clients import BothClients, Driver
from .stub_server import Asked, Reply, StubServer, problem

stream_type = {"content-type": "text/event-stream"}
running = {"id": "crawl-1", "status": "crawling", "completed": 1}
done = {"id": "crawl-1", "status": "completed", "completed": 2}


def event(kind: str, data: Any, identifier: str | None = None) -> bytes:
    line = "" if identifier is None else f"id: {identifier}\n"
    return f"event: {kind}\n{line}data: {json.dumps(data)}\n\n".encode()


def stream(*events: bytes, cut: bool = False) -> Reply:
    return Reply(body=b"".join(events), headers=stream_type, cut=cut)


progress = event("progress", running)
page_1, page_2 = (
    event("page", {"index": number, "url": f"https://example.com/{number}"}, str(number)) for number in (1, 2)
)
end = event("end", done, "end")


class Events(BothClients):
    def test_a_broken_stream_continues_where_it_broke(self) -> None:
        half = page_2[: len(page_2) // 2]
        replies = [
            stream(progress, page_1, half, cut=True),
            Reply(silent=True),
            problem(503, "workflow_service_unavailable", retryable=True, retry_after=4),
            stream(b": still here\n\n", event("page", {}, "2").replace(b"{}", b"{broken")),
            stream(progress, page_2),
            stream(event("later", {}), end),
        ]

        async def use(seine: Driver) -> None:
            events = await seine.all("iter_events", "crawl-1")
            self.assertEqual([each.type for each in events], ["progress", "page", "progress", "page", "end"])
            self.assertEqual([each.page.index for each in events if each.page is not None], [1, 2])
            self.assertEqual((events[-1].status.status, events[-1].id), ("completed", "end"))
            asked = [each.headers.get("last-event-id") for each in seine.server.asked]
            self.assertEqual(asked, [None, "1", "1", "1", "1", "2"])
            self.assertEqual(seine.server.asked[0].headers["accept"], "text/event-stream")
            self.assertIn(4, self.pauses)

        self.with_both(list(replies), use)

    def test_a_stream_continues_behind_an_event_and_ends_when_there_is_no_more(self) -> None:
        async def use(seine: Driver) -> None:
            self.assertEqual(await seine.all("batch_events", "batch-1", last_event_id="end"), [])
            self.assertEqual([asked.headers["last-event-id"] for asked in seine.server.asked], ["end"])

        self.with_both([Reply(204)], use)

    def test_a_stream_that_always_breaks_ends_with_an_error(self) -> None:
        async def use(seine: Driver) -> None:
            with self.assertRaisesRegex(ApiConnectionError, "keep breaking"):
                await seine.all("iter_events", "crawl-1")
            self.assertEqual(len(seine.server.asked), 9)

        self.with_both([Reply(silent=True)], use)

    def test_a_job_that_does_not_exist_has_no_events(self) -> None:
        async def use(seine: Driver) -> None:
            with self.assertRaises(NotFoundError):
                await seine.all("iter_events", "crawl-1")
            self.assertEqual(len(seine.server.asked), 1)

        self.with_both([problem(404, "job_not_found")], use)


class Service:
    """A job that is started, followed and read."""

    def __init__(self, events: list[Reply], statuses: list[Any]) -> None:
        self.events = list(events)
        self.statuses = list(statuses)

    def __call__(self, asked: Asked) -> Reply:
        if asked.method == "POST":
            return Reply(202, {"id": "batch-1" if "batch" in asked.target else "crawl-1"})
        if asked.method == "DELETE":
            return Reply(body={"id": "crawl-1", "status": "cancelled"})
        left = self.events if asked.target.endswith("/events") else self.statuses
        item = left.pop(0) if len(left) > 1 else left[0]
        return item if isinstance(item, Reply) else Reply(body=item)


class Waiting(BothClients):
    def with_service(self, events: list[Reply], statuses: list[Any], use: Any) -> None:
        services: list[Service] = []

        def answer(asked: Asked) -> Reply:
            if asked.method == "POST":
                services.append(Service(events, statuses))
            return services[-1](asked)

        self.with_both([answer], use)

    def test_waits_by_events_and_tells_the_progress(self) -> None:
        async def use(seine: Driver) -> None:
            told: list[str] = []
            status = await seine.call(
                "crawl_and_wait", "https://example.com/", limit=2, on_progress=lambda each: told.append(each.status)
            )
            self.assertEqual((status.status, status.completed), ("completed", 2))
            self.assertEqual(told, ["crawling", "completed"])
            self.assertEqual(seine.server.asked[0].body, {"url": "https://example.com/", "limit": 2})

        self.with_service([stream(progress, page_1, end)], [done], use)

    def test_polls_when_there_is_no_stream(self) -> None:
        ended_at = "2026-11-23T00:00:00.000Z"

        async def use(seine: Driver) -> None:
            status = await seine.call("batch_and_wait", ["https://example.com/"])
            self.assertEqual((status.status, status.completedAt), ("cancelled", ended_at))
            polls = [asked for asked in seine.server.asked if asked.target == "/batch/scrape/batch-1"]
            self.assertEqual(len(polls), 4)
            self.assertEqual(self.pauses, [0.5, 0.75])

        refused = problem(429, "concurrency_limit_reached", retryable=False)
        scraping = {"id": "batch-1", "status": "scraping"}
        # The archives of a cancelled job do not exist yet.
        closing = {"id": "batch-1", "status": "cancelled", "completedAt": None}
        self.with_service([refused], [scraping, closing, {**closing, "completedAt": ended_at}], use)

    def test_stops_in_time_and_names_the_job(self) -> None:
        async def use(seine: Driver) -> None:
            for cancels in (False, True):
                with self.assertRaises(WaitTimeoutError) as caught:
                    await seine.call(
                        "crawl_and_wait", "https://example.com/", wait_timeout=0.3, cancel_on_abort=cancels
                    )
                self.assertEqual(caught.exception.job_id, "crawl-1")
                methods = [asked.method for asked in seine.server.asked]
                self.assertEqual("DELETE" in methods, cancels)

        self.with_service([Reply(body=progress * 5, headers=stream_type, trickle=0.02)], [running], use)

    def test_a_status_that_cannot_be_read_hides_neither_the_end_of_the_time_nor_the_job(self) -> None:
        def answer(asked: Asked) -> Reply:
            if asked.method == "POST":
                return Reply(202, {"id": "crawl-1"})
            if asked.target.endswith("/events"):
                return Reply(body=progress * 5, headers=stream_type, trickle=0.02)
            return problem(503, "engine_unavailable", retryable=True)

        async def use(seine: Driver) -> None:
            with self.assertRaises(WaitTimeoutError) as caught:
                await seine.call("crawl_and_wait", "https://example.com/", wait_timeout=0.3, cancel_on_abort=True)
            self.assertEqual(caught.exception.job_id, "crawl-1")
            self.assertIn("DELETE", [asked.method for asked in seine.server.asked])

        self.with_both([answer], use, max_retries=0)

    def test_a_read_of_the_status_that_outlasts_the_time_hides_nothing_either(self) -> None:
        def answer(asked: Asked) -> Reply:
            if asked.method == "POST":
                return Reply(202, {"id": "crawl-1"})
            if asked.target.endswith("/events"):
                return problem(429, "concurrency_limit_reached", retryable=False)
            threading.Event().wait(0.5)
            return problem(503, "engine_unavailable", retryable=True)

        async def use(seine: Driver) -> None:
            with self.assertRaises(WaitTimeoutError) as caught:
                await seine.call("crawl_and_wait", "https://example.com/", wait_timeout=0.3)
            self.assertEqual(caught.exception.job_id, "crawl-1")

        self.with_both([answer], use, max_retries=0)

    def test_a_listener_that_fails_ends_the_waiting_and_the_job(self) -> None:
        async def use(seine: Driver) -> None:
            def fail(status: object) -> None:
                raise LookupError

            with self.assertRaises(LookupError):
                await seine.call("crawl_and_wait", "https://example.com/", on_progress=fail, cancel_on_abort=True)
            self.assertEqual(seine.server.asked[-1].method, "DELETE")

        self.with_service([stream(progress, end)], [done], use)


class Abandoned(unittest.TestCase):
    def test_a_task_that_is_cancelled_cancels_its_job_when_it_is_to(self) -> None:
        for cancels in (False, True):
            service = Service([Reply(body=progress * 50, headers=stream_type, trickle=0.05)], [running])
            with self.subTest(cancels), StubServer(service) as server:
                asyncio.run(self.abandon(server.url, cancels))
                self.assertEqual(server.asked[-1].method, "DELETE" if cancels else "GET")

    async def abandon(self, url: str, cancels: bool) -> None:
        told = asyncio.Event()
        async with httpx2.AsyncClient(verify=False) as http:
            client = AsyncClient(url, "key", http_client=http)
            waiting = asyncio.create_task(
                client.crawl_and_wait(
                    "https://example.com/", cancel_on_abort=cancels, on_progress=lambda status: told.set()
                )
            )
            await told.wait()
            waiting.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await waiting


class Lists(BothClients):
    def test_reads_page_after_page(self) -> None:
        async def use(seine: Driver) -> None:
            urls = [entry.url async for entry in seine.each("iter_ledger", "crawl-1", state="failed", limit=2)]
            self.assertEqual(urls, ["a", "b", "c"])
            asked = [each.target for each in seine.server.asked]
            self.assertEqual(asked[0], "/crawl/crawl-1/urls?state=failed&limit=2")
            self.assertEqual(asked[1], "/crawl/crawl-1/urls?state=failed&cursor=next&limit=2")

        first = {"data": [{"url": "a"}, {"url": "b"}], "next_cursor": "next"}
        self.with_both([Reply(body=first), Reply(body={"data": [{"url": "c"}], "next_cursor": None})], use)

    def test_each_list_has_an_iterator(self) -> None:
        lists: list[tuple[str, tuple[str, ...], str]] = [
            ("iter_jobs", (), "/jobs"),
            ("iter_ledger", ("batch-1",), "/batch/scrape/batch-1/urls"),
            ("iter_deliveries", ("crawl-1",), "/crawl/crawl-1/webhooks"),
            ("iter_deliveries", ("batch-1",), "/batch/scrape/batch-1/webhooks"),
            ("iter_sessions", (), "/sessions"),
            ("iter_watches", (), "/watches"),
            ("iter_watch_runs", ("watch-1",), "/watches/watch-1/runs"),
            ("iter_changes", ("watch-1", "run-1"), "/watches/watch-1/runs/run-1/changes"),
        ]
        for name, arguments, target in lists:

            async def use(
                seine: Driver, name: str = name, arguments: tuple[str, ...] = arguments, target: str = target
            ) -> None:
                entries = await seine.all(name, *arguments)
                self.assertEqual([entry["id"] for entry in entries], [1, 2], name)
                self.assertEqual([each.target for each in seine.server.asked], [target, f"{target}?cursor=next"])

            first = Reply(body={"data": [{"id": 1}], "next_cursor": "next"})
            self.with_both([first, Reply(body={"data": [{"id": 2}], "next_cursor": None})], use)

    def test_pages_of_a_running_job_end_where_they_are_or_are_waited_for(self) -> None:
        entry = {"index": 0, "omitted": [], "output": {}}
        replies = [
            Reply(body={"data": [entry], "next_cursor": "1"}),
            Reply(body={"data": [], "next_cursor": "1"}),
            Reply(body={"data": [], "next_cursor": "1"}),
            Reply(body={"data": [{**entry, "index": 1}], "next_cursor": None}),
        ]

        async def stop(seine: Driver) -> None:
            self.assertEqual([page.index for page in await seine.all("iter_pages", "batch-1")], [0])

        async def follow(seine: Driver) -> None:
            pages = await seine.all("iter_pages", "batch-1", follow=True)
            self.assertEqual([page.index for page in pages], [0, 1])
            self.assertEqual(self.pauses, [0.5, 0.75])

        self.with_both(list(replies), stop)
        self.with_both(list(replies), follow)

    def test_results_that_are_too_large_for_a_list_are_read_one_by_one(self) -> None:
        omitted = [{"format": "html", "reason": "too_large"}, {"format": "json", "reason": "unavailable"}]
        entry = {"index": 3, "omitted": omitted, "output": {"markdown": "m"}}
        alone = {"index": 3, "output": {"markdown": "other", "html": "<p>"}, "omitted": []}

        async def use(seine: Driver) -> None:
            (page,) = await seine.all("iter_pages", "crawl-1", whole=True)
            self.assertEqual(page.output.to_dict(), {"markdown": "m", "html": "<p>"})
            self.assertEqual([each.format for each in page.omitted], ["json"])
            self.assertEqual(seine.server.asked[1].target, "/crawl/crawl-1/pages/3")

        self.with_both([Reply(body={"data": [entry], "next_cursor": None}), Reply(body=alone)], use)


class Downloads(BothClients):
    def test_an_expired_link_is_renewed_and_a_broken_download_begins_again(self) -> None:
        links: list[str] = []
        turns: list[Reply] = []

        def answer(asked: Asked) -> Reply:
            if asked.target == "/crawl/crawl-1":
                links.append(f"/file/{len(links)}")
                return Reply(
                    body={**done, "s3PresignedUrls": {"markdown": f"http://{asked.headers['host']}{links[-1]}"}}
                )
            self.assertNotIn("authorization", asked.headers)
            return turns.pop(0)

        async def use(seine: Driver) -> None:
            links.clear()
            turns[:] = [Reply(403, b"expired"), Reply(body=b"half", cut=True), Reply(body=b"whole")]
            with tempfile.TemporaryDirectory() as folder:
                path = await seine.call("download", "crawl-1", "markdown", f"{folder}/a.zip")
                self.assertEqual(path.read_bytes(), b"whole")
                with self.assertRaisesRegex(SeineError, r"crawl-1 \(completed\) has no file of html; it has: markdown"):
                    await seine.call("download", "crawl-1", "html", f"{folder}/b.zip")
                for status, asked in ((404, 1), (403, 2), (503, 3)):
                    links.clear()
                    turns[:] = [Reply(status, b"refused")] * asked
                    with self.assertRaisesRegex(SeineError, f"was answered {status}"):
                        await seine.call("download", "crawl-1", "markdown", f"{folder}/b.zip")
                    self.assertEqual((len(links), turns), (asked, []))
                self.assertEqual(os.listdir(folder), ["a.zip"])

        self.with_both([answer], use)
