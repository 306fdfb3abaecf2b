"""
A reader for LlamaIndex.

Install `seine-client[llamaindex]`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from llama_index.core.readers.base import BaseReader
from llama_index.core.schema import Document

from seine_client._async.client import AsyncClient
from seine_client._async.documents import each_document as each_document_async
from seine_client._documents import Mode, PageDocument, TextFormat, source_of
from seine_client._sync.client import Client
from seine_client._sync.documents import each_document


class SeineReader(BaseReader):
    """
    Reads pages, lists of pages or whole sites as documents.

    The metadata of a document has `source` (the URL that the page is at), `url` (the one that was asked for),
    `status`, and what is known of `title`, `description`, `language` and the like. Its id is the URL that was
    asked for, so that an index can be refreshed.

    Args:
        base_url: Address of the service; `SEINE_URL` of the environment when left out.
        api_key: Key of the service; `SEINE_KEY` of the environment when left out.
        client: A client of yours, instead of address and key. It stays open.
        async_client: The same for `aload_data`.
    """

    def __init__(
        self,
        base_url: str | None = None,
        api_key: str | None = None,
        *,
        client: Client | None = None,
        async_client: AsyncClient | None = None,
    ) -> None:
        self._base_url = base_url
        self._api_key = api_key
        self._client = client
        self._async_client = async_client

    def lazy_load_data(
        self,
        target: str | Sequence[str],
        *,
        mode: Mode = "scrape",
        output: TextFormat = "markdown",
        options: Mapping[str, Any] | None = None,
        skip_failed: bool | None = None,
    ) -> Iterator[Document]:
        """
        The documents, each as soon as its page is there.

        Args:
            target: A URL, URLs, or the id of a job.
            mode: `scrape`: the pages, one call each. `batch`: the pages, as one job. `crawl`: the pages of the
                site that begins at the URL. `job`: the pages of a job that was started before.
            output: The format that becomes the text: `markdown`, `html`, `clean_html` or `json`.
            options: More members of the request, as the API spells them.
            skip_failed: Leave out pages that failed; by default this is done for crawls only, and otherwise the
                first failed page is an error.

        Raises:
            ValueError: an argument is wrong.
        """
        source = source_of(target, mode, output, options, skip_failed)
        if self._client is not None:
            yield from map(_document, each_document(self._client, source))
            return
        with Client(self._base_url, self._api_key) as client:
            yield from map(_document, each_document(client, source))

    async def aload_data(
        self,
        target: str | Sequence[str],
        *,
        mode: Mode = "scrape",
        output: TextFormat = "markdown",
        options: Mapping[str, Any] | None = None,
        skip_failed: bool | None = None,
    ) -> list[Document]:
        """All documents, with `asyncio`; the arguments are those of `lazy_load_data`."""
        source = source_of(target, mode, output, options, skip_failed)
        if self._async_client is not None:
            return [_document(page) async for page in each_document_async(self._async_client, source)]
        async with AsyncClient(self._base_url, self._api_key) as client:
            return [_document(page) async for page in each_document_async(client, source)]


def _document(page: PageDocument) -> Document:
    return Document(text=page.text, metadata=page.metadata, id_=page.metadata["url"])
