# Made from openapi.json by tools/python-client/main.ts: do not edit.
"""What the service is asked: the members of each request body, as the API description spells them."""

from __future__ import annotations

from typing import Any, Literal, TypedDict


class WebhookOptions(TypedDict, total=False):
    """Members of `Webhook` that may be left out."""

    headers: dict[str, str] | None
    """Sent with each call."""
    metadata: Any
    """Echoed back in every payload."""
    events: list[Literal["started", "page", "completed", "failed"]] | None
    """Empty = all events."""


class Webhook(WebhookOptions):
    """`Webhook` of the API description."""

    url: str
    """HTTPS URL of a public host, without credentials."""


class OutputFlags(TypedDict, total=False):
    """`OutputFlags` of the API description."""

    markdown: bool | None
    """Markdown."""
    html: bool | None
    """HTML as it was received."""
    clean_html: bool | None
    """HTML without boilerplate."""
    links: bool | None
    """Links of the whole page."""
    screenshot: bool | None
    """Screenshot of the viewport."""


class ActionOptions(TypedDict, total=False):
    """Members of `Action` that may be left out."""

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


class Action(ActionOptions):
    """`Action` of the API description."""

    action: Literal["click", "click_and_hold", "type", "fill", "press", "hover", "select_option", "wait", "wait_for_selector", "wait_for_navigation", "scroll", "scroll_into_view", "drag_to", "reload"]


class OverrideParameter(TypedDict, total=False):
    """`OverrideParameter` of the API description."""

    headers: dict[str, str] | None
    proxy: str | None
    """Name of a provider or tier."""
    network_idle: bool | None
    load_dom: bool | None
    disable_resources: bool | list[Literal["image", "media", "font", "stylesheet", "script", "texttrack", "manifest", "ping", "websocket", "other"]] | None
    """Types of resources that the browser does not load; true = those needed only for appearance."""


class PageOptions(TypedDict, total=False):
    """Page options, in snake_case or camelCase; each at most once."""

    url: Any
    """Ignored inside a job."""
    method: Any
    """Ignored inside a job."""
    body: Any
    """Ignored inside a job."""
    js_render: bool | None
    """true forces a browser, false forbids one."""
    jsRender: bool | None
    """true forces a browser, false forbids one."""
    proxy_strategy: Literal["auto", "basic", "enhanced", "premium"] | None
    proxyStrategy: Literal["auto", "basic", "enhanced", "premium"] | None
    output: list[Literal["markdown", "html", "clean_html", "links", "json", "screenshot", "screenshot_full_page"]] | None
    """Formats returned per page."""
    only_main_content: bool | None
    """Removes navigation, footers and advertisements."""
    onlyMainContent: bool | None
    """Removes navigation, footers and advertisements."""
    geolocation: str | None
    """ISO 3166-1 alpha-2 country."""
    session_id: str | None
    sessionId: str | None
    tag: str | list[str] | None
    actions: list[Action] | None
    timeout: int | None
    """Milliseconds per page and attempt."""
    wait_selector: str | None
    """CSS selector to wait for in a browser."""
    waitSelector: str | None
    """CSS selector to wait for in a browser."""
    wait_ms: int | None
    waitMs: int | None
    override_parameter: OverrideParameter | None
    overrideParameter: OverrideParameter | None
    prompt: str | None
    schema: dict[str, Any] | None
    """JSON Schema for the `json` format."""
    include_tags: list[str] | None
    """Only elements that match one of these are content."""
    includeTags: list[str] | None
    """Only elements that match one of these are content."""
    exclude_tags: list[str] | None
    """Elements that match one of these are not content."""
    excludeTags: list[str] | None
    """Elements that match one of these are not content."""
    max_age: int | None
    """Maximum age of a page that is taken from the cache, seconds; 0 = never from the cache."""
    maxAge: int | None
    """Maximum age of a page that is taken from the cache, seconds; 0 = never from the cache."""
    session: str | None


