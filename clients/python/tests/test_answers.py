"""What is sent, and what answers become."""

from __future__ import annotations

import copy
import pickle
import unittest
from typing import Any, ClassVar
from unittest import mock

from seine_client import (
    AnswerError,
    ApiError,
    AuthenticationError,
    Client,
    ConflictError,
    NotFoundError,
    ValidationError,
    answers,
)

from .both_clients import BothClients, Driver
from .stub_server import Reply, problem


class Requests(BothClients):
    def test_sends_key_body_query_and_headers(self) -> None:
        async def use(seine: Driver) -> None:
            await seine.call("start_crawl", "https://example.com/ä", limit=5, scrape={"timeout": 2_000}, tag=None)
            await seine.call("retry_crawl", "crawl-1", codes=["timeout", "http_status"])
            await seine.call("crawl_pages", "crawl-1", output=["markdown", "links"], attempts=True, limit=3)
            await seine.call("crawl_page", "crawl/../1", 7)
            await seine.call("delete_session", "ses-1", force=True)
            await seine.call("replace_watch", "watch-1", "name", {"every_seconds": 60}, if_match='"3"')
            await seine.call("capture_network_har", "https://example.com/", host="example.com")
            await seine.call("search", "a&b c", num_results=2)
            start, retry, pages, page, session, watch, har, search = seine.server.asked
            self.assertEqual((start.method, start.target), ("POST", "/crawl"))
            body = {"url": "https://example.com/ä", "limit": 5, "scrape": {"timeout": 2_000}, "tag": None}
            self.assertEqual(start.body, body)
            self.assertEqual(start.headers["authorization"], "Bearer key-of-test")
            self.assertRegex(start.headers["user-agent"], r"^seine-client-py/\d+\.\d+\.\d+$")
            self.assertEqual(retry.target, "/crawl/crawl-1/retry?codes=timeout%2Chttp_status")
            self.assertIsNone(retry.body)
            self.assertEqual(pages.target, "/crawl/crawl-1/pages?limit=3&output=markdown%2Clinks&attempts=true")
            self.assertEqual(page.target, "/crawl/crawl%2F..%2F1/pages/7")
            self.assertEqual(session.target, "/sessions/ses-1?force=true")
            self.assertEqual((watch.method, watch.headers["if-match"]), ("PUT", '"3"'))
            self.assertEqual(watch.body, {"name": "name", "schedule": {"every_seconds": 60}})
            self.assertEqual(har.headers["accept"], "application/har+json")
            self.assertEqual(
                (har.target, har.body), ("/browser/network?host=example.com", {"url": "https://example.com/"})
            )
            self.assertEqual(search.target, "/serp?query=a%26b%20c&num_results=2")

        self.with_both([Reply()], use)

    def test_an_id_that_leads_elsewhere_is_not_sent(self) -> None:
        async def use(seine: Driver) -> None:
            for wrong in ("", ".", ".."):
                with self.assertRaisesRegex(ValueError, "id must be an id"):
                    await seine.call("read_crawl", wrong)
            with self.assertRaisesRegex(ValueError, "must begin with crawl- or batch-"):
                await seine.all("iter_pages", "watch-1")
            self.assertEqual(seine.server.asked, [])

        self.with_both([Reply()], use)

    def test_an_answer_has_status_and_headers(self) -> None:
        async def use(seine: Driver) -> None:
            watch = await seine.call("read_watch", "watch-1")
            self.assertEqual((watch.http.status, watch.http.etag, watch.http.replayed), (200, '"3"', False))

        self.with_both([Reply(headers={"ETag": '"3"'})], use)

    def test_routes_that_the_client_does_not_know(self) -> None:
        async def use(seine: Driver) -> None:
            self.assertEqual(await seine.call("request", "POST", "/new", body={"a": 1}, query={"b": True}), {"c": 2})
            asked = seine.server.asked[0]
            self.assertEqual((asked.method, asked.target, asked.body), ("POST", "/new?b=true", {"a": 1}))

        self.with_both([Reply(body={"c": 2})], use)

    def test_the_key_does_not_follow_a_redirect(self) -> None:
        async def use(seine: Driver) -> None:
            with self.assertRaises(ApiError) as caught:
                await seine.call("read_crawl", "crawl-1")
            self.assertEqual((caught.exception.status, len(seine.server.asked)), (302, 1))

        self.with_both([Reply(302, headers={"location": "/elsewhere"})], use)


