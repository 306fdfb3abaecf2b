"""Repeated tries: when, after how long, with which key."""

from __future__ import annotations

from typing import Any

from seine_client import (
    ApiConnectionError,
    ApiTimeoutError,
    NotConfiguredError,
    RateLimitError,
    TargetError,
    UnavailableError,
)

from .both_clients import BothClients, Driver
from .stub_server import Reply, problem

accepted = Reply(202, {"success": True, "id": "crawl-1", "url": "/crawl/crawl-1"})
busy = problem(503, "workflow_service_unavailable", retryable=True, retry_after=3)
limited = problem(429, "rate_limited", retryable=True, retry_after=2)


class Retries(BothClients):
    def test_a_start_is_repeated_with_one_key_after_the_time_the_service_names(self) -> None:
        async def use(seine: Driver) -> None:
            job = await seine.call("start_crawl", "https://example.com/")
            self.assertEqual(job.id, "crawl-1")
            keys = [asked.headers["idempotency-key"] for asked in seine.server.asked]
            self.assertEqual((len(keys), len(set(keys))), (3, 1))
            self.assertEqual(self.pauses, [2, 3])

        self.with_both([limited, busy, accepted], use)

    def test_each_start_has_a_key_of_its_own_or_that_of_the_caller(self) -> None:
        async def use(seine: Driver) -> None:
            for key in (None, None, "mine"):
                await seine.call("start_crawl", "https://example.com/", idempotency_key=key)
            keys = [asked.headers["idempotency-key"] for asked in seine.server.asked]
            self.assertEqual(len(set(keys)), 3)
            self.assertEqual(keys[2], "mine")

        self.with_both([accepted], use)

    def test_a_start_is_repeated_after_a_lost_connection(self) -> None:
        async def use(seine: Driver) -> None:
            self.assertEqual((await seine.call("start_batch", ["https://example.com/"])).id, "crawl-1")
            keys = {asked.headers["idempotency-key"] for asked in seine.server.asked}
            self.assertEqual((len(seine.server.asked), len(keys)), (3, 1))

        self.with_both([Reply(silent=True), Reply(202, {"id": "crawl-0"}, cut=True), accepted], use)

    def test_tries_end(self) -> None:
        async def use(seine: Driver) -> None:
            with self.assertRaises(UnavailableError) as caught:
                await seine.call("read_crawl", "crawl-1")
            self.assertEqual((caught.exception.code, caught.exception.retry_after), (busy.body["code"], 3))
            self.assertEqual(len(seine.server.asked), 2)

        self.with_both([busy], use, max_retries=1)

    def test_what_the_body_says_wins_over_the_status(self) -> None:
        async def use(seine: Driver) -> None:
            with self.assertRaises(NotConfiguredError):
                await seine.call("start_crawl", "https://example.com/")
            self.assertEqual(len(seine.server.asked), 1)

        self.with_both([problem(503, "not_configured", retryable=False)], use)

    def test_a_long_wait_is_left_to_the_caller(self) -> None:
        async def use(seine: Driver) -> None:
            with self.assertRaises(RateLimitError) as caught:
                await seine.call("read_crawl", "crawl-1")
            self.assertEqual((caught.exception.retry_after, self.pauses), (3_600, []))

        self.with_both([problem(429, "mail_quota_reached", retryable=True, retry_after=3_600)], use)

    def test_pauses_double_without_a_wait_of_the_service(self) -> None:
        async def use(seine: Driver) -> None:
            with self.assertRaises(UnavailableError):
                await seine.call("read_crawl", "crawl-1")
            longest = [0.5, 1, 2, 4, 8, 8]
            self.assertEqual(len(self.pauses), len(longest))
            self.assertTrue(all(0 <= pause <= most for pause, most in zip(self.pauses, longest, strict=True)))

        self.with_both([problem(503, "browser_unavailable", retryable=True)], use, max_retries=6)

    def test_a_page_that_may_have_been_loaded_is_not_loaded_again(self) -> None:
        async def use(seine: Driver) -> None:
            with self.assertRaises(TargetError):
                await seine.call("scrape", "https://example.com/")
            with self.assertRaises(ApiConnectionError):
                await seine.call("scrape", "https://example.com/")
            self.assertEqual(len(seine.server.asked), 2)

        self.with_both([problem(502, "target_blocked", retryable=True), Reply(silent=True)], use)

    def test_a_page_that_was_refused_is_asked_for_again(self) -> None:
        async def use(seine: Driver) -> None:
            page = await seine.call("scrape", "https://example.com/")
            self.assertEqual(page.data.markdown, "# Here")
            self.assertEqual(len(seine.server.asked), 3)

        self.with_both([limited, busy, Reply(body={"data": {"markdown": "# Here"}})], use)

    def test_what_makes_something_without_a_key_is_repeated_only_when_it_was_refused(self) -> None:
        async def use(seine: Driver) -> None:
            with self.assertRaises(UnavailableError):
                await seine.call("create_session", "example.com")
            self.assertEqual(len(seine.server.asked), 2)

        self.with_both([limited, busy], use)

    def test_no_connection(self) -> None:
        async def use(seine: Driver) -> None:
            self.server_url: Any = seine.server.url

        self.with_both([accepted], use)

        async def gone(seine: Driver) -> None:
            # The port of a server that is closed: connections are refused, so that even a scrape is repeated.
            client = seine._client.__class__(self.server_url, "key")
            with self.assertRaises(ApiConnectionError):
                await Driver(client, seine.server).call("scrape", "https://example.com/")
            self.assertEqual(len(self.pauses), 2)

        self.with_both([accepted], gone)

    def test_a_slow_answer_ends_in_time(self) -> None:
        async def use(seine: Driver) -> None:
            for _ in ("late", "trickling"):
                with self.assertRaises(ApiTimeoutError) as caught:
                    await seine.call("read_crawl", "crawl-1")
                self.assertIsInstance(caught.exception, TimeoutError)

        self.with_both([Reply(hold=5), Reply(body={"a": "b" * 200}, trickle=0.05)], use, timeout=0.3, max_retries=0)
