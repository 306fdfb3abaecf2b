# Made from the file of the same name in _async by tools/python-client/main.ts: do not edit.
"""The documents of a source, each as soon as its page is there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from seine_client._sync.client import Client
from seine_client._documents import PageDocument, Source, job_document, page_options, scraped_document
from seine_client.errors import TargetError


def each_document(client: Client, source: Source) -> Iterator[PageDocument]:
    """
    The documents of a source.

    Raises:
        SeineError: a page failed, and such pages are not left out; or a job cannot be started or read.
    """
    if source.mode == "scrape":
        # The members are those of the caller, which no type describes.
        options: Any = page_options(source)
        for url in source.targets:
            try:
                page = client.scrape(url, **options)
            except TargetError:
                if not source.skip_failed:
                    raise
                continue
            yield scraped_document(page, source)
        return
    job_id = _job_id(client, source)
    for entry in client.iter_pages(job_id, output=[source.output], follow=True, whole=True):
        document = job_document(entry, source)
        if document is not None:
            yield document


def _job_id(client: Client, source: Source) -> str:
    if source.mode == "job":
        return source.targets[0]
    options: Any = page_options(source)
    if source.mode == "crawl":
        return (client.start_crawl(source.targets[0], **options)).id
    return (client.start_batch(list(source.targets), **options)).id
