"""The documents of a source, each as soon as its page is there."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from seine_client._async.client import AsyncClient
from seine_client._documents import PageDocument, Source, job_document, page_options, scraped_document
from seine_client.errors import TargetError


async def each_document(client: AsyncClient, source: Source) -> AsyncIterator[PageDocument]:
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
                page = await client.scrape(url, **options)
            except TargetError:
                if not source.skip_failed:
                    raise
                continue
            yield scraped_document(page, source)
        return
    job_id = await _job_id(client, source)
    async for entry in client.iter_pages(job_id, output=[source.output], follow=True, whole=True):
        document = job_document(entry, source)
        if document is not None:
            yield document


async def _job_id(client: AsyncClient, source: Source) -> str:
    if source.mode == "job":
        return source.targets[0]
    options: Any = page_options(source)
    if source.mode == "crawl":
        return (await client.start_crawl(source.targets[0], **options)).id
    return (await client.start_batch(list(source.targets), **options)).id
