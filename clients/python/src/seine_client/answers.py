# Made from openapi.json by tools/python-client/main.ts: do not edit.
"""What the service answers and sends: one class for each object of the API description."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from seine_client._model import Model, Nested

__all__ = [
    "ActionResult",
    "ActiveBatch",
    "ActiveBatches",
    "ActiveCrawl",
    "ActiveCrawls",
    "Attempt",
    "AttemptTimings",
    "BatchCancelled",
    "BatchFinalised",
    "BatchStatus",
    "BatchUrl",
    "BatchUrls",
    "BlockSignal",
    "CallEvent",
    "CallFailure",
    "CallInitiator",
    "CallPreflight",
    "CallRedirect",
    "CallSecurity",
    "CallSizes",
    "CallSocket",
    "CallSocketFrame",
    "CallTimings",
    "CaptureAttempt",
    "CodedError",
    "CountsByType",
    "CrawlCancelled",
    "CrawlFinalised",
    "CrawlStatus",
    "CrawlUrl",
    "CrawlUrls",
    "DeliveredFile",
    "Delivery",
    "DeliveryLog",
    "EndedData",
    "EndedEvent",
    "FailureCount",
    "FieldProblem",
    "Har",
    "HarContent",
    "HarCookie",
    "HarEntry",
    "HarInitiator",
    "HarLog",
    "HarPage",
    "HarPageTimings",
    "HarParameter",
    "HarPostData",
    "HarProgram",
    "HarRequest",
    "HarResponse",
    "HarSocketMessage",
    "HarTimings",
    "Health",
    "JobAccepted",
    "JobAttempt",
    "JobDelivery",
    "JobList",
    "JobListEntry",
    "JobPage",
    "JobPageEntry",
    "JobPages",
    "JsonReport",
    "JsonReportError",
    "KeyQuotas",
    "KeyReport",
    "KeyUsage",
    "MapLink",
    "MapResult",
    "MapSources",
    "ModelUsage",
    "NameAndValue",
    "NetworkCall",
    "NetworkResult",
    "OmittedFormat",
    "PageCounts",
    "PageEvent",
    "PageMetadata",
    "PageNote",
    "PageOutput",
    "Problem",
    "ProblemAttempt",
    "ProcessSlots",
    "Readiness",
    "ReadinessChecks",
    "Redelivery",
    "RunningJobs",
    "ScrapeResult",
    "SerpAnswerBox",
    "SerpEntry",
    "SerpPagination",
    "SerpPanel",
    "SerpQuestion",
    "SerpResult",
    "ServiceLevel",
    "ServicePages",
    "ServiceProcess",
    "ServiceQueue",
    "ServiceReport",
    "Session",
    "SessionAction",
    "SessionCondition",
    "SessionCookie",
    "SessionDetail",
    "SessionEntry",
    "SessionList",
    "SessionPlaybook",
    "SessionRefresh",
    "SessionRun",
    "StartedData",
    "StartedEvent",
    "TenantReport",
    "Version",
    "Watch",
    "WatchChange",
    "WatchChangeList",
    "WatchEntry",
    "WatchList",
    "WatchPageNotice",
    "WatchPageNoticeData",
    "WatchRun",
    "WatchRunAccepted",
    "WatchRunCounts",
    "WatchRunList",
    "WatchRunNotice",
    "WatchRunNoticeData",
    "WatchSchedule",
    "WatchText",
    "WatchTrack",
]


class JobAccepted(Model):
    """`JobAccepted` of the API description."""

    __slots__ = ()

    success: Literal[True]
    id: str
    """Job id: the kind of job, `-` and a UUID."""
    url: str
    """Relative path to poll."""
    workflowId: str
    runId: str
    retryOf: str | None
    """For a retry: the job whose failed pages are tried again."""
    request_id: str
    """Also in the X-Request-Id header and on every log line."""


class FieldProblem(Model):
    """One thing that is wrong with a request."""

    __slots__ = ()

    pointer: str
    """JSON pointer (RFC 6901) into the body as it was sent; `/query/NAME` for a query parameter, empty for the body as a whole and for headers."""
    code: Literal["malformed_json", "malformed_request", "session_domain_mismatch", "unauthorized", "forbidden", "not_found", "job_not_found", "page_not_found", "session_not_found", "watch_not_found", "run_not_found", "method_not_allowed", "request_timeout", "session_exists", "job_finished", "job_not_finished", "nothing_to_retry", "run_in_progress", "watch_quota_reached", "version_mismatch", "body_too_large", "unsupported_media_type", "expectation_failed", "validation_failed", "unknown_field", "invalid_url", "url_not_allowed", "invalid_combination", "limit_exceeded", "idempotency_key_reused", "unsupported_pattern", "pattern_too_costly", "schema_too_complex", "rate_limited", "concurrency_limit_reached", "session_busy", "schema_busy", "mail_quota_reached", "headers_too_large", "internal_error", "stored_data_damaged", "all_attempts_failed", "target_blocked", "dns_failure", "tls_failure", "proxy_failure", "unsafe_target", "serp_blocked", "not_configured", "workflow_service_unavailable", "result_store_unavailable", "browser_unavailable", "scrape_unavailable", "proxy_not_configured", "serp_engine_not_configured", "budget_exceeded"]
    message: str
    """Names field, rule and value; values that may be secret are omitted."""


class CodedError(Model):
    """`CodedError` of the API description."""

    __slots__ = ()

    code: str
    message: str


class BlockSignal(Model):
    """`BlockSignal` of the API description."""

    __slots__ = ()

    vendor: str
    signal: str
    """What the detection is based on."""
    confidence: Literal["high", "medium", "low"]


class AttemptTimings(Model):
    """What the time was spent on."""

    __slots__ = ()

    queue: float
    acquire: float
    navigate: float
    wait: float
    actions: float
    settle: float
    collect: float


class ActionResult(Model):
    """`ActionResult` of the API description."""

    __slots__ = ()

    index: int
    """Position in `actions`, from 0."""
    action: Literal["click", "click_and_hold", "type", "fill", "press", "hover", "select_option", "wait", "wait_for_selector", "wait_for_navigation", "scroll", "scroll_into_view", "drag_to", "reload"]
    status: Literal["ok", "skipped", "failed"]
    matched: int
    """Elements the selector found."""
    elapsed_ms: float
    error: CodedError | None

    _nested: ClassVar[Mapping[str, Nested]] = {
        "error": ("one", CodedError),
    }


class CountsByType(Model):
    """Sum: `requests_total` without the untracked ones."""

    __slots__ = ()

    document: int
    stylesheet: int
    image: int
    media: int
    font: int
    script: int
    xhr: int
    fetch: int
    websocket: int
    eventsource: int
    ping: int
    preflight: int
    other: int


class CallInitiator(Model):
    """`CallInitiator` of the API description."""

    __slots__ = ()

    type: str
    """`parser`, `script`, `preload`, `other` …"""
    url: str | None
    """Of the script or document."""
    line: int | None
    """From 1."""
    column: int | None
    """From 1."""
    call_id: str | None
    """The call this one came from, when it is listed."""


class CallTimings(Model):
    """Milliseconds, of the final hop; -1 = does not apply. `ssl` is part of `connect`."""

    __slots__ = ()

    blocked: float
    dns: float
    connect: float
    ssl: float
    send: float
    wait: float
    receive: float


class CallRedirect(Model):
    """`CallRedirect` of the API description."""

    __slots__ = ()

    url: str
    method: str
    status: int | None
    """Null when no response was seen."""
    status_text: str
    location: str | None
    """As the server sent it."""
    request_headers: dict[str, str | list[str]]
    """Names in lower case; `set-cookie` is a list, other repeated headers are joined by a comma."""
    response_headers: dict[str, str | list[str]]
    """Names in lower case; `set-cookie` is a list, other repeated headers are joined by a comma."""
    server_ip: str | None
    """Null when unknown."""
    server_port: int | None
    """Null when unknown."""
    time_ms: float | None
    """From the request to the redirect."""


class CallFailure(Model):
    """`CallFailure` of the API description."""

    __slots__ = ()

    error_text: str
    """As the browser gave it, `net::ERR_…`; may be empty."""
    canceled: bool
    """Canceled by the page or the browser."""
    blocked_reason: str | None
    """Why the browser did not send it."""
    cors_error: str | None
    """Which CORS rule was broken."""
    cors_parameter: str | None
    """The value that broke the rule."""


class CallPreflight(Model):
    """The OPTIONS request sent before it."""

    __slots__ = ()

    status: int | None
    """Null when no response was seen."""
    request_headers: dict[str, str | list[str]]
    """Names in lower case; `set-cookie` is a list, other repeated headers are joined by a comma."""
    response_headers: dict[str, str | list[str]]
    """Names in lower case; `set-cookie` is a list, other repeated headers are joined by a comma."""
    time_ms: float | None
    """From the request to the end of its response."""


class CallSecurity(Model):
    """`CallSecurity` of the API description."""

    __slots__ = ()

    protocol: str
    issuer: str
    subject_name: str
    valid_from: float
    """Seconds since the epoch."""
    valid_to: float
    """Seconds since the epoch."""


class CallSizes(Model):
    """`CallSizes` of the API description."""

    __slots__ = ()

    request_headers: int
    """Of the final hop, reckoned from its headers."""
    request_body: int
    """0 without a body."""
    response_headers: int | None
    """Of the final hop, on the wire; null when unknown."""
    response_body_encoded: int
    """Of the body on the wire: `transfer` without response headers."""
    response_body_decoded: int
    """Of the body, decompressed; the bytes received so far while it is open."""
    transfer: int
    """Of all responses of the chain on the wire; 0 when a cache or a service worker answered."""


class CallSocketFrame(Model):
    """`CallSocketFrame` of the API description."""

    __slots__ = ()

    direction: Literal["sent", "received"]
    opcode: int
    """1 = text, 2 = binary."""
    payload: str
    payload_encoding: Literal["utf8", "base64"]
    """`base64` when the bytes are not text."""
    payload_bytes: int
    """Of the whole payload."""
    truncated: bool
    offset_ms: float
    """From the start of the navigation."""


class CallSocket(Model):
    """`CallSocket` of the API description."""

    __slots__ = ()

    frames: list[CallSocketFrame]
    frames_sent: int
    """How many, those not listed included."""
    frames_received: int
    """How many, those not listed included."""
    bytes_sent: int
    """Of payloads."""
    bytes_received: int
    """Of payloads."""
    frames_omitted: int
    """How many are not listed."""
    close_code: int | None
    """Null when the browser reported none."""
    error: str | None
    """Why the connection failed."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "frames": ("list", CallSocketFrame),
    }


