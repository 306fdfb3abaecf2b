"""
A document loader for LangChain.

Install `seine-client[langchain]`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import Any

from langchain_core.document_loaders import BaseLoader
from langchain_core.documents import Document

from seine_client._async.client import AsyncClient
from seine_client._async.documents import each_document as each_document_async
from seine_client._documents import Mode, PageDocument, TextFormat, source_of
from seine_client._sync.client import Client
from seine_client._sync.documents import each_document


class SeineLoader(BaseLoader):
    """
    Loads pages, lists of pages or whole sites as documents, each as soon as its page is there.

    The metadata of a document has `source` (the URL that the page is at), `url` (the one that was asked for),
    `status`, and what is known of `title`, `description`, `language` and the like.

    Args:
        target: A URL, URLs, or the id of a job.
        mode: `scrape`: the pages, one call each. `batch`: the pages, as one job. `crawl`: the pages of the site
            that begins at the URL. `job`: the pages of a job that was started before.
        output: The format that becomes the text: `markdown`, `html`, `clean_html` or `json`.
        options: More members of the request, as the API spells them.
        skip_failed: Leave out pages that failed; by default this is done for crawls only, and otherwise the
            first failed page is an error.
        base_url: Address of the service; `SEINE_URL` of the environment when left out.
        api_key: Key of the service; `SEINE_KEY` of the environment when left out.
        client: A client of yours, instead of address and key. It stays open.
        async_client: The same for `alazy_load` and `aload`.

    Raises:
        ValueError: an argument is wrong.
    """

    def __init__(
        self,
        target: str | Sequence[str],
        *,
        mode: Mode = "scrape",
        output: TextFormat = "markdown",
        options: Mapping[str, Any] | None = None,
        skip_failed: bool | None = None,
        base_url: str | None = None,
        api_key: str | None = None,
        client: Client | None = None,
        async_client: AsyncClient | None = None,
    ) -> None:
        self._source = source_of(target, mode, output, options, skip_failed)
        self._base_url = base_url
        self._api_key = api_key
        self._client = client
        self._async_client = async_client

    def lazy_load(self) -> Iterator[Document]:
        """The documents, one after another."""
        if self._client is not None:
            yield from map(_document, each_document(self._client, self._source))
            return
        with Client(self._base_url, self._api_key) as client:
            yield from map(_document, each_document(client, self._source))

    async def alazy_load(self) -> AsyncIterator[Document]:
        """The same with `asyncio`."""
        if self._async_client is not None:
            async for page in each_document_async(self._async_client, self._source):
                yield _document(page)
            return
        async with AsyncClient(self._base_url, self._api_key) as client:
            async for page in each_document_async(client, self._source):
                yield _document(page)


def _document(page: PageDocument) -> Document:
    return Document(page_content=page.text, metadata=page.metadata)
