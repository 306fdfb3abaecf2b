"""Pages as documents: the text of one format, and what is known about the page. Both loaders make them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from seine_client.answers import JobPageEntry, ScrapeResult
from seine_client.errors import SeineError

TextFormat = Literal["markdown", "html", "clean_html", "json"]
Mode = Literal["scrape", "crawl", "batch", "job"]

_kept_metadata = ("title", "description", "language", "author", "published_time", "modified_time", "site_name")


@dataclass(frozen=True)
class PageDocument:
    """A page as text with its metadata: `source` is its URL."""

    text: str
    metadata: dict[str, Any]


@dataclass(frozen=True)
class Source:
    """
    Where documents come from.

    Attributes:
        mode: `scrape`: the pages, one call each. `batch`: the pages, as one job. `crawl`: the pages of the site
            that begins at the one URL. `job`: the pages of a job that was started before.
        targets: URLs; the id of the job for `job`.
        output: The format that becomes the text.
        options: More members of the request.
        skip_failed: Leave out pages that failed. Otherwise the first of them is an error.
    """

    mode: Mode
    targets: Sequence[str]
    output: TextFormat = "markdown"
    options: Mapping[str, Any] = field(default_factory=dict)
    skip_failed: bool = False


def source_of(
    target: str | Sequence[str],
    mode: str,
    output: str,
    options: Mapping[str, Any] | None,
    skip_failed: bool | None,
) -> Source:
    """
    The source that the arguments of a loader describe.

    Raises:
        ValueError: an argument is wrong.
    """
    targets = [target] if isinstance(target, str) else list(target)
    if mode not in ("scrape", "crawl", "batch", "job"):
        raise ValueError(f"mode must be scrape, crawl, batch or job, not {mode!r}")
    if output not in ("markdown", "html", "clean_html", "json"):
        raise ValueError(f"output must be markdown, html, clean_html or json, not {output!r}")
    if not targets or (mode in ("crawl", "job") and len(targets) != 1):
        raise ValueError(f"mode {mode} takes {'one or more URLs' if mode in ('scrape', 'batch') else 'one target'}")
    if mode == "job" and options:
        raise ValueError("options are those of a request: a job has been started before")
    if "output" in (options or {}):
        raise ValueError("options must not have output: pass it as output of the loader")
    skips = mode == "crawl" if skip_failed is None else skip_failed
    return Source(cast("Mode", mode), targets, cast("TextFormat", output), options or {}, skips)


def page_options(source: Source) -> dict[str, Any]:
    """Members of the request for the pages of a source."""
    return {**source.options, "output": [source.output]}


def scraped_document(page: ScrapeResult, source: Source) -> PageDocument:
    """The document of a page that one call loaded."""
    found = page.metadata.to_dict() if page.metadata is not None else {}
    known = {name: found[name] for name in _kept_metadata if found.get(name) is not None}
    metadata = {"source": page.final_url or page.url, "url": page.url, "status": page.status, **known}
    return PageDocument(_text(page.data.to_dict() if page.data is not None else {}, source), metadata)


def job_document(entry: JobPageEntry, source: Source) -> PageDocument | None:
    """
    The document of a page of a job; None for a failed page that is left out.

    Raises:
        SeineError: the page failed, or its text is lost, and such pages are not left out.
    """
    output = entry.output.to_dict()
    if not entry.success or source.output not in output:
        if source.skip_failed:
            return None
        raise SeineError(f"{entry.url} has no {source.output}: {entry.errorCode or 'unavailable'}: {entry.error}")
    metadata = {
        "source": entry.finalUrl or entry.url,
        "url": entry.url,
        "status": entry.status,
        "index": entry.index,
        "title": entry.title,
        "depth": entry.depth,
        "fetched_at": entry.fetchedAt,
    }
    return PageDocument(_text(output, source), {name: value for name, value in metadata.items() if value is not None})


def _text(output: Mapping[str, Any], source: Source) -> str:
    value = output.get(source.output)
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