class CallEvent(Model):
    """`CallEvent` of the API description."""

    __slots__ = ()

    event: str
    id: str
    data: str
    offset_ms: float
    """From the start of the navigation."""
    truncated: bool


class NetworkCall(Model):
    """`NetworkCall` of the API description."""

    __slots__ = ()

    id: str
    """Unique in the attempt: `c1`, `c2` … in the order in which calls began."""
    resource_type: Literal["document", "xhr", "fetch", "websocket", "eventsource"]
    state: Literal["finished", "failed", "canceled", "pending"]
    """`pending` = still open when the capture ended."""
    requested_url: str
    """The first URL of the chain."""
    url: str
    """The final URL."""
    method: str
    """Of the final hop."""
    http_version: str | None
    """`http/1.1`, `h2` …; null when no response came."""
    is_navigation_request: bool
    frame_id: str | None
    """Null for workers."""
    frame_url: str | None
    """Document of the frame."""
    is_main_frame: bool
    target_type: Literal["page", "popup", "iframe", "worker", "shared_worker", "service_worker"]
    """Who asked."""
    initiator: CallInitiator
    started_at: str
    offset_ms: float
    """From the start of the navigation to the start of the call."""
    time_ms: float | None
    """Null while it is open."""
    timings: CallTimings
    request_headers: dict[str, str | list[str]]
    """Names in lower case; `set-cookie` is a list, other repeated headers are joined by a comma."""
    request_body: str | None
    """Null without a body, or if it was not kept."""
    request_body_encoding: Literal["utf8", "base64"] | None
    """`base64` when the bytes are not text."""
    request_body_bytes: int | None
    """Of the whole body; 0 without a body, null when unknown."""
    request_body_truncated: bool
    """Shortened, or there was one that could not be kept."""
    status: int | None
    """Null when no response came."""
    status_text: str
    response_headers: dict[str, str | list[str]]
    """Names in lower case; `set-cookie` is a list, other repeated headers are joined by a comma."""
    mime_type: str | None
    """Null when no response came."""
    charset: str | None
    """As declared."""
    response_body: str | None
    """Null when it is omitted."""
    response_body_encoding: Literal["utf8", "base64"] | None
    """`base64` when the bytes are not text."""
    response_body_bytes: int | None
    """Of the whole body, decompressed; null when unknown."""
    response_body_truncated: bool
    response_body_omitted_reason: Literal["no_content", "redirect", "not_available", "evicted", "too_large", "budget_exceeded", "navigated_away", "canceled"] | None
    """Null when there is a body."""
    redirect_chain: list[CallRedirect]
    """In order, without the final hop."""
    failure_reason: str | None
    """`net::ERR_…`, `blocked: <reason>`, a CORS code, or `blocked_by_policy` when the address is not allowed. Null unless `failed` or `canceled`."""
    failure: CallFailure | None
    preflight: CallPreflight | None
    from_cache: Literal["none", "memory", "disk", "prefetch"]
    from_service_worker: bool
    service_worker_source: str | None
    """`network`, `cache-storage`, `http-cache` or `fallback-code`."""
    server_ip: str | None
    """Null when unknown."""
    server_port: int | None
    """Null when unknown."""
    security: CallSecurity | None
    """TLS; null without."""
    sizes: CallSizes
    headers_truncated: bool
    """Some headers of the call were left out, because they were too many or too large."""
    websocket: CallSocket | None
    """Null unless a WebSocket."""
    events: list[CallEvent] | None
    """Of EventSource, and of event streams read by fetch; null for everything else."""
    events_total: int
    """How many, those not listed included."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "initiator": ("one", CallInitiator),
        "timings": ("one", CallTimings),
        "redirect_chain": ("list", CallRedirect),
        "failure": ("one", CallFailure),
        "preflight": ("one", CallPreflight),
        "security": ("one", CallSecurity),
        "sizes": ("one", CallSizes),
        "websocket": ("one", CallSocket),
        "events": ("list", CallEvent),
    }


class ProblemAttempt(Model):
    """`ProblemAttempt` of the API description."""

    __slots__ = ()

    index: int
    strategy: str
    """`http_basic`, `browser_basic`, `browser_premium` …"""
    engine: Literal["http", "headless_shell", "chrome"]
    proxy_tier: Literal["none", "basic", "enhanced", "premium"]
    geolocation: str | None
    started_at: str
    elapsed_ms: float
    http_status: int | None
    """Of the document; null without a response."""
    success: bool
    outcome: Literal["success", "blocked", "timeout", "dns_error", "tls_error", "proxy_error", "network_error", "unsafe_target", "action_failed", "browser_crashed", "download", "pdf", "js_shell", "empty", "http_error"]
    error: CodedError | None
    blocked_by: BlockSignal | None
    timings_ms: AttemptTimings
    idle: Literal["reached", "timed_out"] | None
    """Whether the network became idle, when `network_idle` was requested."""
    actions: list[ActionResult] | None
    requests_total: int
    """Each redirect hop and each preflight counts; `data:` and `blob:` URLs do not. Sum of finished, failed, blocked, canceled, pending and untracked."""
    requests_finished: int
    """Answered in full; redirects included."""
    requests_failed: int
    """Not answered, or not in full."""
    requests_blocked: int
    """Not sent or not handed to the page: blocked by the browser, or by the address policy."""
    requests_canceled: int
    """Canceled by the page or the browser."""
    requests_pending: int
    """Still open at the end."""
    requests_untracked: int
    """Beyond the limit of a capture, or not reported by an event of the browser, such as what a page sends at `pagehide` over http: counted in `requests_total` and nowhere else."""
    requests_redirected: int
    """Answered by a redirect that was followed; part of the finished ones."""
    requests_from_cache: int
    """Answered by a cache of the browser."""
    requests_from_service_worker: int
    """Answered by a service worker."""
    requests_by_type: CountsByType
    bytes_received: int
    """On the wire, headers included; for WebSockets also payloads. 0 for what a cache or a service worker answered."""
    bytes_decoded: int
    """Bodies, decompressed, and payloads of WebSockets."""
    bytes_sent: int
    """Heads and bodies of requests, and payloads of WebSockets, as far as known."""
    bytes_by_type: CountsByType
    """`bytes_received` by type."""
    websocket_frames_sent: int
    """How many."""
    websocket_frames_received: int
    """How many."""
    network_calls: list[NetworkCall] | None
    """Documents, XHR, fetch, WebSockets and EventSource, in the order in which they began."""
    network_calls_total: int | None
    """Calls that match the filters, those not listed included."""
    network_calls_truncated: bool | None
    """Not all of them are listed."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "error": ("one", CodedError),
        "blocked_by": ("one", BlockSignal),
        "timings_ms": ("one", AttemptTimings),
        "actions": ("list", ActionResult),
        "requests_by_type": ("one", CountsByType),
        "bytes_by_type": ("one", CountsByType),
        "network_calls": ("list", NetworkCall),
    }


class Problem(Model):
    """A problem (RFC 9457)."""

    __slots__ = ()

    type: str
    """A URI that identifies the code."""
    title: str
    status: int
    detail: str
    """What is wrong, for people."""
    instance: str
    """Path of the request."""
    success: Literal[False]
    code: Literal["malformed_json", "malformed_request", "session_domain_mismatch", "unauthorized", "forbidden", "not_found", "job_not_found", "page_not_found", "session_not_found", "watch_not_found", "run_not_found", "method_not_allowed", "request_timeout", "session_exists", "job_finished", "job_not_finished", "nothing_to_retry", "run_in_progress", "watch_quota_reached", "version_mismatch", "body_too_large", "unsupported_media_type", "expectation_failed", "validation_failed", "unknown_field", "invalid_url", "url_not_allowed", "invalid_combination", "limit_exceeded", "idempotency_key_reused", "unsupported_pattern", "pattern_too_costly", "schema_too_complex", "rate_limited", "concurrency_limit_reached", "session_busy", "schema_busy", "mail_quota_reached", "headers_too_large", "internal_error", "stored_data_damaged", "all_attempts_failed", "target_blocked", "dns_failure", "tls_failure", "proxy_failure", "unsafe_target", "serp_blocked", "not_configured", "workflow_service_unavailable", "result_store_unavailable", "browser_unavailable", "scrape_unavailable", "proxy_not_configured", "serp_engine_not_configured", "budget_exceeded"]
    message: str
    """The same as `detail`."""
    error: str
    """The same as `detail`."""
    request_id: str
    """Also in the X-Request-Id header and on every log line."""
    retryable: bool
    """The same request can succeed later."""
    retry_after: int | None
    """Seconds; also in the Retry-After header."""
    errors: list[FieldProblem] | None
    """For status 422: everything that is wrong with the request."""
    attempts: list[ProblemAttempt] | None
    """The attempts at the requested page, when no attempt succeeded. Attempts of a capture also list their calls."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "errors": ("list", FieldProblem),
        "attempts": ("list", ProblemAttempt),
    }


class ActiveCrawl(Model):
    """`ActiveCrawl` of the API description."""

    __slots__ = ()

    id: str
    status: Literal["crawling", "completed", "failed", "cancelled"]
    url: str
    """Start URL."""
    limit: int
    """As requested."""
    createdAt: str
    """Start of the job."""


class ActiveCrawls(Model):
    """`ActiveCrawls` of the API description."""

    __slots__ = ()

    data: list[ActiveCrawl]
    """Newest first."""
    next_cursor: str | None
    """Pass it as `cursor` to continue the list; null at the end."""
    request_id: str
    """Also in the X-Request-Id header and on every log line."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "data": ("list", ActiveCrawl),
    }


class DeliveredFile(Model):
    """`DeliveredFile` of the API description."""

    __slots__ = ()

    name: str
    """Name of the file in the folder of the job."""
    bytes: int
    """Size."""
    sha256: str
    """SHA-256 of the file, hexadecimal."""


