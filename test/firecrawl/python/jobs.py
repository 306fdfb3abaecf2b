"""Crawl and batch jobs through the official Python SDK and the loaders on top of it."""

import asyncio
import json
import os
import sys

from firecrawl import AsyncFirecrawl, Firecrawl
from firecrawl.v2.types import PaginationConfig
from firecrawl.v2.utils.error_handler import FirecrawlError
from langchain_firecrawl import FirecrawlLoader
from llama_index.readers.web import FireCrawlWebReader

API_URL = os.environ["FIRECRAWL_API_URL"]
API_KEY = os.environ["FIRECRAWL_API_KEY"]
SITE = os.environ["SITE"]


def sources(documents):
    return sorted(document.metadata.source_url for document in documents)


async def crawl_async():
    app = AsyncFirecrawl(api_key=API_KEY, api_url=API_URL)
    job = await app.crawl(url=f"{SITE}/mixed/", limit=10, sitemap="skip", poll_interval=1)
    return [job.status, sources(job.data)]


def main():
    app = Firecrawl(api_key=API_KEY, api_url=API_URL)
    job = app.crawl(
        f"{SITE}/list/", limit=500, sitemap="skip", scrape_options={"formats": ["markdown", "links"]}, poll_interval=1
    )
    page = app.get_crawl_status(job.id, pagination_config=PaginationConfig(auto_paginate=False))
    rest = app.get_crawl_status_page(page.next)
    errors = app.get_crawl_errors(app.crawl(f"{SITE}/mixed/", limit=10, sitemap="skip", poll_interval=1).id)
    batch = app.batch_scrape([f"{SITE}/rivers", f"{SITE}/boats"], formats=["markdown"], poll_interval=1)

    started = app.start_crawl(f"{SITE}/slow/", limit=10, sitemap="skip")
    active = [[crawl.id, crawl.url, crawl.team_id] for crawl in app.get_active_crawls().crawls]
    cancelled = app.cancel_crawl(started.id)
    cancelled_status = app.get_crawl_status(started.id).status

    watched = app.start_batch_scrape([f"{SITE}/rivers", f"{SITE}/boats"], formats=["markdown"])
    seen = []
    watcher = app.watcher(watched.id, kind="batch", poll_interval=1, timeout=120)
    watcher.add_listener(lambda status: seen.append([status.status, len(status.data)]))
    watcher.start()
    watcher._thread.join(120)

    try:
        app.start_crawl(f"{SITE}/", allow_external_links=True)
        lacking = None
    except FirecrawlError as error:
        lacking = [error.status_code, str(error)]

    options = {"api_key": API_KEY, "api_url": API_URL, "mode": "crawl"}
    crawl_params = {"limit": 10, "sitemap": "skip"}
    chain = FirecrawlLoader(url=f"{SITE}/mixed/", params=crawl_params, **options).load()
    index = FireCrawlWebReader(params=crawl_params, **options).load_data(url=f"{SITE}/mixed/")
    json.dump(
        {
            "crawl": [job.status, job.total, job.completed, len(set(sources(job.data)))],
            "pages": [len(page.data), len(rest.data), rest.next],
            "errors": [[error.url, error.code] for error in errors.errors],
            "robotsBlocked": errors.robots_blocked,
            "batch": [batch.status, sources(batch.data)],
            "active": active,
            "started": started.id,
            "cancelled": [cancelled, cancelled_status],
            "watched": seen,
            "lacking": lacking,
            "async": asyncio.run(crawl_async()),
            "langchain": sorted([document.metadata["source_url"], document.page_content] for document in chain),
            "llamaindex": sorted([document.metadata["source_url"], document.text] for document in index),
        },
        sys.stdout,
        default=str,
    )


main()
