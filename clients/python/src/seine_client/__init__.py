"""
Client of Seine, a web scraping service.

`Client` waits for each answer; `AsyncClient` has the same methods for `asyncio`. Both have one method for each
route, iterators over lists, and `crawl_and_wait` and `batch_and_wait` for whole jobs.
"""

from seine_client._async.client import AsyncClient
from seine_client._call import HttpAnswer
from seine_client._job_event import EndEvent, JobEvent, PageEndEvent, ProgressEvent
from seine_client._model import Model
from seine_client._sync.client import Client
from seine_client._version import __version__
from seine_client.errors import (
    AnswerError,
    ApiConnectionError,
    ApiError,
    ApiTimeoutError,
    AuthenticationError,
    ConflictError,
    NotConfiguredError,
    NotFoundError,
    RateLimitError,
    SeineError,
    TargetError,
    UnavailableError,
    ValidationError,
    WaitTimeoutError,
    WebhookVerificationError,
)
from seine_client.webhooks import verify_webhook

__all__ = [
    "AnswerError",
    "ApiConnectionError",
    "ApiError",
    "ApiTimeoutError",
    "AsyncClient",
    "AuthenticationError",
    "Client",
    "ConflictError",
    "EndEvent",
    "HttpAnswer",
    "JobEvent",
    "Model",
    "NotConfiguredError",
    "NotFoundError",
    "PageEndEvent",
    "ProgressEvent",
    "RateLimitError",
    "SeineError",
    "TargetError",
    "UnavailableError",
    "ValidationError",
    "WaitTimeoutError",
    "WebhookVerificationError",
    "__version__",
    "verify_webhook",
]