class JobDelivery(Model):
    """`JobDelivery` of the API description."""

    __slots__ = ()

    target: str
    """Name of the target."""
    state: Literal["waiting", "delivering", "delivered", "failed"]
    """`waiting`: not tried yet; `delivering`: being tried; `failed`: given up."""
    files: list[DeliveredFile]
    """Archives that are at the target."""
    error: str | None
    """Why the last try, or the delivery, failed; null when it did not."""
    delivered_at: str | None
    """When everything was at the target."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "files": ("list", DeliveredFile),
    }


class CrawlStatus(Model):
    """`CrawlStatus` of the API description."""

    __slots__ = ()

    success: Literal[True]
    request_id: str
    """Also in the X-Request-Id header and on every log line."""
    id: str
    status: Literal["crawling", "completed", "failed", "cancelled"]
    paused: bool
    """Whether the job is paused until it is resumed; its time budget keeps running."""
    limit: int
    """Maximum pages, as requested."""
    total: int
    """Pages attempted so far: completed + failed + inFlight."""
    completed: int
    """Pages scraped successfully so far."""
    failed: int
    """Pages that failed so far."""
    pending: int
    """Pages waiting to be scraped."""
    inFlight: int
    """Pages being scraped now, or interrupted and waiting to be scraped again."""
    stalls: int
    """Requests for pages that were aborted and repeated because the site sent nothing for `heartbeatTimeoutSecs`."""
    createdAt: str
    """Start of the job."""
    completedAt: str | None
    """End of the job; present once finished."""
    duration: float
    """Elapsed seconds since start."""
    url: str
    """Start URL."""
    currentUrl: str | None
    """A page being scraped now; null when finished."""
    expiresAt: str | None
    """When results are deleted."""
    warnings: list[str]
    s3PresignedUrls: dict[str, str] | None
    """Download link per output format and requested archive, once the job is completed; links expire."""
    partialS3PresignedUrls: dict[str, str] | None
    """Download link per output format and requested archive of a cancelled or failed job with at least one page."""
    error: str | None
    """Why the job failed."""
    tag: list[str] | None
    """Labels of the request, if it has any."""
    retryOf: str | None
    """The job whose failed pages this one tries again."""
    deliveries: list[JobDelivery] | None
    """Copies of the archives at the delivery targets that the request names in `deliver_to`."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "deliveries": ("list", JobDelivery),
    }


class CrawlCancelled(Model):
    """`CrawlCancelled` of the API description."""

    __slots__ = ()

    success: Literal[True]
    id: str
    status: Literal["crawling", "completed", "failed", "cancelled"]
    """The status of the job after the call."""
    request_id: str
    """Also in the X-Request-Id header and on every log line."""


class CrawlUrl(Model):
    """`CrawlUrl` of the API description."""

    __slots__ = ()

    url: str
    state: Literal["pending", "leased", "scraped", "failed", "excluded", "robots", "duplicate", "over_limit", "out_of_scope", "trap", "cancelled"]
    depth: int
    parent: str | None
    """The first page that linked to this URL."""
    reason: str | None
    """Rule, error code (docs/errors.md) or robots reason."""
    message: str | None
    duplicateOf: str | None
    """URL of the page that has the content."""


class CrawlUrls(Model):
    """`CrawlUrls` of the API description."""

    __slots__ = ()

    data: list[CrawlUrl]
    next_cursor: str | None
    """Pass it as `cursor` to continue the list; null at the end."""
    request_id: str
    """Also in the X-Request-Id header and on every log line."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "data": ("list", CrawlUrl),
    }


class Delivery(Model):
    """`Delivery` of the API description."""

    __slots__ = ()

    event_id: str
    type: str
    """`crawl.started`, `batch_scrape.page` ..."""
    sequence: int
    state: Literal["delivered", "retrying", "given_up"]
    """Outcome of the try; `given_up` events are sent again only on request."""
    # "try": int; read it by its name in brackets.
    at: str
    elapsed_ms: int
    http_status: int | None
    error: CodedError | None
    next_try_at: str | None
    redelivery: bool
    """Whether this try was requested."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "error": ("one", CodedError),
    }


class DeliveryLog(Model):
    """`DeliveryLog` of the API description."""

    __slots__ = ()

    data: list[Delivery]
    next_cursor: str | None
    request_id: str
    """Also in the X-Request-Id header and on every log line."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "data": ("list", Delivery),
    }


class Redelivery(Model):
    """`Redelivery` of the API description."""

    __slots__ = ()

    success: Literal[True]
    id: str
    """Job id."""
    event_id: str
    request_id: str
    """Also in the X-Request-Id header and on every log line."""


class CrawlFinalised(Model):
    """`CrawlFinalised` of the API description."""

    __slots__ = ()

    success: Literal[True]
    id: str
    status: Literal["crawling", "completed", "failed", "cancelled"]
    """The status of the job, which does not change."""
    finalising: bool
    """False when nothing is missing, or the job has not ended."""
    request_id: str
    """Also in the X-Request-Id header and on every log line."""


class ActiveBatch(Model):
    """`ActiveBatch` of the API description."""

    __slots__ = ()

    id: str
    status: Literal["scraping", "completed", "failed", "cancelled"]
    url: str
    """First URL of the list."""
    limit: int
    """As requested."""
    createdAt: str
    """Start of the job."""


class ActiveBatches(Model):
    """`ActiveBatches` of the API description."""

    __slots__ = ()

    data: list[ActiveBatch]
    """Newest first."""
    next_cursor: str | None
    """Pass it as `cursor` to continue the list; null at the end."""
    request_id: str
    """Also in the X-Request-Id header and on every log line."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "data": ("list", ActiveBatch),
    }


class BatchStatus(Model):
    """`BatchStatus` of the API description."""

    __slots__ = ()

    success: Literal[True]
    request_id: str
    """Also in the X-Request-Id header and on every log line."""
    id: str
    status: Literal["scraping", "completed", "failed", "cancelled"]
    paused: bool
    """Whether the job is paused until it is resumed; its time budget keeps running."""
    limit: int
    """Maximum URLs, as requested."""
    total: int
    """Pages attempted so far: completed + failed + inFlight."""
    completed: int
    """Pages scraped successfully so far."""
    failed: int
    """Pages that failed so far."""
    pending: int
    """Pages waiting to be scraped."""
    inFlight: int
    """Pages being scraped now, or interrupted and waiting to be scraped again."""
    stalls: int
    """Requests for pages that were aborted and repeated because the site sent nothing for `heartbeatTimeoutSecs`."""
    createdAt: str
    """Start of the job."""
    completedAt: str | None
    """End of the job; present once finished."""
    duration: float
    """Elapsed seconds since start."""
    url: str
    """First URL of the list."""
    currentUrl: str | None
    """A page being scraped now; null when finished."""
    expiresAt: str | None
    """When results are deleted."""
    warnings: list[str]
    s3PresignedUrls: dict[str, str] | None
    """Download link per output format and requested archive, once the job is completed; links expire."""
    partialS3PresignedUrls: dict[str, str] | None
    """Download link per output format and requested archive of a cancelled or failed job with at least one page."""
    error: str | None
    """Why the job failed."""
    tag: list[str]
    """Labels of the request."""
    retryOf: str | None
    """The job whose failed pages this one tries again."""
    deliveries: list[JobDelivery]
    """Copies of the archives at the delivery targets that the request names in `deliver_to`."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "deliveries": ("list", JobDelivery),
    }


class BatchCancelled(Model):
    """`BatchCancelled` of the API description."""

    __slots__ = ()

    success: Literal[True]
    id: str
    status: Literal["scraping", "completed", "failed", "cancelled"]
    """The status of the job after the call."""
    request_id: str
    """Also in the X-Request-Id header and on every log line."""


class BatchUrl(Model):
    """`BatchUrl` of the API description."""

    __slots__ = ()

    url: str
    state: Literal["pending", "leased", "scraped", "failed", "excluded", "robots", "duplicate", "over_limit", "out_of_scope", "trap", "cancelled"]
    depth: int
    parent: str | None
    """The first page that linked to this URL."""
    reason: str | None
    """Rule, error code (docs/errors.md) or robots reason."""
    message: str | None
    duplicateOf: str | None
    """URL of the page that has the content."""
    index: int
    """Position in `urls`, from 0."""


class BatchUrls(Model):
    """`BatchUrls` of the API description."""

    __slots__ = ()

    data: list[BatchUrl]
    next_cursor: str | None
    """Pass it as `cursor` to continue the list; null at the end."""
    request_id: str
    """Also in the X-Request-Id header and on every log line."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "data": ("list", BatchUrl),
    }


class BatchFinalised(Model):
    """`BatchFinalised` of the API description."""

    __slots__ = ()

    success: Literal[True]
    id: str
    status: Literal["scraping", "completed", "failed", "cancelled"]
    """The status of the job, which does not change."""
    finalising: bool
    """False when nothing is missing, or the job has not ended."""
    request_id: str
    """Also in the X-Request-Id header and on every log line."""