class CrawlOptions(TypedDict, total=False):
    """Members of `CrawlRequest` that may be left out."""

    limit: int | None
    """Maximum number of pages attempted. Operators may allow up to 1,000,000 (`SEINE_CRAWL_LIMIT_MAX`)."""
    archive: list[Literal["parquet", "warc", "wacz"]] | None
    """Archives in addition to those of the formats. `parquet`: one file with a row per page and a column per format. `warc`: every exchange as it went over the wire. `wacz`: the same with an index and a list of pages, for players of web archives."""
    email: str | None
    """Notified when the job completes."""
    webhook: Webhook | None
    scheduleToCloseTimeoutSecs: int | None
    """Time budget of the job in seconds."""
    heartbeatTimeoutSecs: int | None
    """Seconds without progress before the job is retried as stalled."""
    deliver_to: list[str] | None
    """Names of delivery targets of the service, to which the archives of the job are copied once it has ended."""
    priority: int | None
    """Order among the running jobs of the same tenant: 1 goes first, 5 last."""
    includePaths: list[str] | None
    """Only URLs whose path and query match one of these (RE2) are results."""
    excludePaths: list[str] | None
    """URLs whose path and query match one of these (RE2) are skipped."""
    maxDiscoveryDepth: int | None
    """Maximum link depth from the start URL; unlimited when omitted."""
    sitemap: Literal["include", "skip", "only"] | None
    ignoreQueryParameters: bool | None
    """URLs that differ only in their query are duplicates."""
    crawlEntireDomain: bool | None
    """Follows links anywhere on the host instead of only below the start path."""
    allowSubdomains: bool | None
    """Follows links to subdomains of the registrable domain."""
    output: list[Literal["markdown", "html", "clean_html", "links", "json", "screenshot", "screenshot_full_page"]] | OutputFlags | None
    """Content fields per page; at least one."""
    scrape: PageOptions | None
    scrapeOptions: PageOptions | None


class CrawlRequest(CrawlOptions):
    """`CrawlRequest` of the API description."""

    url: str
    """Absolute http(s) URL, at most 2083 characters."""


class BatchOptions(TypedDict, total=False):
    """Members of `BatchRequest` that may be left out."""

    method: Literal["GET", "POST", "PUT", "DELETE"] | None
    """HTTP method for every URL."""
    body: dict[str, Any] | str | None
    """Request body for every URL, not allowed with `GET`: an object is sent as JSON, a text as it is, as JSON where it is a JSON object or list. At most 262144 bytes."""
    output: list[Literal["markdown", "html", "clean_html", "links", "json", "screenshot", "screenshot_full_page"]] | None
    """Formats returned per page, each in a file of its own."""
    limit: int | None
    """Maximum number of URLs; also the most that `urls` may have."""
    archive: list[Literal["parquet", "warc", "wacz"]] | None
    """Archives in addition to those of the formats. `parquet`: one file with a row per page and a column per format. `warc`: every exchange as it went over the wire. `wacz`: the same with an index and a list of pages, for players of web archives."""
    email: str | None
    """Notified when the job completes."""
    webhook: Webhook | None
    scheduleToCloseTimeoutSecs: int | None
    """Time budget of the job in seconds."""
    heartbeatTimeoutSecs: int | None
    """Seconds without progress before the job is retried as stalled."""
    deliver_to: list[str] | None
    """Names of delivery targets of the service, to which the archives of the job are copied once it has ended."""
    priority: int | None
    """Order among the running jobs of the same tenant: 1 goes first, 5 last."""
    jsRender: bool | None
    """true forces a browser, false forbids one."""
    proxyStrategy: Literal["auto", "basic", "enhanced", "premium"] | None
    onlyMainContent: bool | None
    """Removes navigation, footers and advertisements."""
    geolocation: str | None
    """ISO 3166-1 alpha-2 country."""
    sessionId: str | None
    tag: str | list[str] | None
    actions: list[Action] | None
    timeout: int | None
    """Milliseconds per page and attempt."""
    waitSelector: str | None
    """CSS selector to wait for in a browser."""
    waitMs: int | None
    overrideParameter: OverrideParameter | None
    prompt: str | None
    schema: dict[str, Any] | None
    """JSON Schema for the `json` format."""
    includeTags: list[str] | None
    """Only elements that match one of these are content."""
    excludeTags: list[str] | None
    """Elements that match one of these are not content."""
    maxAge: int | None
    """Maximum age of a page that is taken from the cache, seconds; 0 = never from the cache."""
    session: str | None
    session_id: str | None


class BatchRequest(BatchOptions):
    """`BatchRequest` of the API description."""

    urls: list[str]
    """Pages to scrape, at most `limit`. A repeated URL is fetched once and has a result for each position."""


