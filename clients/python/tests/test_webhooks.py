"""Signatures of webhook calls."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import unittest
from typing import Any

from seine_client import WebhookVerificationError, answers, verify_webhook

now = 1_800_000_000
secret = "whsec_" + base64.b64encode(b"a" * 32).decode()
other = "whsec_" + base64.b64encode(b"b" * 32).decode()
body = json.dumps({"type": "crawl.page", "id": "crawl-1", "data": {"url": "https://example.com/ä"}}).encode()


def signature(key: str, content: bytes = body, at: int = now) -> str:
    signed = f"evt_1.{at}.".encode() + content
    return "v1," + base64.b64encode(hmac.digest(base64.b64decode(key[6:]), signed, hashlib.sha256)).decode()


def headers(*signatures: str, at: int = now) -> dict[str, str]:
    return {"Webhook-Id": "evt_1", "Webhook-Timestamp": str(at), "Webhook-Signature": " ".join(signatures)}


class Webhooks(unittest.TestCase):
    def test_returns_the_event_of_a_signed_call(self) -> None:
        event = verify_webhook(body, headers(signature(secret)), secret, now=now + 299)
        self.assertIsInstance(event, answers.PageEvent)
        self.assertEqual(event["data"]["url"], "https://example.com/ä")
        self.assertEqual(verify_webhook(body.decode(), headers(signature(secret)), secret, now=now), event)

    def test_accepts_both_secrets_of_a_rotation(self) -> None:
        both = headers(signature(other), signature(secret))
        for secrets in (secret, other, [secret, other]):
            verify_webhook(body, both, secrets, now=now)
        verify_webhook(body, headers(signature(other)), [secret, other], now=now)

    def test_events_of_watches_and_of_later_releases_are_dictionaries(self) -> None:
        for kind in ("watch.run_completed", "crawl.new", "new", None):
            content = json.dumps({"type": kind}).encode()
            event = verify_webhook(content, headers(signature(secret, content)), secret, now=now)
            self.assertEqual(event, {"type": kind})

    def test_refuses_everything_else(self) -> None:
        good: dict[str, Any] = {"body": body, "headers": headers(signature(secret)), "secrets": secret, "now": now}
        wrong: dict[str, dict[str, Any]] = {
            "a changed body": {"body": body.replace(b"page", b"pale")},
            "another secret": {"secrets": other},
            "an old call": {"now": now + 301},
            "a call of the future": {"now": now - 301},
            "a changed id": {"headers": {**good["headers"], "Webhook-Id": "evt_2"}},
            "no id": {"headers": {**good["headers"], "Webhook-Id": ""}},
            "no time": {"headers": {**good["headers"], "Webhook-Timestamp": "soon"}},
            "digits of another script": {"headers": {**good["headers"], "Webhook-Timestamp": "١٢"}},
            "another version": {"headers": headers(signature(secret).replace("v1,", "v2,"))},
            "no signature": {"headers": headers()},
            "a signature that is no text of ASCII": {"headers": headers("v1,ä")},
        }
        for about, change in wrong.items():
            with self.subTest(about), self.assertRaises(WebhookVerificationError):
                verify_webhook(**{**good, **change})

    def test_a_secret_that_is_none_is_an_error_of_the_program(self) -> None:
        wrong: list[str | list[str]] = ["whsec_", "whsec_ä", "no base64!", []]
        for secrets in wrong:
            with self.assertRaises(ValueError) as caught:
                verify_webhook(body, headers(signature(secret)), secrets, now=now)
            self.assertNotIsInstance(caught.exception, WebhookVerificationError)