class Attempt(Model):
    """`Attempt` of the API description."""

    __slots__ = ()

    index: int
    strategy: str
    """`http_basic`, `browser_basic`, `browser_premium` …"""
    engine: Literal["http", "headless_shell", "chrome"]
    proxy_tier: Literal["none", "basic", "enhanced", "premium"]
    geolocation: str | None
    started_at: str
    elapsed_ms: float
    http_status: int | None
    """Of the document; null without a response."""
    success: bool
    outcome: Literal["success", "blocked", "timeout", "dns_error", "tls_error", "proxy_error", "network_error", "unsafe_target", "action_failed", "browser_crashed", "download", "pdf", "js_shell", "empty", "http_error"]
    error: CodedError | None
    blocked_by: BlockSignal | None
    timings_ms: AttemptTimings
    idle: Literal["reached", "timed_out"] | None
    """Whether the network became idle, when `network_idle` was requested."""
    actions: list[ActionResult] | None
    requests_total: int
    """Each redirect hop and each preflight counts; `data:` and `blob:` URLs do not. Sum of finished, failed, blocked, canceled, pending and untracked."""
    requests_finished: int
    """Answered in full; redirects included."""
    requests_failed: int
    """Not answered, or not in full."""
    requests_blocked: int
    """Not sent or not handed to the page: blocked by the browser, or by the address policy."""
    requests_canceled: int
    """Canceled by the page or the browser."""
    requests_pending: int
    """Still open at the end."""
    requests_untracked: int
    """Beyond the limit of a capture, or not reported by an event of the browser, such as what a page sends at `pagehide` over http: counted in `requests_total` and nowhere else."""
    requests_redirected: int
    """Answered by a redirect that was followed; part of the finished ones."""
    requests_from_cache: int
    """Answered by a cache of the browser."""
    requests_from_service_worker: int
    """Answered by a service worker."""
    requests_by_type: CountsByType
    bytes_received: int
    """On the wire, headers included; for WebSockets also payloads. 0 for what a cache or a service worker answered."""
    bytes_decoded: int
    """Bodies, decompressed, and payloads of WebSockets."""
    bytes_sent: int
    """Heads and bodies of requests, and payloads of WebSockets, as far as known."""
    bytes_by_type: CountsByType
    """`bytes_received` by type."""
    websocket_frames_sent: int
    """How many."""
    websocket_frames_received: int
    """How many."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "error": ("one", CodedError),
        "blocked_by": ("one", BlockSignal),
        "timings_ms": ("one", AttemptTimings),
        "actions": ("list", ActionResult),
        "requests_by_type": ("one", CountsByType),
        "bytes_by_type": ("one", CountsByType),
    }


class PageOutput(Model):
    """`PageOutput` of the API description."""

    __slots__ = ()

    html: str | None
    """As it was received, or as the browser rendered it."""
    clean_html: str | None
    markdown: str | None
    links: list[str] | None
    """Of the whole page, absolute."""
    json: Any
    """The data that the schema or the prompt describes; null when nothing was found."""
    screenshot: str | None
    """Link to a PNG; the link expires."""
    screenshot_full_page: str | None
    """Link to a PNG; the link expires."""


class JsonReportError(Model):
    """`JsonReportError` of the API description."""

    __slots__ = ()

    pointer: str
    """JSON pointer into the value."""
    message: str


class ModelUsage(Model):
    """`ModelUsage` of the API description."""

    __slots__ = ()

    calls: int
    chunks: int
    """Number of parts in which the page was read."""
    prompt_tokens: int
    completion_tokens: int


class JsonReport(Model):
    """`JsonReport` of the API description."""

    __slots__ = ()

    by: Literal["model", "page"]
    """`model`: a language model has read the page; `page`: filled from what the page states, without one."""
    model: str | None
    """Name of the model; null without one."""
    valid: bool
    """Whether the value is valid for the schema as it was given."""
    errors: list[JsonReportError]
    """Where it is not valid."""
    sources: dict[str, str]
    """JSON pointer of a field → where on the page its value comes from; empty with a model."""
    usage: ModelUsage | None
    """Tokens that the model has used; null without one."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "errors": ("list", JsonReportError),
        "usage": ("one", ModelUsage),
    }


class PageMetadata(Model):
    """`PageMetadata` of the API description."""

    __slots__ = ()

    title: str | None
    """Of the page."""
    description: str | None
    """As stated by the page."""
    language: str | None
    """BCP 47."""
    canonical_url: str | None
    """Absolute."""
    author: str | None
    """Several are joined by a comma."""
    published_time: str | None
    """ISO 8601, with the precision that the page states."""
    modified_time: str | None
    """ISO 8601, with the precision that the page states."""
    site_name: str | None
    """As stated by the page."""
    favicon: str | None
    """Absolute URL."""
    robots: str | None
    """Content of meta robots, lower case."""
    content_type: str
    charset: str | None
    """Encoding in which the text was decoded."""
    pages: int | None
    """Of a paged document."""
    word_count: int
    """Words of the content that was chosen."""
    og: dict[str, Any]
    """OpenGraph properties without their prefix."""
    json_ld: list[Any]
    """JSON-LD items in document order."""
    extractor: str
    """The method that produced the content."""
    json: JsonReport | None
    degraded: str | None
    """Why the output is less than requested."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "json": ("one", JsonReport),
    }


class ScrapeResult(Model):
    """`ScrapeResult` of the API description."""

    __slots__ = ()

    request_id: str
    """Also in the X-Request-Id header and on every log line."""
    session_id: str | None
    """Session in use."""
    url: str
    """As requested."""
    final_url: str
    """After redirects."""
    status: int
    """Of the page; a target's own error page is a success with its status."""
    success: bool
    """Always true: a page that could not be loaded is answered with a problem."""
    effective_geolocation: str | None
    """Country from which the page was requested, when one was chosen."""
    tag: str | list[str] | None
    """As requested."""
    winning_attempt: int
    """`index` of the attempt that loaded the page."""
    attempts: list[Attempt]
    """One per strategy that was tried, in order."""
    data: PageOutput
    metadata: PageMetadata
    actions: list[ActionResult] | None
    """Of the last attempt."""
    cached_at: str | None
    """When the page was loaded, if it comes from the cache; null if it was loaded now."""
    warnings: list[str]

    _nested: ClassVar[Mapping[str, Nested]] = {
        "attempts": ("list", Attempt),
        "data": ("one", PageOutput),
        "metadata": ("one", PageMetadata),
        "actions": ("list", ActionResult),
    }


class MapLink(Model):
    """`MapLink` of the API description."""

    __slots__ = ()

    url: str
    title: str | None
    description: str | None
    lastmod: str | None
    """As stated in the sitemap, W3C datetime."""
    source: Literal["sitemap", "page", "search"]
    """Where the URL was found."""


class MapSources(Model):
    """Links by where they were found."""

    __slots__ = ()

    sitemap: int
    page: int
    search: int


class MapResult(Model):
    """`MapResult` of the API description."""

    __slots__ = ()

    success: bool
    request_id: str
    """Also in the X-Request-Id header and on every log line."""
    links: list[MapLink]
    """Best matches of `search` first, else in the order of discovery."""
    truncated: bool
    """True when there are more links: the limit or the time was reached."""
    sources: MapSources
    cached_at: str | None
    """When the site was explored, if the answer comes from the cache; null if it was explored now."""
    warnings: list[str]

    _nested: ClassVar[Mapping[str, Nested]] = {
        "links": ("list", MapLink),
        "sources": ("one", MapSources),
    }


class SerpEntry(Model):
    """`SerpEntry` of the API description."""

    __slots__ = ()

    position: int
    """From 1, counted across all pages."""
    title: str
    link: str
    """Target of the link, without the redirect of the engine around it."""
    url: str
    """The same as `link`."""
    snippet: str
    """Empty if the engine shows no snippet."""
    domain: str
    """Host of `link`, without `www.`"""
    displayed_link: str | None
    """The address as the engine shows it."""
    page: int
    """Page of the engine that contains it."""


class NameAndValue(Model):
    """`NameAndValue` of the API description."""

    __slots__ = ()

    name: str
    value: str


class SerpPanel(Model):
    """`SerpPanel` of the API description."""

    __slots__ = ()

    title: str
    type: str | None
    """Type of the entity, in the words of the engine."""
    description: str | None
    """A few sentences."""
    source: str | None
    """Address that the description comes from."""
    website: str | None
    """Official website."""
    image: str | None
    """Address of an image."""
    attributes: list[NameAndValue]

    _nested: ClassVar[Mapping[str, Nested]] = {
        "attributes": ("list", NameAndValue),
    }


class SerpAnswerBox(Model):
    """`SerpAnswerBox` of the API description."""

    __slots__ = ()

    answer: str
    title: str | None
    """Title of the page that the answer comes from."""
    link: str | None
    """Address of that page."""


class SerpQuestion(Model):
    """`SerpQuestion` of the API description."""

    __slots__ = ()

    question: str
    answer: str | None
    """Null when the engine loads it only after a click."""
    title: str | None
    """Title of the page that the answer comes from."""
    link: str | None
    """Address of that page."""


class SerpPagination(Model):
    """`SerpPagination` of the API description."""

    __slots__ = ()

    current: int
    next: int | None
    """Null after the last page. Where it is not known whether another page follows, the number of the page that would follow."""