class ScrapeOptions(TypedDict, total=False):
    """Members of `ScrapeRequest` that may be left out."""

    method: Literal["GET", "POST", "PUT", "DELETE"] | None
    """HTTP method for the page."""
    body: dict[str, Any] | str | None
    """Request body for the page, not allowed with `GET`: an object is sent as JSON, a text as it is, as JSON where it is a JSON object or list. At most 262144 bytes."""
    output: list[Literal["markdown", "html", "clean_html", "links", "json", "screenshot", "screenshot_full_page"]] | None
    """Formats returned, a member of `data` each."""
    js_render: bool | None
    """true forces a browser, false forbids one."""
    proxy_strategy: Literal["auto", "basic", "enhanced", "premium"] | None
    only_main_content: bool | None
    """Removes navigation, footers and advertisements."""
    geolocation: str | None
    """ISO 3166-1 alpha-2 country."""
    session_id: str | None
    tag: str | list[str] | None
    actions: list[Action] | None
    timeout: int | None
    """Milliseconds per page and attempt."""
    wait_selector: str | None
    """CSS selector to wait for in a browser."""
    wait_ms: int | None
    override_parameter: OverrideParameter | None
    prompt: str | None
    schema: dict[str, Any] | None
    """JSON Schema for the `json` format."""
    include_tags: list[str] | None
    """Only elements that match one of these are content."""
    exclude_tags: list[str] | None
    """Elements that match one of these are not content."""
    max_age: int | None
    """Maximum age of a page that is taken from the cache, seconds; 0 = never from the cache."""
    session: str | None


class ScrapeRequest(ScrapeOptions):
    """`ScrapeRequest` of the API description."""

    url: str
    """Absolute http(s) URL of the page, at most 2083 characters."""


class MapOptions(TypedDict, total=False):
    """Members of `MapRequest` that may be left out."""

    sitemap: Literal["include", "skip", "only"] | None
    """Sitemaps and the links of the page, its links alone, or sitemaps alone."""
    includeSubdomains: bool | None
    """Also URLs of other hosts under the registrable domain."""
    ignoreQueryParameters: bool | None
    """URLs that differ only in their query are duplicates; the first that is found is listed."""
    ignoreCache: bool | None
    """Explores the site again, even when it was explored within a day."""
    limit: int | None
    """Maximum number of links to return."""
    timeout: int | None
    """Time for the whole call, milliseconds. What was found until then is returned."""
    search: str | None
    """Words to rank links by: those of their URLs, titles and descriptions. Links without any of them are left out, unless none would be left."""


class MapRequest(MapOptions):
    """`MapRequest` of the API description."""

    url: str
    """Absolute http(s) URL of the site, at most 2083 characters. Its path does not narrow the map."""


class NetworkOptions(TypedDict, total=False):
    """Members of `NetworkRequest` that may be left out."""

    method: Literal["GET"] | None
    """Method of the navigation."""
    body: None
    """Not allowed: a navigation has no body."""
    include_session_credentials: bool | None
    """With `session_id`: lists cookies and headers of the session as they were sent, instead of `[secret]`. Secrets of its playbook are never shown."""
    geolocation: str | None
    """ISO 3166-1 alpha-2 country."""
    session_id: str | None
    tag: str | list[str] | None
    actions: list[Action] | None
    timeout: int | None
    """Milliseconds per page and attempt."""
    wait_selector: str | None
    """CSS selector to wait for in a browser."""
    wait_ms: int | None
    override_parameter: OverrideParameter | None


class NetworkRequest(NetworkOptions):
    """`NetworkRequest` of the API description."""

    url: str
    """Absolute http(s) URL of the page, at most 2083 characters."""


class PlaybookCookieOptions(TypedDict, total=False):
    """Members of `PlaybookCookie` that may be left out."""

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


class PlaybookCookie(PlaybookCookieOptions):
    """`PlaybookCookie` of the API description."""

    name: str
    value: str
    """May have `{{secret.name}}`."""


class PlaybookCondition(TypedDict, total=False):
    """How the last page shows that the playbook has succeeded; all given conditions must hold. Default: its status is below 400 and every action has succeeded."""

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


class PlaybookRefresh(TypedDict, total=False):
    """`PlaybookRefresh` of the API description."""

    on_logged_out: bool | None
    """Runs the playbook again when a page shows that the session is logged out."""
    interval_seconds: int | None
    """Runs it again before the next use when the last run was this long ago."""