class Errors(BothClients):
    def test_each_kind_has_a_class(self) -> None:
        kinds: list[tuple[Reply, type[ApiError]]] = [
            (problem(401, "unauthorized"), AuthenticationError),
            (problem(404, "job_not_found"), NotFoundError),
            (problem(409, "job_finished"), ConflictError),
            (problem(412, "version_mismatch"), ConflictError),
            (problem(422, "unknown_field"), ValidationError),
        ]
        for reply, kind in kinds:

            async def use(seine: Driver, kind: type[ApiError] = kind, code: str = reply.body["code"]) -> None:
                with self.assertRaises(kind) as caught:
                    await seine.call("pause_crawl", "crawl-1")
                error = caught.exception
                self.assertEqual((error.code, error.request_id, error.retryable), (code, "req-1", False))

            self.with_both([reply], use)

    def test_an_error_lists_every_problem_and_what_was_tried(self) -> None:
        wrong = problem(
            422,
            "unknown_field",
            errors=[{"pointer": "/a", "code": "unknown_field", "message": "no"}],
            attempts=[{"index": 1, "strategy": "http_basic"}],
        )

        async def use(seine: Driver) -> None:
            with self.assertRaises(ValidationError) as caught:
                await seine.call("start_crawl", "https://example.com/")
            error = caught.exception
            self.assertEqual([(each.pointer, each.code) for each in error.errors], [("/a", "unknown_field")])
            self.assertEqual(error.attempts[0].strategy, "http_basic")
            self.assertEqual(str(error), "422 unknown_field: no")
            copied = pickle.loads(pickle.dumps(error))
            self.assertEqual((type(copied), copied.code, str(copied)), (ValidationError, "unknown_field", str(error)))

        self.with_both([wrong], use)

    def test_what_is_not_of_the_service_is_an_error(self) -> None:
        async def use(seine: Driver) -> None:
            with self.assertRaises(ApiError) as caught:
                await seine.call("read_crawl", "crawl-1")
            self.assertEqual((caught.exception.code, caught.exception.body), (None, "<h1>Bad gateway</h1>"))
            for _ in ("text", "list"):
                with self.assertRaisesRegex(AnswerError, "base_url"):
                    await seine.call("read_crawl", "crawl-1")

        self.with_both(
            [Reply(502, b"<h1>Bad gateway</h1>"), Reply(body=b"<h1>Hello</h1>"), Reply(body=[])], use, max_retries=0
        )

    def test_the_key_is_in_no_text(self) -> None:
        async def use(seine: Driver) -> None:
            with self.assertRaises(ApiError) as caught:
                await seine.call("read_crawl", "crawl-1")
            for shown in (caught.exception, seine._client, seine._client.settings):
                self.assertNotIn("key-of-test", repr(shown) + str(shown))

        self.with_both([problem(401, "unauthorized")], use)


class Models(unittest.TestCase):
    raw: ClassVar[dict[str, Any]] = {
        "data": [
            {"index": 0, "output": {"markdown": "x" * 1_000}, "omitted": [{"format": "html", "reason": "too_large"}]}
        ],
        "next_cursor": None,
        "later": {"member": 1},
    }

    def test_members_are_attributes_as_deep_as_they_go(self) -> None:
        pages = answers.JobPages(self.raw)
        self.assertEqual(pages.data[0].omitted[0].reason, "too_large")
        self.assertEqual(pages["data"][0]["output"]["markdown"], "x" * 1_000)
        self.assertIsInstance(pages.data[0], answers.JobPageEntry)

    def test_a_member_that_was_not_sent_is_none_and_one_that_does_not_exist_an_error(self) -> None:
        pages = answers.JobPages(self.raw)
        self.assertIsNone(pages.complete)
        self.assertFalse(hasattr(pages, "http"), "it was not answered by itself")
        self.assertEqual(pages.get("complete", 1), 1)
        with self.assertRaisesRegex(AttributeError, "JobPages has no member 'nothing'"):
            getattr(pages, "nothing")  # noqa: B009
        with self.assertRaises(KeyError):
            pages["complete"]

    def test_unknown_members_are_kept(self) -> None:
        pages = answers.JobPages(self.raw)
        self.assertEqual(getattr(pages, "later"), {"member": 1})  # noqa: B009
        self.assertEqual((pages.to_dict(), list(pages), "later" in pages), (self.raw, list(self.raw), True))

    def test_a_keyword_has_a_line_behind_it(self) -> None:
        self.assertEqual(getattr(answers.Delivery({"try": 3}), "try_"), 3)  # noqa: B009

    def test_an_object_cannot_be_changed_but_copied_compared_and_stored(self) -> None:
        pages = answers.JobPages(self.raw)
        with self.assertRaisesRegex(AttributeError, "cannot be changed"):
            pages.next_cursor = "a"
        for copied in (copy.deepcopy(pages), pickle.loads(pickle.dumps(pages))):
            self.assertEqual(copied, pages)
        self.assertNotEqual(pages, answers.JobList(self.raw))
        self.assertLess(len(repr(pages)), 200)


class Settings(unittest.TestCase):
    def test_wrong_settings_are_named(self) -> None:
        wrong: list[tuple[dict[str, Any], str]] = [
            ({"base_url": "ftp://example.com"}, "base_url must be an http"),
            ({"base_url": "127.0.0.1:8420"}, "base_url must be an http"),
            ({"base_url": "http://me:secret@example.com"}, "base_url must not contain"),
            ({"base_url": "http://me:secret@example.com/?a=b"}, "base_url must not contain"),
            ({"base_url": "http://example.com/?key=secret"}, "base_url must be an http"),
            ({"api_key": "a secret"}, "api_key must be visible"),
            ({"api_key": "a\nsecret"}, "api_key must be visible"),
            ({"timeout": 0}, "timeout must be"),
            ({"max_retries": -1}, "max_retries must be"),
        ]
        for arguments, message in wrong:
            with self.assertRaisesRegex(ValueError, message) as caught:
                Client(**{"base_url": "http://127.0.0.1", "api_key": "key", **arguments})
            self.assertNotIn("secret", str(caught.exception))

    def test_the_environment_gives_what_is_left_out(self) -> None:
        with mock.patch.dict("os.environ", {"SEINE_URL": "http://127.0.0.1:1/", "SEINE_KEY": "of-environment"}):
            settings = Client().settings
            self.assertEqual((settings.base_url, settings.api_key), ("http://127.0.0.1:1", "of-environment"))
        with mock.patch.dict("os.environ", clear=True), self.assertRaisesRegex(ValueError, "SEINE_URL"):
            Client()

    def test_other_options_use_the_same_connections(self) -> None:
        with Client("http://127.0.0.1:1", "key", timeout=5) as client:
            other = client.with_options(max_retries=0)
            self.assertEqual((other.settings.timeout, other.settings.max_retries), (5, 0))
            other.close()
            self.assertFalse(client._transport.http.is_closed)
            self.assertIs(other._transport.http, client._transport.http)
        self.assertTrue(client._transport.http.is_closed)