class SerpResult(Model):
    """`SerpResult` of the API description."""

    __slots__ = ()

    request_id: str
    """Also in the X-Request-Id header and on every log line."""
    query: str
    engine: Literal["google", "bing", "duckduckgo"]
    backend: Literal["searxng", "brave", "html"]
    """The back-end through which the engine was queried."""
    country: str | None
    """As requested, ISO 3166-1 alpha-2."""
    language: str | None
    """As requested, BCP 47."""
    page: int
    fetched_at: str
    """When the engine answered: earlier than the request when the answer comes from the cache."""
    organic: list[SerpEntry]
    """Empty when the engine finds nothing."""
    ads: list[SerpEntry]
    knowledge_graph: SerpPanel | None
    """The panel about the entity that was searched for."""
    answer_box: SerpAnswerBox | None
    """The answer above the results."""
    people_also_ask: list[SerpQuestion]
    related_searches: list[str]
    total_results: int | None
    """As the engine estimates it."""
    pagination: SerpPagination
    warnings: list[str]
    """What the back-end cannot supply, and what went wrong on the way."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "organic": ("list", SerpEntry),
        "ads": ("list", SerpEntry),
        "knowledge_graph": ("one", SerpPanel),
        "answer_box": ("one", SerpAnswerBox),
        "people_also_ask": ("list", SerpQuestion),
        "pagination": ("one", SerpPagination),
    }


class CaptureAttempt(Model):
    """`CaptureAttempt` of the API description."""

    __slots__ = ()

    index: int
    strategy: str
    """`http_basic`, `browser_basic`, `browser_premium` …"""
    engine: Literal["http", "headless_shell", "chrome"]
    proxy_tier: Literal["none", "basic", "enhanced", "premium"]
    geolocation: str | None
    started_at: str
    elapsed_ms: float
    http_status: int | None
    """Of the document; null without a response."""
    success: bool
    outcome: Literal["success", "blocked", "timeout", "dns_error", "tls_error", "proxy_error", "network_error", "unsafe_target", "action_failed", "browser_crashed", "download", "pdf", "js_shell", "empty", "http_error"]
    error: CodedError | None
    blocked_by: BlockSignal | None
    timings_ms: AttemptTimings
    idle: Literal["reached", "timed_out"] | None
    """Whether the network became idle, when `network_idle` was requested."""
    actions: list[ActionResult] | None
    requests_total: int
    """Each redirect hop and each preflight counts; `data:` and `blob:` URLs do not. Sum of finished, failed, blocked, canceled, pending and untracked."""
    requests_finished: int
    """Answered in full; redirects included."""
    requests_failed: int
    """Not answered, or not in full."""
    requests_blocked: int
    """Not sent or not handed to the page: blocked by the browser, or by the address policy."""
    requests_canceled: int
    """Canceled by the page or the browser."""
    requests_pending: int
    """Still open at the end."""
    requests_untracked: int
    """Beyond the limit of a capture, or not reported by an event of the browser, such as what a page sends at `pagehide` over http: counted in `requests_total` and nowhere else."""
    requests_redirected: int
    """Answered by a redirect that was followed; part of the finished ones."""
    requests_from_cache: int
    """Answered by a cache of the browser."""
    requests_from_service_worker: int
    """Answered by a service worker."""
    requests_by_type: CountsByType
    bytes_received: int
    """On the wire, headers included; for WebSockets also payloads. 0 for what a cache or a service worker answered."""
    bytes_decoded: int
    """Bodies, decompressed, and payloads of WebSockets."""
    bytes_sent: int
    """Heads and bodies of requests, and payloads of WebSockets, as far as known."""
    bytes_by_type: CountsByType
    """`bytes_received` by type."""
    websocket_frames_sent: int
    """How many."""
    websocket_frames_received: int
    """How many."""
    network_calls: list[NetworkCall]
    """Documents, XHR, fetch, WebSockets and EventSource, in the order in which they began."""
    network_calls_total: int
    """Calls that match the filters, those not listed included."""
    network_calls_truncated: bool
    """Not all of them are listed."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "error": ("one", CodedError),
        "blocked_by": ("one", BlockSignal),
        "timings_ms": ("one", AttemptTimings),
        "actions": ("list", ActionResult),
        "requests_by_type": ("one", CountsByType),
        "bytes_by_type": ("one", CountsByType),
        "network_calls": ("list", NetworkCall),
    }


class NetworkResult(Model):
    """`NetworkResult` of the API description."""

    __slots__ = ()

    request_id: str
    """Also in the X-Request-Id header and on every log line."""
    session_id: str | None
    """Session in use: the one that was named, or one that was started with the page; null when none could be kept."""
    url: str
    """As requested."""
    final_url: str | None
    """After navigation; null without a navigation."""
    status: int | None
    """Of the navigation; null without a response."""
    success: bool
    """Whether an attempt succeeded."""
    effective_geolocation: str | None
    """Country from which the page was requested, when one was chosen."""
    tag: str | list[str] | None
    """As requested."""
    winning_attempt: int | None
    """`index` of the attempt that succeeded; null without one."""
    attempts: list[CaptureAttempt]
    """One per strategy that was tried, in order."""
    actions: list[ActionResult]
    """Of the last attempt; empty when none were requested."""
    warnings: list[str]

    _nested: ClassVar[Mapping[str, Nested]] = {
        "attempts": ("list", CaptureAttempt),
        "actions": ("list", ActionResult),
    }


class HarProgram(Model):
    """`HarProgram` of the API description."""

    __slots__ = ()

    name: str
    version: str


class HarPageTimings(Model):
    """`HarPageTimings` of the API description."""

    __slots__ = ()

    onContentLoad: float
    onLoad: float


class HarPage(Model):
    """`HarPage` of the API description."""

    __slots__ = ()

    startedDateTime: str
    id: str
    title: str
    pageTimings: HarPageTimings

    _nested: ClassVar[Mapping[str, Nested]] = {
        "pageTimings": ("one", HarPageTimings),
    }


class HarCookie(Model):
    """`HarCookie` of the API description."""

    __slots__ = ()

    name: str
    value: str
    path: str | None
    domain: str | None
    expires: str | None
    httpOnly: bool | None
    secure: bool | None


class HarParameter(Model):
    """`HarParameter` of the API description."""

    __slots__ = ()

    name: str
    value: str | None
    fileName: str | None
    contentType: str | None


class HarPostData(Model):
    """`HarPostData` of the API description."""

    __slots__ = ()

    mimeType: str
    text: str
    params: list[HarParameter] | None
    encoding: Literal["base64"] | None
    """For binary uploads; not part of HAR 1.2, but read by Playwright."""
    comment: str | None
    """Why the text is missing or cut."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "params": ("list", HarParameter),
    }


class HarRequest(Model):
    """`HarRequest` of the API description."""

    __slots__ = ()

    method: str
    url: str
    httpVersion: str
    cookies: list[HarCookie]
    headers: list[NameAndValue]
    queryString: list[NameAndValue]
    postData: HarPostData | None
    headersSize: int
    """Bytes; -1 when unknown."""
    bodySize: int
    """Bytes; -1 when unknown."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "cookies": ("list", HarCookie),
        "headers": ("list", NameAndValue),
        "queryString": ("list", NameAndValue),
        "postData": ("one", HarPostData),
    }


class HarContent(Model):
    """`HarContent` of the API description."""

    __slots__ = ()

    size: int
    """Bytes; -1 when unknown."""
    compression: int | None
    """Bytes saved on the wire."""
    mimeType: str
    text: str | None
    encoding: Literal["base64"] | None
    comment: str | None
    """Why the text is missing or cut."""


class HarResponse(Model):
    """`HarResponse` of the API description."""

    __slots__ = ()

    status: int
    """-1 when there was no response."""
    statusText: str
    httpVersion: str
    cookies: list[HarCookie]
    headers: list[NameAndValue]
    content: HarContent
    redirectURL: str
    headersSize: int
    """Bytes; -1 when unknown."""
    bodySize: int
    """Bytes; -1 when unknown."""
    # "_transferSize": int; read it by its name in brackets.
    # "_failureText": str; read it by its name in brackets.
    # "_error": str | None; read it by its name in brackets.

    _nested: ClassVar[Mapping[str, Nested]] = {
        "cookies": ("list", HarCookie),
        "headers": ("list", NameAndValue),
        "content": ("one", HarContent),
    }


class HarTimings(Model):
    """`HarTimings` of the API description."""

    __slots__ = ()

    blocked: float
    dns: float
    connect: float
    ssl: float
    send: float
    """Milliseconds."""
    wait: float
    """Milliseconds."""
    receive: float
    """Milliseconds."""


class HarInitiator(Model):
    """`HarInitiator` of the API description."""

    __slots__ = ()

    type: str
    url: str | None
    lineNumber: int | None
    columnNumber: int | None


class HarSocketMessage(Model):
    """`HarSocketMessage` of the API description."""

    __slots__ = ()

    type: Literal["send", "receive"]
    time: float
    """Seconds since the epoch."""
    opcode: int
    data: str
    """Base64 when binary."""
    # "_truncated": bool; read it by its name in brackets.


class HarEntry(Model):
    """`HarEntry` of the API description."""

    __slots__ = ()

    pageref: str | None
    startedDateTime: str
    time: float
    """Milliseconds."""
    request: HarRequest
    response: HarResponse
    cache: dict[str, Any]
    timings: HarTimings
    serverIPAddress: str | None
    connection: str | None
    # "_resourceType": str; read it by its name in brackets.
    # "_initiator": HarInitiator; read it by its name in brackets.
    comment: str | None
    """How many messages are not listed."""
    # "_fromCache": Literal["memory", "disk"]; read it by its name in brackets.
    # "_webSocketMessages": list[HarSocketMessage]; read it by its name in brackets.

    _nested: ClassVar[Mapping[str, Nested]] = {
        "request": ("one", HarRequest),
        "response": ("one", HarResponse),
        "timings": ("one", HarTimings),
        "_initiator": ("one", HarInitiator),
        "_webSocketMessages": ("list", HarSocketMessage),
    }


class HarLog(Model):
    """`HarLog` of the API description."""

    __slots__ = ()

    version: Literal["1.2"]
    creator: HarProgram
    browser: HarProgram | None
    pages: list[HarPage]
    entries: list[HarEntry]
    """In the order in which requests began."""
    comment: str | None
    # "_session_id": str; read it by its name in brackets.

    _nested: ClassVar[Mapping[str, Nested]] = {
        "creator": ("one", HarProgram),
        "browser": ("one", HarProgram),
        "pages": ("list", HarPage),
        "entries": ("list", HarEntry),
    }


class Har(Model):
    """`Har` of the API description."""

    __slots__ = ()

    log: HarLog

    _nested: ClassVar[Mapping[str, Nested]] = {
        "log": ("one", HarLog),
    }


class JobListEntry(Model):
    """`JobListEntry` of the API description."""

    __slots__ = ()

    kind: Literal["crawl", "batch_scrape"]
    id: str
    paused: bool
    """Whether the job is paused until it is resumed; its time budget keeps running."""
    limit: int
    """Maximum URLs, as requested."""
    total: int
    """Pages attempted so far: completed + failed + inFlight."""
    completed: int
    """Pages scraped successfully so far."""
    failed: int
    """Pages that failed so far."""
    pending: int
    """Pages waiting to be scraped."""
    inFlight: int
    """Pages being scraped now, or interrupted and waiting to be scraped again."""
    stalls: int
    """Requests for pages that were aborted and repeated because the site sent nothing for `heartbeatTimeoutSecs`."""
    createdAt: str
    """Start of the job."""
    completedAt: str | None
    """End of the job; present once finished."""
    duration: float
    """Elapsed seconds since start."""
    url: str
    """Start URL, or first URL of the list of a batch."""
    currentUrl: str | None
    """A page being scraped now; null when finished."""
    expiresAt: str | None
    """When results are deleted."""
    warnings: list[str]
    error: str | None
    """Why the job failed."""
    tag: list[str]
    """Labels of the request."""
    retryOf: str | None
    """The job whose failed pages this one tries again."""
    deliveries: list[JobDelivery]
    """Copies of the archives at the delivery targets that the request names in `deliver_to`."""
    status: Literal["crawling", "completed", "failed", "cancelled", "scraping"]

    _nested: ClassVar[Mapping[str, Nested]] = {
        "deliveries": ("list", JobDelivery),
    }


