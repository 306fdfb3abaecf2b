"""Scrape, map and search through the official Python SDK and the loaders on top of it."""

import json
import os
import sys

from firecrawl import Firecrawl
from firecrawl.v2.utils.error_handler import FirecrawlError
from langchain_firecrawl import FirecrawlLoader
from llama_index.readers.web import FireCrawlWebReader

API_URL = os.environ["FIRECRAWL_API_URL"]
API_KEY = os.environ["FIRECRAWL_API_KEY"]
SITE = os.environ["SITE"]


def error_of(call):
    """Returns class name, status and message of the error that a call raises."""
    try:
        call()
    except FirecrawlError as error:
        return [type(error).__name__, error.status_code, str(error)]
    return None


def main():
    app = Firecrawl(api_key=API_KEY, api_url=API_URL)
    page = app.scrape(
        f"{SITE}/rivers",
        formats=["markdown", "html", "rawHtml", "links"],
        exclude_tags=[".note"],
        max_age=0,
    )
    typed = app.scrape(
        f"{SITE}/rivers",
        formats=[{"type": "json", "schema": {"type": "object", "properties": {"sku": {"type": "string"}}}}],
        location={"languages": ["de"]},
    )
    cached = app.scrape(f"{SITE}/boats", formats=["markdown"])
    cached_again = app.scrape(f"{SITE}/boats", formats=["markdown"])
    found = app.search("lighthouse", limit=5)
    stranger = Firecrawl(api_key="unknown-key", api_url=API_URL)
    errors = {
        "lacking": error_of(lambda: app.scrape(f"{SITE}/", formats=["summary"])),
        "wrong": error_of(lambda: app.scrape(f"{SITE}/", exclude_tags=["p["])),
        "blocked": error_of(lambda: app.scrape("http://127.0.0.1:1/")),
        "slow": error_of(lambda: app.scrape(f"{SITE}/hang", timeout=1000)),
        "stranger": error_of(lambda: stranger.scrape(f"{SITE}/")),
    }
    chain = FirecrawlLoader(url=f"{SITE}/rivers", api_key=API_KEY, api_url=API_URL, mode="scrape").load()
    chain_map = FirecrawlLoader(
        url=f"{SITE}/", api_key=API_KEY, api_url=API_URL, mode="map", params={"limit": 10}
    ).load()
    chain_search = FirecrawlLoader(
        query="lighthouse", api_key=API_KEY, api_url=API_URL, mode="search", params={"limit": 2}
    ).load()
    index = FireCrawlWebReader(api_key=API_KEY, api_url=API_URL, mode="scrape").load_data(url=f"{SITE}/rivers")
    index_map = FireCrawlWebReader(api_key=API_KEY, api_url=API_URL, mode="map").load_data(url=f"{SITE}/")
    json.dump(
        {
            "page": page.model_dump(),
            "json": typed.json,
            "cache": [cached.metadata.cache_state, cached_again.metadata.cache_state],
            "map": [link.url for link in app.map(f"{SITE}/").links],
            "search": [entry.url for entry in found.web],
            "errors": errors,
            "langchain": [[document.page_content, document.metadata] for document in chain],
            "langchainMap": [document.page_content for document in chain_map],
            "langchainSearch": len(chain_search),
            "llamaindex": [[document.text, document.metadata] for document in index],
            "llamaindexMap": [document.metadata for document in index_map],
        },
        sys.stdout,
        default=str,
    )


main()
