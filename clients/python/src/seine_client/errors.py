"""What can go wrong: one class for each kind of error."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from seine_client.answers import FieldProblem, ProblemAttempt


class SeineError(Exception):
    """Every error of this client."""


class ApiError(SeineError):
    """
    The service answered with an error.

    Attributes:
        status: HTTP status.
        code: What is wrong, for programs; None when something between client and service answered.
        detail: What is wrong, for people.
        request_id: Name this id when you ask for help.
        errors: Each problem of the request, with a JSON pointer to its place.
        attempts: What was tried, for calls that load pages.
        retryable: Whether the same request can succeed later.
        retry_after: Seconds after which it can; None when the service did not say.
        body: The whole body: a JSON object, or text.
    """

    def __init__(self, status: int, headers: Mapping[str, str], content: bytes) -> None:
        body = _parsed(content)
        problem: dict[str, Any] = body if isinstance(body, dict) else {}
        code, request_id, detail = problem.get("code"), problem.get("request_id"), problem.get("detail")
        self.status = status
        self.code: str | None = code if isinstance(code, str) else None
        self.detail = detail if isinstance(detail, str) else f"the answer was {status} without a reason"
        self.request_id: str | None = request_id if isinstance(request_id, str) else headers.get("x-request-id")
        self.errors = [FieldProblem(each) for each in _objects(problem.get("errors"))]
        self.attempts = [ProblemAttempt(each) for each in _objects(problem.get("attempts"))]
        self.retry_after = _seconds(problem.get("retry_after"), headers.get("retry-after"))
        stated = problem.get("retryable")
        self.retryable = stated if isinstance(stated, bool) else status in (408, 429, 500, 502, 503, 504)
        self.body: Any = body
        super().__init__(f"{status} {self.code or 'unknown'}: {self.detail}")

    def __reduce__(self) -> tuple[type[ApiError], tuple[int, dict[str, str], bytes]]:
        content = self.body if isinstance(self.body, str) else json.dumps(self.body)
        return (type(self), (self.status, {}, content.encode()))


class AuthenticationError(ApiError):
    """The key is missing, wrong, or not allowed to do this (401, 403)."""


class NotFoundError(ApiError):
    """There is no such job, page, session, watch or run (404)."""


class ConflictError(ApiError):
    """The state of the thing forbids it (409), or it has another version (412)."""


class ValidationError(ApiError):
    """The request is wrong; `errors` has every problem (400, 413, 415, 422)."""


class RateLimitError(ApiError):
    """Too many requests, streams or mails (429)."""


class NotConfiguredError(ApiError):
    """The operator of the service has not set up what this needs (503 `..._not_configured`)."""


class TargetError(ApiError):
    """The page could not be loaded, in the time given or at all (502, 504); `attempts` says what was tried."""


class UnavailableError(ApiError):
    """The service, or a part of it, does not work at the moment (500, 503)."""


class ApiConnectionError(SeineError, ConnectionError):
    """There is no connection to the service, or it broke."""


class ApiTimeoutError(ApiConnectionError, TimeoutError):
    """The service did not answer in time."""


class AnswerError(SeineError):
    """The service answered something that is not part of its API."""


class WaitTimeoutError(SeineError, TimeoutError):
    """
    A job did not end in the time its caller wanted to wait. The job continues.

    Attributes:
        job_id: The job, to wait for it again or to cancel it.
    """

    def __init__(self, job_id: str, seconds: float) -> None:
        self.job_id = job_id
        self.seconds = seconds
        super().__init__(f"{job_id} did not end within {seconds} s")

    def __reduce__(self) -> tuple[type[WaitTimeoutError], tuple[str, float]]:
        return (type(self), (self.job_id, self.seconds))


class WebhookVerificationError(SeineError, ValueError):
    """A call of a webhook is not from the service, or is too old."""


_classes: tuple[tuple[tuple[int, ...], type[ApiError]], ...] = (
    ((401, 403), AuthenticationError),
    ((404,), NotFoundError),
    ((409, 412), ConflictError),
    ((400, 413, 415, 422), ValidationError),
    ((429,), RateLimitError),
    ((502, 504), TargetError),
    ((500, 503), UnavailableError),
)


def api_error(status: int, headers: Mapping[str, str], content: bytes) -> ApiError:
    """The error of an answer; names of headers are in lower case."""
    made = ApiError(status, headers, content)
    kind = next((each for statuses, each in _classes if status in statuses), ApiError)
    if made.code is not None and made.code.endswith("not_configured"):
        kind = NotConfiguredError
    return made if kind is ApiError else kind(status, headers, content)


def _parsed(content: bytes) -> Any:
    try:
        return json.loads(content)
    except ValueError:
        return content.decode(errors="replace")


def _objects(value: Any) -> list[dict[str, Any]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _seconds(stated: Any, header: str | None) -> float | None:
    """The wait that the body states, else the header. A date in the header is not used: clocks differ."""
    for value in (stated, header):
        try:
            seconds = float(value or "none")
        except (TypeError, ValueError):
            continue
        if 0 <= seconds < float("inf"):
            return seconds
    return None