class JobList(Model):
    """`JobList` of the API description."""

    __slots__ = ()

    data: list[JobListEntry]
    """Newest first."""
    next_cursor: str | None
    """Pass it as `cursor` to continue the list; null at the end."""
    request_id: str
    """Also in the X-Request-Id header and on every log line."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "data": ("list", JobListEntry),
    }


class OmittedFormat(Model):
    """`OmittedFormat` of the API description."""

    __slots__ = ()

    format: Literal["markdown", "html", "clean_html", "links", "json", "screenshot", "screenshot_full_page"]
    reason: Literal["too_large", "unavailable"]
    """`too_large`: it does not fit into a reply; read it from the archive or from `GET …/pages/{index}`. `unavailable`: it is lost, or was stored by an earlier release."""


class JobAttempt(Model):
    """`JobAttempt` of the API description."""

    __slots__ = ()

    index: int
    strategy: str
    """`http_basic`, `browser_basic`, `browser_premium` …"""
    engine: Literal["http", "headless_shell", "chrome"]
    proxy_tier: Literal["none", "basic", "enhanced", "premium"]
    started_at: str
    elapsed_ms: float
    http_status: int | None
    """Of the document; null without a response."""
    success: bool
    outcome: Literal["success", "blocked", "timeout", "dns_error", "tls_error", "proxy_error", "network_error", "unsafe_target", "action_failed", "browser_crashed", "download", "pdf", "js_shell", "empty", "http_error"]
    error: CodedError | None
    """Null for an attempt that succeeded."""
    bytes_received: int
    requests_total: int | None
    """Every request of the page, in a browser."""
    blocked_by: BlockSignal | None

    _nested: ClassVar[Mapping[str, Nested]] = {
        "error": ("one", CodedError),
        "blocked_by": ("one", BlockSignal),
    }


class JobPageEntry(Model):
    """`JobPageEntry` of the API description."""

    __slots__ = ()

    index: int
    """Position in the ledger of the job: of a batch the input line, of a crawl the order of discovery."""
    url: str
    finalUrl: str | None
    """Where redirects ended; null without an answer."""
    status: int | None
    """HTTP status; null without an answer."""
    success: bool
    title: str | None
    """Of the page."""
    depth: int | None
    """Links from the start page; null for a page of an earlier release."""
    fetchedAt: str | None
    """When the page was fetched, ISO 8601; null when it was not."""
    output: PageOutput
    omitted: list[OmittedFormat]
    """Requested formats that a scraped page has or had and that are not in `output`."""
    error: str | None
    """Why the page failed."""
    errorCode: str | None
    """Error code, docs/errors.md."""
    attempts: list[JobAttempt] | None
    """In the order in which they were made."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "output": ("one", PageOutput),
        "omitted": ("list", OmittedFormat),
        "attempts": ("list", JobAttempt),
    }


class JobPages(Model):
    """`JobPages` of the API description."""

    __slots__ = ()

    data: list[JobPageEntry]
    """In the order in which the pages became durable."""
    next_cursor: str | None
    """Pass it as `cursor` for the pages that follow, now or later; null once the list is complete."""
    complete: bool
    """True once the job has ended and this reply reaches the end of its pages."""
    request_id: str
    """Also in the X-Request-Id header and on every log line."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "data": ("list", JobPageEntry),
    }


class JobPage(Model):
    """`JobPage` of the API description."""

    __slots__ = ()

    index: int
    """Position in the ledger of the job: of a batch the input line, of a crawl the order of discovery."""
    url: str
    finalUrl: str | None
    """Where redirects ended; null without an answer."""
    status: int | None
    """HTTP status; null without an answer."""
    success: bool
    title: str | None
    """Of the page."""
    depth: int | None
    """Links from the start page; null for a page of an earlier release."""
    fetchedAt: str | None
    """When the page was fetched, ISO 8601; null when it was not."""
    output: PageOutput
    omitted: list[OmittedFormat]
    """Requested formats that a scraped page has or had and that are not in `output`."""
    error: str | None
    """Why the page failed."""
    errorCode: str | None
    """Error code, docs/errors.md."""
    attempts: list[JobAttempt]
    """In the order in which they were made."""
    metadata: PageMetadata
    warnings: list[str]
    request_id: str
    """Also in the X-Request-Id header and on every log line."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "output": ("one", PageOutput),
        "omitted": ("list", OmittedFormat),
        "attempts": ("list", JobAttempt),
        "metadata": ("one", PageMetadata),
    }


class SessionRun(Model):
    """`SessionRun` of the API description."""

    __slots__ = ()

    started_at: str
    """Start of the run."""
    finished_at: str | None
    """End of the run; null while it runs."""
    outcome: Literal["running", "succeeded", "failed"]
    trigger: Literal["registered", "replaced", "requested", "logged_out", "interval", "retry"]
    error: str | None
    """Why the run failed."""


class SessionAction(Model):
    """`SessionAction` of the API description."""

    __slots__ = ()

    action: Literal["click", "click_and_hold", "type", "fill", "press", "hover", "select_option", "wait", "wait_for_selector", "wait_for_navigation", "scroll", "scroll_into_view", "drag_to", "reload"]
    selector: str | None
    """Element that the action applies to."""
    selector_type: Literal["css", "xpath", "role", "text", "regex", "test_id", "label", "placeholder"] | None
    """How `selector` is interpreted."""
    value: str | float | None
    """Text, key, option or pixels."""
    duration_ms: int | None
    frame_selector: str | None
    """Searches inside this iframe."""
    if_present: bool | None
    """Skips the action when its selector is not visible."""
    timeout_ms: int | None


class SessionCookie(Model):
    """`SessionCookie` of the API description."""

    __slots__ = ()

    name: str
    value: str
    """May have `{{secret.name}}`."""
    domain: str | None
    """Sent to this host and those below it. Default: to all hosts of the domain of the session."""
    path: str | None
    """Begins with `/`."""
    expires: int | None
    """Epoch seconds. Default: the cookie expires with the session."""
    secure: bool | None
    """Only over HTTPS."""
    http_only: bool | None
    """Hidden from scripts."""
    same_site: Literal["strict", "lax", "none"] | None
    """The SameSite attribute."""


class SessionCondition(Model):
    """As registered; null = the default."""

    __slots__ = ()

    url_pattern: str | None
    """RE2 syntax, unanchored, on the final URL."""
    selector: str | None
    """CSS selector: the document has a match."""
    selector_absent: str | None
    """CSS selector: the document has no match."""
    text: str | None
    """Part of the visible text, upper and lower case alike."""
    cookie: str | None
    """Name of a cookie that the session has."""
    status: int | None
    """Status of the document."""


class SessionRefresh(Model):
    """`SessionRefresh` of the API description."""

    __slots__ = ()

    on_logged_out: bool
    interval_seconds: int | None


class SessionPlaybook(Model):
    """As registered. Values that may be secrets are `********`, except references to secrets."""

    __slots__ = ()

    start_url: str | None
    js_render: bool | None
    actions: list[SessionAction]
    cookies: list[SessionCookie]
    headers: dict[str, str]
    local_storage: dict[str, dict[str, str]]
    geolocation: str | None
    proxy_strategy: str
    user_agent: str | None
    secrets: dict[str, str]
    success: SessionCondition | None
    logged_out: SessionCondition | None
    refresh: SessionRefresh

    _nested: ClassVar[Mapping[str, Nested]] = {
        "actions": ("list", SessionAction),
        "cookies": ("list", SessionCookie),
        "success": ("one", SessionCondition),
        "logged_out": ("one", SessionCondition),
        "refresh": ("one", SessionRefresh),
    }


class SessionDetail(Model):
    """`SessionDetail` of the API description."""

    __slots__ = ()

    session_id: str
    domain: str
    """Registrable domain, or the exact host or address when it has none."""
    implicit: bool
    """Whether a scrape has created it implicitly."""
    status: Literal["registered", "warming", "ready", "busy", "expired", "failed"]
    ttl_seconds: int
    max_uses: int | None
    tag: list[str]
    playbook_version: int
    """Higher with every `PUT`; the same as in `ETag`."""
    created_at: str
    """When it was registered."""
    updated_at: str
    """When it was registered or replaced."""
    last_used_at: str | None
    """Last page."""
    expires_at: str
    """Later with every use."""
    use_count: int
    """Pages so far."""
    last_run: SessionRun | None
    playbook: SessionPlaybook
    request_id: str
    """Also in the X-Request-Id header and on every log line."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "last_run": ("one", SessionRun),
        "playbook": ("one", SessionPlaybook),
    }


class SessionEntry(Model):
    """`SessionEntry` of the API description."""

    __slots__ = ()

    session_id: str
    domain: str
    """Registrable domain, or the exact host or address when it has none."""
    implicit: bool
    """Whether a scrape has created it implicitly."""
    status: Literal["registered", "warming", "ready", "busy", "expired", "failed"]
    ttl_seconds: int
    max_uses: int | None
    tag: list[str]
    playbook_version: int
    """Higher with every `PUT`; the same as in `ETag`."""
    created_at: str
    """When it was registered."""
    updated_at: str
    """When it was registered or replaced."""
    last_used_at: str | None
    """Last page."""
    expires_at: str
    """Later with every use."""
    use_count: int
    """Pages so far."""
    last_run: SessionRun | None

    _nested: ClassVar[Mapping[str, Nested]] = {
        "last_run": ("one", SessionRun),
    }


class SessionList(Model):
    """`SessionList` of the API description."""

    __slots__ = ()

    data: list[SessionEntry]
    """Newest first. Sessions that scrapes have created implicitly are not listed."""
    next_cursor: str | None
    """Pass it as `cursor` to continue the list; null at the end."""
    request_id: str
    """Also in the X-Request-Id header and on every log line."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "data": ("list", SessionEntry),
    }


