"""The loaders for LangChain and LlamaIndex, with the real packages where they are installed."""

from __future__ import annotations

import asyncio
import importlib.util
import unittest
from typing import Any

import httpx2

from seine_client import ApiError, AsyncClient, Client, SeineError
from seine_client._documents import source_of

from .stub_server import Asked, Reply, StubServer, problem

page = {
    "url": "https://example.com/",
    "final_url": "https://example.com/home",
    "status": 200,
    "data": {"markdown": "# Home"},
    "metadata": {"title": "Home", "language": "en", "author": None},
}
known = {"source": "https://example.com/home", "url": "https://example.com/", "status": 200, "title": "Home"}


def entry(index: int, **members: Any) -> dict[str, Any]:
    url = f"https://example.com/{index}"
    good = {"index": index, "url": url, "finalUrl": url, "status": 200, "success": True, "title": f"Page {index}"}
    return {**good, "output": {"markdown": f"# {index}"}, "omitted": [], **members}


failed = entry(1, success=False, status=None, finalUrl=None, title=None, output={}, errorCode="timeout", error="late")
first = {"data": [entry(0), failed], "next_cursor": "2", "complete": False}
last = {"data": [entry(2)], "next_cursor": None, "complete": True}


def service(asked: Asked) -> Reply:
    if asked.target == "/scrape":
        blocked = problem(502, "target_blocked", retryable=True)
        return blocked if asked.body["url"].endswith("/blocked") else Reply(body=page)
    if asked.method == "POST":
        return Reply(202, {"id": "batch-1" if "batch" in asked.target else "crawl-1"})
    return Reply(body=last if "cursor=2" in asked.target else first)


class Sources(unittest.TestCase):
    def test_wrong_arguments_are_named(self) -> None:
        wrong: list[tuple[tuple[Any, ...], str]] = [
            (("https://a.example", "read", "markdown", None, None), "mode must be"),
            (("https://a.example", "scrape", "links", None, None), "output must be"),
            ((["https://a.example", "https://b.example"], "crawl", "markdown", None, None), "mode crawl takes one"),
            (([], "batch", "markdown", None, None), "mode batch takes one or more"),
            (("crawl-1", "job", "markdown", {"limit": 1}, None), "options are those of a request"),
            (("https://a.example", "crawl", "markdown", {"output": ["html"]}, None), "must not have output"),
        ]
        for arguments, message in wrong:
            with self.assertRaisesRegex(ValueError, message):
                source_of(*arguments)


@unittest.skipUnless(importlib.util.find_spec("langchain_core"), "langchain-core is not installed")
class LangChain(unittest.TestCase):
    def load(self, target: Any, **options: Any) -> list[tuple[str, dict[str, Any]]]:
        from seine_client.langchain import SeineLoader

        async def load_async(url: str) -> list[Any]:
            async with httpx2.AsyncClient(verify=False) as http:
                client = AsyncClient(url, "key", http_client=http)
                return await SeineLoader(target, async_client=client, **options).aload()

        with StubServer(service) as server, httpx2.Client(verify=False) as http:
            client = Client(server.url, "key", http_client=http)
            documents = SeineLoader(target, client=client, **options).load()
            self.asked = list(server.asked)
            self.assertEqual(asyncio.run(load_async(server.url)), documents)
        return [(document.page_content, document.metadata) for document in documents]

    def test_pages(self) -> None:
        documents = self.load("https://example.com/", options={"only_main_content": False})
        self.assertEqual(documents, [("# Home", {**known, "language": "en"})])
        sent = {"url": "https://example.com/", "only_main_content": False, "output": ["markdown"]}
        self.assertEqual(self.asked[0].body, sent)

    def test_a_failed_page_is_an_error_or_left_out(self) -> None:
        urls = ["https://example.com/blocked", "https://example.com/"]
        with self.assertRaises(ApiError):
            self.load(urls)
        self.assertEqual([text for text, _ in self.load(urls, skip_failed=True)], ["# Home"])
        with self.assertRaisesRegex(SeineError, r"https://example.com/1 has no markdown: timeout: late"):
            self.load(urls, mode="batch")

    def test_a_site_is_read_to_its_end_without_its_failed_pages(self) -> None:
        documents = self.load("https://example.com/", mode="crawl", options={"limit": 3})
        self.assertEqual([text for text, _ in documents], ["# 0", "# 2"])
        metadata = {"source": "https://example.com/2", "url": "https://example.com/2", "status": 200, "index": 2}
        self.assertEqual(documents[1][1], {**metadata, "title": "Page 2"})
        self.assertEqual(self.asked[1].target, "/crawl/crawl-1/pages?output=markdown")

    def test_a_job_that_was_started_before(self) -> None:
        documents = self.load("batch-7", mode="job", skip_failed=True)
        self.assertEqual([text for text, _ in documents], ["# 0", "# 2"])
        self.assertTrue(all(asked.method == "GET" for asked in self.asked))

    def test_documents_come_before_the_job_has_ended(self) -> None:
        from seine_client.langchain import SeineLoader

        with StubServer(service) as server, httpx2.Client(verify=False) as http:
            client = Client(server.url, "key", http_client=http)
            document = next(SeineLoader("https://example.com/", mode="crawl", client=client).lazy_load())
            self.assertEqual((document.page_content, len(server.asked)), ("# 0", 2))


@unittest.skipUnless(importlib.util.find_spec("llama_index"), "llama-index-core is not installed")
class LlamaIndex(unittest.TestCase):
    def test_reads_pages_and_sites(self) -> None:
        from llama_index.core.readers.base import BaseReader

        from seine_client.llamaindex import SeineReader

        async def load_async(url: str) -> list[Any]:
            async with httpx2.AsyncClient(verify=False) as http:
                reader = SeineReader(async_client=AsyncClient(url, "key", http_client=http))
                return await reader.aload_data("https://example.com/", mode="crawl", options={"limit": 3})

        with StubServer(service) as server, httpx2.Client(verify=False) as http:
            reader = SeineReader(client=Client(server.url, "key", http_client=http))
            self.assertIsInstance(reader, BaseReader)
            (document,) = reader.load_data("https://example.com/")
            self.assertEqual((document.text, document.id_), ("# Home", "https://example.com/"))
            self.assertEqual(document.metadata, {**known, "language": "en"})
            site = reader.load_data("https://example.com/", mode="crawl", options={"limit": 3})
            self.assertEqual([each.text for each in site], ["# 0", "# 2"])
            self.assertEqual([each.text for each in asyncio.run(load_async(server.url))], ["# 0", "# 2"])

    def test_address_and_key_are_enough(self) -> None:
        from seine_client.llamaindex import SeineReader

        with StubServer(service) as server:
            self.assertEqual(SeineReader(server.url, "key").load_data("https://example.com/")[0].text, "# Home")
            self.assertEqual(server.asked[0].headers["authorization"], "Bearer key")
