"""The cases of `clients/cases.json`, which hold for the TypeScript client as well."""

from __future__ import annotations

import json
import unittest
from pathlib import Path
from typing import Any

import seine_client
from seine_client import ApiError, SeineError, WebhookVerificationError, verify_webhook

from .both_clients import BothClients, Driver
from .stub_server import Answering, Reply

path = Path(__file__).parents[2] / "cases.json"
missing = None if path.exists() else "the cases are in the repository, not in the source archive"
cases: dict[str, list[dict[str, Any]]] = json.loads(path.read_text(encoding="utf-8")) if missing is None else {}

names = {"ConnectionError": "ApiConnectionError", "TimeoutError": "ApiTimeoutError"}

calls: dict[str, tuple[Any, ...]] = {
    "start_crawl": ("start_crawl", "https://example.com/"),
    "read_crawl": ("read_crawl", "crawl-1"),
    "scrape": ("scrape", "https://example.com/"),
    "create_session": ("create_session", "example.com"),
    "replace_watch": ("replace_watch", "watch-1", "n", {"every_seconds": 60}),
    "delete_watch": ("delete_watch", "watch-1"),
    "readiness": ("readiness",),
}


def class_of(name: str) -> type[SeineError]:
    kind: type[SeineError] = getattr(seine_client, names.get(name, name))
    return kind


def reply(answer: dict[str, Any]) -> Reply | Answering:
    if answer.get("lost"):
        return Reply(silent=True)
    return Reply(answer["status"], answer["body"], answer.get("headers", {}))


@unittest.skipIf(missing is not None, str(missing))
class Cases(BothClients):
    def test_errors(self) -> None:
        for case in cases["errors"]:

            async def use(seine: Driver, case: dict[str, Any] = case) -> None:
                with self.assertRaises(ApiError) as caught:
                    await seine.call("read_crawl", "crawl-1")
                error = caught.exception
                self.assertIs(type(error), class_of(case["class"]))
                told = [error.code, error.retryable, error.retry_after, error.request_id]
                self.assertEqual(told, [case["code"], case["retryable"], case["retry_after"], "req-1"])
                self.assertEqual([each.pointer for each in error.errors], case.get("pointers", []))

            with self.subTest(case["about"]):
                self.with_both([reply(case["answer"])], use, max_retries=0)

    def test_tries(self) -> None:
        for case in cases["retries"]:

            async def use(seine: Driver, case: dict[str, Any] = case) -> None:
                kind = None
                try:
                    await seine.call(*calls[case["call"]])
                except SeineError as error:
                    kind = type(error)
                expected = None if case["class"] is None else class_of(case["class"])
                self.assertEqual((kind, len(seine.server.asked)), (expected, case["requests"]))
                self.assertGreaterEqual(sum(self.pauses), case.get("waits_seconds", 0))
                self.assertEqual(len({asked.headers.get("idempotency-key") for asked in seine.server.asked}), 1)

            with self.subTest(case["about"]):
                self.with_both([reply(each) for each in case["answers"]], use)

    def test_lists(self) -> None:
        for case in cases["lists"]:

            async def use(seine: Driver, case: dict[str, Any] = case) -> None:
                if case["call"] == "ledger":
                    entries = await seine.all("iter_ledger", "crawl-1")
                else:
                    entries = await seine.all("iter_pages", "crawl-1", follow=True)
                self.assertEqual([each.url for each in entries], case["urls"])
                self.assertEqual([asked.target for asked in seine.server.asked], case["targets"])

            with self.subTest(case["about"]):
                self.with_both([reply(each) for each in case["answers"]], use)

    def test_webhooks(self) -> None:
        for case in cases["webhooks"]:
            with self.subTest(case["about"]):
                given = (case["body"].encode(), case["headers"], case["secrets"])
                if case["valid"]:
                    event = verify_webhook(*given, now=case["now_seconds"])
                    sent = json.loads(case["body"])
                    self.assertEqual((event["type"], event["data"]["url"]), (sent["type"], sent["data"]["url"]))
                else:
                    with self.assertRaises(WebhookVerificationError):
                        verify_webhook(*given, now=case["now_seconds"])