class Session(Model):
    """`Session` of the API description."""

    __slots__ = ()

    session_id: str
    domain: str
    """Registrable domain, or the exact host or address when it has none."""
    implicit: bool
    """Whether a scrape has created it implicitly."""
    status: Literal["registered", "warming", "ready", "busy", "expired", "failed"]
    ttl_seconds: int
    max_uses: int | None
    tag: list[str]
    playbook_version: int
    """Higher with every `PUT`; the same as in `ETag`."""
    created_at: str
    """When it was registered."""
    updated_at: str
    """When it was registered or replaced."""
    last_used_at: str | None
    """Last page."""
    expires_at: str
    """Later with every use."""
    use_count: int
    """Pages so far."""
    last_run: SessionRun | None
    request_id: str
    """Also in the X-Request-Id header and on every log line."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "last_run": ("one", SessionRun),
    }


class WatchRunCounts(Model):
    """`WatchRunCounts` of the API description."""

    __slots__ = ()

    new: int
    """Pages that the last good state did not have."""
    changed: int
    """Pages with another text."""
    removed: int
    """Pages that are gone."""
    same: int
    """Pages with the same text."""
    failed: int
    """Pages without a verdict."""


class WatchRun(Model):
    """`WatchRun` of the API description."""

    __slots__ = ()

    run_id: str
    job_id: str
    """The job of the run; all job routes answer for it."""
    trigger: Literal["schedule", "manual"]
    status: Literal["running", "completed", "failed", "cancelled"]
    started_at: str
    """When it started."""
    ended_at: str | None
    """When it ended."""
    counts: WatchRunCounts
    error: str | None
    """Why the job of a failed run failed."""
    warnings: list[str]

    _nested: ClassVar[Mapping[str, Nested]] = {
        "counts": ("one", WatchRunCounts),
    }


class WatchSchedule(Model):
    """`WatchSchedule` of the API description."""

    __slots__ = ()

    cron: str | None
    timezone: str | None
    every_seconds: int | None


class WatchTrack(Model):
    """`WatchTrack` of the API description."""

    __slots__ = ()

    mode: Literal["markdown", "text", "json"]
    ignore_selectors: list[str]
    ignore_patterns: list[str]
    min_changed_words: int


class Watch(Model):
    """`Watch` of the API description."""

    __slots__ = ()

    watch_id: str
    version: int
    """Version of the definition, as in `ETag`."""
    status: Literal["active", "paused"]
    next_run_at: str | None
    """Null while it is paused."""
    created_at: str
    """When it was created."""
    updated_at: str
    """When its definition last changed."""
    last_run: WatchRun | None
    """The newest run."""
    skipped_runs: int
    """Scheduled runs that were skipped: another one was in progress, or their key had no room for a job."""
    name: str
    crawl: dict[str, Any] | None
    """As it was given."""
    batch: dict[str, Any] | None
    """As it was given."""
    schedule: WatchSchedule
    jitter_seconds: int
    overlap: Literal["skip", "buffer_one"]
    track: WatchTrack
    keep_runs: int
    webhook: dict[str, Any] | None
    """As it was given, without secret values."""
    email: str | None
    """Mail address for notices."""
    tag: list[str]
    paused: bool
    request_id: str
    """Also in the X-Request-Id header and on every log line."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "last_run": ("one", WatchRun),
        "schedule": ("one", WatchSchedule),
        "track": ("one", WatchTrack),
    }


class WatchEntry(Model):
    """`WatchEntry` of the API description."""

    __slots__ = ()

    watch_id: str
    version: int
    """Version of the definition, as in `ETag`."""
    status: Literal["active", "paused"]
    next_run_at: str | None
    """Null while it is paused."""
    created_at: str
    """When it was created."""
    updated_at: str
    """When its definition last changed."""
    last_run: WatchRun | None
    """The newest run."""
    skipped_runs: int
    """Scheduled runs that were skipped: another one was in progress, or their key had no room for a job."""
    name: str
    schedule: WatchSchedule
    jitter_seconds: int
    overlap: Literal["skip", "buffer_one"]
    track: WatchTrack
    keep_runs: int
    webhook: dict[str, Any] | None
    """As it was given, without secret values."""
    email: str | None
    """Mail address for notices."""
    tag: list[str]
    paused: bool

    _nested: ClassVar[Mapping[str, Nested]] = {
        "last_run": ("one", WatchRun),
        "schedule": ("one", WatchSchedule),
        "track": ("one", WatchTrack),
    }


class WatchList(Model):
    """`WatchList` of the API description."""

    __slots__ = ()

    data: list[WatchEntry]
    next_cursor: str | None
    """Continues the list; null at its end."""
    request_id: str
    """Also in the X-Request-Id header and on every log line."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "data": ("list", WatchEntry),
    }


class WatchRunAccepted(Model):
    """`WatchRunAccepted` of the API description."""

    __slots__ = ()

    run_id: str
    job_id: str
    request_id: str
    """Also in the X-Request-Id header and on every log line."""


class WatchRunList(Model):
    """`WatchRunList` of the API description."""

    __slots__ = ()

    data: list[WatchRun]
    next_cursor: str | None
    """Continues the list; null at its end."""
    request_id: str
    """Also in the X-Request-Id header and on every log line."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "data": ("list", WatchRun),
    }


class WatchChange(Model):
    """`WatchChange` of the API description."""

    __slots__ = ()

    url: str
    """The URL that was asked for."""
    final_url: str | None
    """Where it led."""
    state: Literal["new", "changed", "same", "removed", "failed"]
    reason: str | None
    """`not_found`, `gone` or `unlinked` for a removed page, an error code for a failed one."""
    title: str | None
    """Title of the page."""
    previous_run_id: str | None
    """The run that the page is compared with."""
    previous_at: str | None
    """When that run saw the page."""
    words_added: int
    """Words that the new text has more."""
    words_removed: int
    """Words that the new text has less."""
    diff: str | None
    """Unified diff of the compared texts, with three lines of context."""
    diff_truncated: bool
    """True when hunks are missing at the end of `diff`."""
    json_patch: list[Any] | None
    """For `json`: the change as a JSON patch (RFC 6902)."""
    flapping: bool
    """True when the page returned to one of its earlier texts."""


class WatchChangeList(Model):
    """`WatchChangeList` of the API description."""

    __slots__ = ()

    data: list[WatchChange]
    next_cursor: str | None
    """Continues the list; null at its end."""
    request_id: str
    """Also in the X-Request-Id header and on every log line."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "data": ("list", WatchChange),
    }


class WatchText(Model):
    """`WatchText` of the API description."""

    __slots__ = ()

    url: str
    final_url: str | None
    """Where it led."""
    title: str | None
    """Title of the page."""
    run_id: str
    """The run that last saw this text."""
    at: str
    """When it did."""
    text: str
    """The text that was compared."""
    request_id: str
    """Also in the X-Request-Id header and on every log line."""


class KeyQuotas(Model):
    """What the key may use."""

    __slots__ = ()

    starts_per_minute: int
    """Jobs and watches allowed in the current minute."""
    reads_per_minute: int
    """Reads allowed in the current minute."""
    calls_per_minute: int
    """Synchronous calls allowed in the current minute."""
    concurrent_jobs: int
    """Jobs allowed at the same time."""
    streams: int
    """Event streams allowed at the same time at one gateway."""
    watches: int
    """Watches allowed."""


class KeyUsage(Model):
    """What the key uses now, by the same names."""

    __slots__ = ()

    starts_per_minute: int
    """Jobs and watches used in the current minute."""
    reads_per_minute: int
    """Reads used in the current minute."""
    calls_per_minute: int
    """Synchronous calls used in the current minute."""
    concurrent_jobs: int
    """Jobs used at the same time."""
    streams: int
    """Event streams open at this gateway."""
    watches: int
    """Watches used."""


class KeyReport(Model):
    """`KeyReport` of the API description."""

    __slots__ = ()

    key_id: str
    """Name of the key in the key file."""
    tenant: str
    """Tenant to which jobs of this key belong."""
    operator: bool
    """Whether the key sees the whole service in `GET /service`."""
    quotas: KeyQuotas
    usage: KeyUsage
    request_id: str
    """Also in the X-Request-Id header and on every log line."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "quotas": ("one", KeyQuotas),
        "usage": ("one", KeyUsage),
    }


class RunningJobs(Model):
    """`RunningJobs` of the API description."""

    __slots__ = ()

    crawl: int
    """Running crawls."""
    batch_scrape: int
    """Running batches."""


class PageCounts(Model):
    """`PageCounts` of the API description."""

    __slots__ = ()

    completed: int
    """Pages of jobs that were scraped successfully."""
    failed: int
    """Pages of jobs that failed."""


class ServicePages(Model):
    """Pages of jobs that were started within the last 24 hours."""

    __slots__ = ()

    last_minute: PageCounts
    """In the last minute of the clock that is over."""
    last_hour: PageCounts
    complete: bool
    """False when not every job of the last 24 hours, or not every tenant, could be counted."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "last_minute": ("one", PageCounts),
        "last_hour": ("one", PageCounts),
    }


class FailureCount(Model):
    """`FailureCount` of the API description."""

    __slots__ = ()

    code: str
    """`errorCode` of pages."""
    pages: int
    """Pages that failed with it in the last hour."""


class TenantReport(Model):
    """`TenantReport` of the API description."""

    __slots__ = ()

    tenant: str
    running: RunningJobs | None
    """Null when Temporal does not answer."""
    last_hour: PageCounts | None
    """Null when the store does not answer."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "running": ("one", RunningJobs),
        "last_hour": ("one", PageCounts),
    }


class ProcessSlots(Model):
    """`ProcessSlots` of the API description."""

    __slots__ = ()

    used: int
    """Pages in progress."""
    waiting: int
    """Pages that wait for a slot."""
    capacity: int
    """Pages that may be in progress at the same time."""


