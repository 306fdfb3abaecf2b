"""Events of the live view of a job."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from seine_client._event_parser import ServerEvent
from seine_client.answers import BatchStatus, CrawlStatus, PageNote


@dataclass(frozen=True)
class ProgressEvent:
    """
    The status of a job has changed.

    Attributes:
        status: The status, without download links.
        data: The JSON object.
    """

    type: Literal["progress"]
    id: str | None
    status: CrawlStatus | BatchStatus
    page: None
    data: Mapping[str, Any]


@dataclass(frozen=True)
class PageEndEvent:
    """
    A page of a job has ended.

    Attributes:
        id: Where a stream that was interrupted continues, as `last_event_id`.
        page: The page, without its content.
        data: The JSON object.
    """

    type: Literal["page"]
    id: str | None
    status: None
    page: PageNote
    data: Mapping[str, Any]


@dataclass(frozen=True)
class EndEvent:
    """
    A job has ended.

    Attributes:
        status: The final status, with download links.
        data: The JSON object.
    """

    type: Literal["end"]
    id: str | None
    status: CrawlStatus | BatchStatus
    page: None
    data: Mapping[str, Any]


JobEvent = ProgressEvent | PageEndEvent | EndEvent
"""One event of a job; `type` tells them apart."""


def job_event(event: ServerEvent, is_batch: bool) -> JobEvent | None:
    """
    The event of a job, None for one of another type.

    Raises:
        ValueError: its data is not a JSON object.
    """
    if event.type not in ("progress", "page", "end"):
        return None
    data = json.loads(event.data)
    if not isinstance(data, dict):
        raise ValueError("the data of an event is not an object")  # noqa: TRY004
    if event.type == "page":
        return PageEndEvent("page", event.id, None, PageNote(data), data)
    status = BatchStatus(data) if is_batch else CrawlStatus(data)
    if event.type == "progress":
        return ProgressEvent("progress", event.id, status, None, data)
    return EndEvent("end", event.id, status, None, data)


def is_batch_id(job_id: str) -> bool:
    """
    Whether an id is that of a batch.

    Raises:
        ValueError: it is not the id of a job.
    """
    if job_id.startswith("batch-"):
        return True
    if job_id.startswith("crawl-"):
        return False
    raise ValueError(f"job_id must begin with crawl- or batch-, not {job_id!r}")