class Playbook(TypedDict, total=False):
    """How the session is started and restarted."""

    start_url: str | None
    """URL of the domain where the playbook begins; with one, it runs when it is registered. At most 2083 characters."""
    js_render: bool | None
    """true forces a browser, false forbids one."""
    actions: list[Action] | None
    cookies: list[PlaybookCookie] | None
    """Cookies that the session starts with."""
    headers: dict[str, str] | None
    """Sent with every request to hosts of the domain. Values may have `{{secret.name}}`."""
    local_storage: dict[str, str | dict[str, str]] | None
    """Origin → key → value; or key → value, for the origin of `start_url`."""
    geolocation: str | None
    """ISO 3166-1 alpha-2 country."""
    proxy_strategy: Literal["auto", "basic", "enhanced", "premium"] | None
    user_agent: str | None
    """Sent to hosts of the domain instead of the default one."""
    success: PlaybookCondition | None
    logged_out: PlaybookCondition | None
    """How a page shows that the session is logged out; all given conditions must hold."""
    refresh: PlaybookRefresh | None
    secrets: dict[str, str] | None
    """Texts that replace `{{secret.name}}` in values of actions, headers, cookies and local storage; at most 16384 bytes in all. They are never returned. In a `PUT` without secrets, those of the previous playbook are kept."""


class CreateSessionOptions(TypedDict, total=False):
    """Members of `CreateSessionRequest` that may be left out."""

    session_id: str | None
    """Default: a new id. It must not begin with `imp-`."""
    ttl_seconds: int | None
    """Life of the session after its last use."""
    max_uses: int | None
    """Pages after which it expires."""
    tag: str | list[str] | None
    playbook: Playbook | None


class CreateSessionRequest(CreateSessionOptions):
    """`CreateSessionRequest` of the API description."""

    domain: str
    """Host name or address. The session holds for all hosts of its registrable domain, or for that one host when it has none."""


class ReplaceSessionOptions(TypedDict, total=False):
    """Members of `ReplaceSessionRequest` that may be left out."""

    domain: str | None
    """Must be that of the session, which cannot be changed."""
    ttl_seconds: int | None
    """Life of the session after its last use."""
    max_uses: int | None
    """Pages after which it expires."""
    tag: str | list[str] | None
    playbook: Playbook | None


class ReplaceSessionRequest(ReplaceSessionOptions):
    """`ReplaceSessionRequest` of the API description."""


class WatchedCrawlOptions(TypedDict, total=False):
    """Members of `WatchedCrawl` that may be left out."""

    limit: int | None
    """Maximum number of pages attempted. Operators may allow up to 1,000,000 (`SEINE_CRAWL_LIMIT_MAX`)."""
    archive: list[Literal["parquet", "warc", "wacz"]] | None
    """Archives in addition to those of the formats. `parquet`: one file with a row per page and a column per format. `warc`: every exchange as it went over the wire. `wacz`: the same with an index and a list of pages, for players of web archives."""
    scheduleToCloseTimeoutSecs: int | None
    """Time budget of the job in seconds."""
    heartbeatTimeoutSecs: int | None
    """Seconds without progress before the job is retried as stalled."""
    deliver_to: list[str] | None
    """Names of delivery targets of the service, to which the archives of the job are copied once it has ended."""
    priority: int | None
    """Order among the running jobs of the same tenant: 1 goes first, 5 last."""
    includePaths: list[str] | None
    """Only URLs whose path and query match one of these (RE2) are results."""
    excludePaths: list[str] | None
    """URLs whose path and query match one of these (RE2) are skipped."""
    maxDiscoveryDepth: int | None
    """Maximum link depth from the start URL; unlimited when omitted."""
    sitemap: Literal["include", "skip", "only"] | None
    ignoreQueryParameters: bool | None
    """URLs that differ only in their query are duplicates."""
    crawlEntireDomain: bool | None
    """Follows links anywhere on the host instead of only below the start path."""
    allowSubdomains: bool | None
    """Follows links to subdomains of the registrable domain."""
    output: list[Literal["markdown", "html", "clean_html", "links", "json", "screenshot", "screenshot_full_page"]] | OutputFlags | None
    """Content fields per page; at least one."""
    scrape: PageOptions | None
    scrapeOptions: PageOptions | None


class WatchedCrawl(WatchedCrawlOptions):
    """The body of `POST /crawl`. Exactly one of `crawl` and `batch` is given."""

    url: str
    """Absolute http(s) URL, at most 2083 characters."""