class ServiceProcess(Model):
    """`ServiceProcess` of the API description."""

    __slots__ = ()

    kind: Literal["gateway", "scrape_worker", "browser_worker"]
    address: str
    """Address at which this gateway calls the worker, or its own host name."""
    version: str | None
    """Version of Seine that it runs; null when it did not answer."""
    status: Literal["ready", "not_ready", "unavailable"]
    """`unavailable`: it did not answer."""
    problem: str | None
    """Why it is not ready."""
    slots: ProcessSlots | None
    """Slots for calls; null for a gateway, and when it did not answer."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "slots": ("one", ProcessSlots),
    }


class ServiceQueue(Model):
    """`ServiceQueue` of the API description."""

    __slots__ = ()

    name: str
    """Task queue of Temporal."""
    tasks: Literal["workflows", "activities"]
    backlog: int
    """Tasks that wait for a worker, as Temporal estimates them."""
    oldest_seconds: float
    """How long the oldest of them has waited."""
    workers: int
    """Workers that polled the queue in the last five minutes."""


class ServiceLevel(Model):
    """`ServiceLevel` of the API description."""

    __slots__ = ()

    name: Literal["api_availability", "job_start", "api_latency", "first_page", "job_completion", "capture_success"]
    total: int
    """Requests, jobs or pages of the last hour that count."""
    bad: int
    """Those of them that missed the objective."""
    allowed: float
    """Share of bad ones that the objective allows."""
    status: Literal["met", "missed", "no_data"]
    """`missed`: more were bad than allowed. `no_data`: nothing counted in the last hour."""


class ServiceReport(Model):
    """`ServiceReport` of the API description."""

    __slots__ = ()

    scope: Literal["tenant", "all"]
    """`all` for keys with `operator` in the key file; other keys see their tenant only."""
    version: str
    """Version of this gateway."""
    workflow_service: Literal["ok", "unavailable"]
    """Temporal, as this gateway sees it."""
    result_store: Literal["ok", "unavailable", "unfit"]
    """The store, as this gateway sees it. `unfit`: it does not keep guarantees that jobs depend on."""
    running: RunningJobs | None
    """Jobs that run; null when Temporal does not answer."""
    pages: ServicePages | None
    """Null when the store does not answer."""
    failures: list[FailureCount] | None
    """Failed pages of the last hour by code; null when the store does not answer."""
    quotas: KeyQuotas | None
    """As in `GET /key`; null when the store does not answer."""
    usage: KeyUsage | None
    """As in `GET /key`; null when the store does not answer."""
    tenants: list[TenantReport] | None
    """By tenant, for operators; null for other keys. `pages` and `failures` count the pages of these tenants."""
    processes: list[ServiceProcess] | None
    """This gateway and the workers that it calls, for operators; null for other keys."""
    queues: list[ServiceQueue] | None
    """Task queues, for operators; null for other keys, and when Temporal does not answer."""
    service_levels: list[ServiceLevel] | None
    """The last hour against each objective, for operators; null for other keys. Requests are those of this gateway. `first_page`, of the scrape workers that answer, is missing while none does; `job_completion`, of the whole service, is missing while Temporal does not answer."""
    temporal_ui: str | None
    """Address of the Temporal Web UI, for operators, if the service knows it."""
    request_id: str
    """Also in the X-Request-Id header and on every log line."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "running": ("one", RunningJobs),
        "pages": ("one", ServicePages),
        "failures": ("list", FailureCount),
        "quotas": ("one", KeyQuotas),
        "usage": ("one", KeyUsage),
        "tenants": ("list", TenantReport),
        "processes": ("list", ServiceProcess),
        "queues": ("list", ServiceQueue),
        "service_levels": ("list", ServiceLevel),
    }


class Health(Model):
    """`Health` of the API description."""

    __slots__ = ()

    status: Literal["ok"]
    request_id: str
    """Also in the X-Request-Id header and on every log line."""


class ReadinessChecks(Model):
    """`ReadinessChecks` of the API description."""

    __slots__ = ()

    workflowService: Literal["ok", "unavailable"]
    resultStore: Literal["ok", "unavailable", "unfit"]
    """`unfit`: the store does not keep guarantees that jobs depend on, or is being probed; the log has details."""
    browserWorkers: Literal["ok", "unavailable", "not_configured"]
    """Needed only for requests that use a browser; the process is ready without it."""
    scrapeWorkers: Literal["ok", "unavailable", "not_configured"]
    """Needed by `POST /scrape` and `POST /map`; the process is ready without it."""
    accepting: bool


class Readiness(Model):
    """`Readiness` of the API description."""

    __slots__ = ()

    status: Literal["ready", "not_ready"]
    checks: ReadinessChecks
    request_id: str
    """Also in the X-Request-Id header and on every log line."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "checks": ("one", ReadinessChecks),
    }


class Version(Model):
    """`Version` of the API description."""

    __slots__ = ()

    name: str
    version: str
    api: str
    request_id: str
    """Also in the X-Request-Id header and on every log line."""


class StartedData(Model):
    """`StartedData` of the API description."""

    __slots__ = ()

    url: str
    """Start URL of a crawl, first URL of a batch."""
    limit: int
    """As requested."""


class StartedEvent(Model):
    """`StartedEvent` of the API description."""

    __slots__ = ()

    type: Literal["crawl.started", "batch_scrape.started"]
    timestamp: str
    """When the event happened."""
    id: str
    """Job id."""
    event_id: str
    """The same each time the event is sent; also in the header `webhook-id`."""
    sequence: int
    """Events of a job are numbered from 1 and sent in this order."""
    success: bool
    """False for a failed page and for a failed job."""
    data: StartedData
    error: str | None
    """Why it failed."""
    metadata: Any
    """As given when the job was started; null when none was given."""
    request_id: str
    """Of the request that started the job."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "data": ("one", StartedData),
    }


class PageNote(Model):
    """`PageNote` of the API description."""

    __slots__ = ()

    index: int
    """Position in the ledger of the job: of a batch the input line, of a crawl the order of discovery."""
    url: str
    finalUrl: str | None
    """Where redirects ended; null without an answer."""
    status: int | None
    """HTTP status; null without an answer."""
    success: bool
    error: str | None
    errorCode: str | None
    attempts: int
    """How often the page was tried."""


class PageEvent(Model):
    """`PageEvent` of the API description."""

    __slots__ = ()

    type: Literal["crawl.page", "batch_scrape.page"]
    timestamp: str
    """When the event happened."""
    id: str
    """Job id."""
    event_id: str
    """The same each time the event is sent; also in the header `webhook-id`."""
    sequence: int
    """Events of a job are numbered from 1 and sent in this order."""
    success: bool
    """False for a failed page and for a failed job."""
    data: PageNote
    error: str | None
    """Why it failed."""
    metadata: Any
    """As given when the job was started; null when none was given."""
    request_id: str
    """Of the request that started the job."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "data": ("one", PageNote),
    }


class EndedData(Model):
    """`EndedData` of the API description."""

    __slots__ = ()

    status: Literal["completed", "failed"]
    url: str
    """Start URL of a crawl, first URL of a batch."""
    limit: int
    """As requested."""
    total: int
    """completed + failed."""
    completed: int
    """Pages scraped successfully."""
    failed: int
    """Pages that failed."""
    createdAt: str
    """Start of the job."""
    completedAt: str
    """End of the job."""
    duration: float
    """Seconds."""
    warnings: list[str]
    statusUrl: str
    """Path of the status of the job, which has new download links."""


class EndedEvent(Model):
    """`EndedEvent` of the API description."""

    __slots__ = ()

    type: Literal["crawl.completed", "crawl.failed", "batch_scrape.completed", "batch_scrape.failed"]
    timestamp: str
    """When the event happened."""
    id: str
    """Job id."""
    event_id: str
    """The same each time the event is sent; also in the header `webhook-id`."""
    sequence: int
    """Events of a job are numbered from 1 and sent in this order."""
    success: bool
    """False for a failed page and for a failed job."""
    data: EndedData
    error: str | None
    """Why it failed."""
    metadata: Any
    """As given when the job was started; null when none was given."""
    request_id: str
    """Of the request that started the job."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "data": ("one", EndedData),
    }


class WatchPageNoticeData(Model):
    """`WatchPageNoticeData` of the API description."""

    __slots__ = ()

    run_id: str
    job_id: str
    """The job of the run; all job routes answer for it."""
    name: str
    """Name of the watch."""
    url: str
    """The URL that was asked for."""
    final_url: str | None
    """Where it led."""
    state: Literal["new", "changed", "same", "removed", "failed"]
    reason: str | None
    """`not_found`, `gone` or `unlinked` for a removed page, an error code for a failed one."""
    title: str | None
    """Title of the page."""
    words_added: int
    """Words that the new text has more."""
    words_removed: int
    """Words that the new text has less."""
    flapping: bool
    """True when the page returned to one of its earlier texts."""
    changes_url: str
    """Path of the list of changes of the run."""


class WatchPageNotice(Model):
    """`WatchPageNotice` of the API description."""

    __slots__ = ()

    type: Literal["watch.page_changed"]
    timestamp: str
    """End of the run."""
    id: str
    """Id of the watch."""
    event_id: str
    """The same each time the notice is sent; also in the header `webhook-id`."""
    sequence: int
    """Position among the notices of the run."""
    success: bool
    """False for a run that did not complete."""
    data: WatchPageNoticeData
    metadata: Any
    """As given with the watch; null when none was given."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "data": ("one", WatchPageNoticeData),
    }


class WatchRunNoticeData(Model):
    """`WatchRunNoticeData` of the API description."""

    __slots__ = ()

    run_id: str
    job_id: str
    """The job of the run; all job routes answer for it."""
    name: str
    """Name of the watch."""
    trigger: Literal["schedule", "manual"]
    status: Literal["completed", "failed", "cancelled"]
    first: bool
    """Whether it made the base that later runs are compared with."""
    started_at: str
    """When it started."""
    ended_at: str
    """When it ended."""
    counts: WatchRunCounts
    error: str | None
    """Why the job of a failed run failed."""
    warnings: list[str]
    changes_url: str
    """Path of the list of changes of the run."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "counts": ("one", WatchRunCounts),
    }


class WatchRunNotice(Model):
    """`WatchRunNotice` of the API description."""

    __slots__ = ()

    type: Literal["watch.run_completed"]
    timestamp: str
    """End of the run."""
    id: str
    """Id of the watch."""
    event_id: str
    """The same each time the notice is sent; also in the header `webhook-id`."""
    sequence: int
    """Position among the notices of the run."""
    success: bool
    """False for a run that did not complete."""
    data: WatchRunNoticeData
    metadata: Any
    """As given with the watch; null when none was given."""

    _nested: ClassVar[Mapping[str, Nested]] = {
        "data": ("one", WatchRunNoticeData),
    }
