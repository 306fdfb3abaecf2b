"""Calls of webhooks: whether they are from the service."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Iterable, Mapping
from typing import Any

from seine_client.answers import EndedEvent, PageEvent, StartedEvent
from seine_client.errors import WebhookVerificationError

WebhookEvent = StartedEvent | PageEvent | EndedEvent

_job_events: Mapping[str, type[WebhookEvent]] = {
    "started": StartedEvent,
    "page": PageEvent,
    "completed": EndedEvent,
    "failed": EndedEvent,
}


def verify_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secrets: str | Iterable[str],
    *,
    tolerance: float = 300,
    now: float | None = None,
) -> WebhookEvent | dict[str, Any]:
    """
    Returns the event of a webhook call that the service signed, by the rules of Standard Webhooks.

    Args:
        body: The body as it was received, before any parsing.
        headers: Headers of the call; their names may be in any case.
        secrets: The secret of the key (`whsec_...`), or several during a rotation.
        tolerance: Seconds that the clocks of both sides may differ, in both directions.
        now: Unix time in seconds; that of this machine when left out.

    Returns:
        An event of a job as an object, an event of a watch or of a later release as a dictionary.

    Raises:
        WebhookVerificationError: the call is not signed with one of the secrets, or is too old.
        ValueError: a secret is not one.
    """
    given = {name.lower(): value for name, value in headers.items()}
    keys = [_key(each) for each in ([secrets] if isinstance(secrets, str) else secrets)]
    if not keys:
        raise ValueError("secrets must have at least one secret")
    content = body.encode() if isinstance(body, str) else bytes(body)
    identifier, timestamp = given.get("webhook-id", ""), given.get("webhook-timestamp", "")
    if identifier == "" or not (timestamp.isascii() and timestamp.isdigit()):
        raise WebhookVerificationError("webhook-id or webhook-timestamp is missing or wrong")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance:
        raise WebhookVerificationError("the call is too old, or from the future")
    signed = f"{identifier}.{timestamp}.".encode() + content
    expected = [base64.b64encode(hmac.digest(key, signed, hashlib.sha256)) for key in keys]
    signatures = [each.partition(",") for each in given.get("webhook-signature", "").split(" ")]
    v1 = [signature.encode() for version, _, signature in signatures if version == "v1"]
    # All are compared, so that the time does not tell which one was right.
    if not any([hmac.compare_digest(one, other) for one in v1 for other in expected]):  # noqa: C419
        raise WebhookVerificationError("no signature of the call is right")
    return _event(content)


def _key(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except (binascii.Error, ValueError) as fault:
        raise ValueError("a webhook secret must be whsec_ and base64") from fault
    if key == b"":
        raise ValueError("a webhook secret must not be empty")
    return key


def _event(content: bytes) -> WebhookEvent | dict[str, Any]:
    try:
        event = json.loads(content)
    except ValueError as fault:
        raise WebhookVerificationError("the body is not JSON") from fault
    if not isinstance(event, dict):
        raise WebhookVerificationError("the body is not an object")
    source, _, kind = str(event.get("type")).partition(".")
    if source in ("crawl", "batch_scrape") and kind in _job_events:
        return _job_events[kind](event)
    return event