class WatchedBatchOptions(TypedDict, total=False):
    """Members of `WatchedBatch` that may be left out."""

    method: Literal["GET", "POST", "PUT", "DELETE"] | None
    """HTTP method for every URL."""
    body: dict[str, Any] | str | None
    """Request body for every URL, not allowed with `GET`: an object is sent as JSON, a text as it is, as JSON where it is a JSON object or list. At most 262144 bytes."""
    output: list[Literal["markdown", "html", "clean_html", "links", "json", "screenshot", "screenshot_full_page"]] | None
    """Formats returned per page, each in a file of its own."""
    limit: int | None
    """Maximum number of URLs; also the most that `urls` may have."""
    archive: list[Literal["parquet", "warc", "wacz"]] | None
    """Archives in addition to those of the formats. `parquet`: one file with a row per page and a column per format. `warc`: every exchange as it went over the wire. `wacz`: the same with an index and a list of pages, for players of web archives."""
    scheduleToCloseTimeoutSecs: int | None
    """Time budget of the job in seconds."""
    heartbeatTimeoutSecs: int | None
    """Seconds without progress before the job is retried as stalled."""
    deliver_to: list[str] | None
    """Names of delivery targets of the service, to which the archives of the job are copied once it has ended."""
    priority: int | None
    """Order among the running jobs of the same tenant: 1 goes first, 5 last."""
    jsRender: bool | None
    """true forces a browser, false forbids one."""
    proxyStrategy: Literal["auto", "basic", "enhanced", "premium"] | None
    onlyMainContent: bool | None
    """Removes navigation, footers and advertisements."""
    geolocation: str | None
    """ISO 3166-1 alpha-2 country."""
    sessionId: str | None
    tag: str | list[str] | None
    actions: list[Action] | None
    timeout: int | None
    """Milliseconds per page and attempt."""
    waitSelector: str | None
    """CSS selector to wait for in a browser."""
    waitMs: int | None
    overrideParameter: OverrideParameter | None
    prompt: str | None
    schema: dict[str, Any] | None
    """JSON Schema for the `json` format."""
    includeTags: list[str] | None
    """Only elements that match one of these are content."""
    excludeTags: list[str] | None
    """Elements that match one of these are not content."""
    maxAge: int | None
    """Maximum age of a page that is taken from the cache, seconds; 0 = never from the cache."""
    session: str | None
    session_id: str | None


class WatchedBatch(WatchedBatchOptions):
    """The body of `POST /batch/scrape`."""

    urls: list[str]
    """Pages to scrape, at most `limit`. A repeated URL is fetched once and has a result for each position."""


class WatchScheduleOptions(TypedDict, total=False):
    """Members of `WatchScheduleRequest` that may be left out."""

    cron: str | None
    """Five fields: minute, hour, day of month, month, day of week. Not together with `every_seconds`."""
    timezone: str | None
    """Time zone of `cron`, such as `Europe/Berlin`."""
    every_seconds: int | None
    """Interval between two runs."""


class WatchScheduleRequest(WatchScheduleOptions):
    """Either `cron` or `every_seconds`."""


class WatchTrackOptions(TypedDict, total=False):
    """Members of `WatchTrackRequest` that may be left out."""

    mode: Literal["markdown", "text", "json"] | None
    """What of a page is compared."""
    ignore_selectors: list[str] | None
    """Elements that match one of these CSS selectors are no content of the pages."""
    ignore_patterns: list[str] | None
    """Lines of the text that match one of these (RE2) are left out."""
    min_changed_words: int | None
    """A page with fewer added and removed words is the same."""


class WatchTrackRequest(WatchTrackOptions):
    """`WatchTrackRequest` of the API description."""


class WatchWebhookOptions(TypedDict, total=False):
    """Members of `WatchWebhook` that may be left out."""

    headers: dict[str, str] | None
    """Sent with each call."""
    metadata: Any
    """Echoed back in every payload."""
    events: list[Literal["run_completed", "page_changed"]] | None
    """Empty = all events."""


class WatchWebhook(WatchWebhookOptions):
    """`WatchWebhook` of the API description."""

    url: str
    """HTTPS URL of a public host, without credentials."""


class WatchOptions(TypedDict, total=False):
    """Members of `WatchRequest` that may be left out."""

    crawl: WatchedCrawl | None
    batch: WatchedBatch | None
    jitter_seconds: int | None
    """Each run starts up to this much later than its time."""
    overlap: Literal["skip", "buffer_one"] | None
    """Whether a run that is due during another one is skipped or starts after it."""
    track: WatchTrackRequest | None
    keep_runs: int | None
    """Number of runs that are kept."""
    webhook: WatchWebhook | None
    email: str | None
    """Notified when a run changed something."""
    tag: str | list[str] | None
    """Labels of the watch and of its jobs."""
    paused: bool | None
    """Whether its schedule is paused."""


class WatchRequest(WatchOptions):
    """`WatchRequest` of the API description."""

    name: str
    """Name for people."""
    schedule: WatchScheduleRequest
