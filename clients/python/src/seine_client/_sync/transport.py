# Made from the file of the same name in _async by tools/python-client/main.ts: do not edit.
"""Sends calls: tries, repeats them, and reads the answers."""

from __future__ import annotations

import json
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import Any

import httpx2

from seine_client._call import Call, HttpAnswer
from seine_client._model import ModelType
from seine_client._retry import RetryPolicy, new_idempotency_key
from seine_client._settings import Settings, connect_timeout_seconds
from seine_client.errors import AnswerError, ApiConnectionError, ApiTimeoutError, api_error


class Transport:
    """The connection of a client to the service."""

    def __init__(self, settings: Settings, http: httpx2.Client) -> None:
        self.settings = settings
        self.http = http
        self._policy = RetryPolicy(settings.max_retries)

    def model(self, kind: type[ModelType], call: Call) -> ModelType:
        """The answer of a call as an object."""
        answer, content = self._read(call)
        return kind(_json_object(content), answer)

    def raw(self, call: Call) -> dict[str, Any]:
        """The answer of a call as the JSON object that it is."""
        return _json_object((self._read(call))[1])

    def text(self, call: Call) -> str:
        """The answer of a call as text."""
        return (self._read(call))[1].decode(errors="replace")

    def nothing(self, call: Call) -> None:
        """Makes a call that answers nothing."""
        self._read(call)

    def _read(self, call: Call) -> tuple[HttpAnswer, bytes]:
        """Status, headers and body of the first good answer."""
        key = new_idempotency_key() if call.repeats == "keyed" else None
        if call.headers.get("Idempotency-Key") is not None:
            key = call.headers["Idempotency-Key"]
        tries = 0
        while True:
            tries += 1
            try:
                with self._opened(call, key, self.settings.timeout_of(call)) as response:
                    content = self._content(call, response)
                    answer = HttpAnswer(response.status_code, _lower_names(response.headers))
            except httpx2.TransportError as fault:
                pause = self._policy.after_fault(call, fault, tries)
                if pause is None:
                    raise connection_error(call, fault) from fault
            else:
                if 200 <= answer.status < 300 or answer.status in call.also_answers:
                    return answer, content
                error = api_error(answer.status, answer.headers, content)
                pause = self._policy.after_error(call, error, tries)
                if pause is None:
                    raise error
            time.sleep(pause)

    def _content(self, call: Call, response: httpx2.Response) -> bytes:
        """The body, as long as all of it comes in time: a body that trickles must not hold its caller."""
        seconds = self.settings.timeout_of(call)
        deadline = time.monotonic() + seconds
        parts = []
        for part in response.iter_bytes():
            if time.monotonic() > deadline:
                raise httpx2.ReadTimeout(f"the body did not end within {seconds} s")
            parts.append(part)
        return b"".join(parts)

    @contextmanager
    def _opened(self, call: Call, key: str | None, read_seconds: float) -> Generator[httpx2.Response, None, None]:
        """One try: the answer with its body unread."""
        headers = self.settings.headers_of(call, key)
        content = None
        if call.body is not None:
            headers["Content-Type"] = "application/json"
            content = json.dumps(call.body, allow_nan=False).encode()
        timeout = httpx2.Timeout(read_seconds, connect=min(connect_timeout_seconds, read_seconds))
        with self.http.stream(
            call.method,
            self.settings.base_url + call.target,
            headers=headers,
            content=content,
            timeout=timeout,
            follow_redirects=False,
        ) as response:
            yield response

    @contextmanager
    def stream(self, call: Call, read_seconds: float) -> Generator[httpx2.Response, None, None]:
        """
        One try at an answer that is read while it comes.

        Args:
            call: What is asked.
            read_seconds: Longest silence.

        Raises:
            ApiError: the service refuses it.
            ApiConnectionError: there is no connection, or it breaks while the answer is read.
        """
        try:
            with self._opened(call, None, read_seconds) as response:
                if not 200 <= response.status_code < 300:
                    content = self._content(call, response)
                    raise api_error(response.status_code, _lower_names(response.headers), content)
                yield response
        except httpx2.TransportError as fault:
            raise connection_error(call, fault) from fault

    @contextmanager
    def download(self, url: str) -> Generator[httpx2.Response, None, None]:
        """One try at a download link. It is signed, and leads to another server: the key is not sent."""
        timeout = httpx2.Timeout(self.settings.timeout, connect=connect_timeout_seconds)
        try:
            with self.http.stream("GET", url, timeout=timeout, follow_redirects=False) as response:
                yield response
        except httpx2.TransportError as fault:
            raise ApiConnectionError(f"the download broke: {type(fault).__name__}: {fault}") from fault


def connection_error(call: Call, fault: httpx2.TransportError) -> ApiConnectionError:
    """The error of a connection, as one of this client."""
    kind = ApiTimeoutError if isinstance(fault, httpx2.TimeoutException) else ApiConnectionError
    reason = str(fault) or "no answer in time"
    return kind(f"{call.method} {call.path}: {type(fault).__name__}: {reason}")


def _lower_names(headers: httpx2.Headers) -> Mapping[str, str]:
    return {name.lower(): value for name, value in headers.items()}


def _json_object(content: bytes) -> dict[str, Any]:
    try:
        value = json.loads(content)
    except ValueError as fault:
        raise AnswerError("the answer is not JSON: is base_url the address of the service?") from fault
    if not isinstance(value, dict):
        raise AnswerError("the answer is not a JSON object: is base_url the address of the service?")
    return value
