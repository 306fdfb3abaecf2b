"""
Pages of a job as a data frame of pandas or polars.

Install `seine-client[pandas]` or `seine-client[polars]`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from seine_client.answers import JobPage, JobPageEntry

if TYPE_CHECKING:
    import pandas
    import polars

page_columns = ("index", "url", "finalUrl", "status", "success", "title", "depth", "fetchedAt", "error", "errorCode")
"""Columns of every frame; behind them comes one for each format of the pages."""

_formats = ("markdown", "html", "clean_html", "links", "json", "screenshot", "screenshot_full_page")


def page_rows(pages: Iterable[JobPageEntry | JobPage]) -> list[dict[str, Any]]:
    """
    One row for each page, by `index`: for a batch the order of its list.

    Every row has the columns of `page_columns` and one for each format that any of the pages has; what a page
    lacks is None.
    """
    entries = sorted(pages, key=lambda page: page.index)
    found = {name for page in entries for name in page.output}
    formats = [name for name in _formats if name in found] + sorted(found.difference(_formats))
    return [
        {name: page.get(name) for name in page_columns} | {name: page.output.get(name) for name in formats}
        for page in entries
    ]


def to_pandas(pages: Iterable[JobPageEntry | JobPage]) -> pandas.DataFrame:
    """
    The pages as a frame of pandas, with `fetchedAt` as times and `status` as whole numbers that may be missing.

    Args:
        pages: Such as `client.iter_pages(job_id, output=["markdown"])`.

    Raises:
        ImportError: pandas is not installed.
    """
    import pandas

    rows = page_rows(pages)
    frame = pandas.DataFrame(rows) if rows else pandas.DataFrame(columns=list(page_columns))
    frame["fetchedAt"] = pandas.to_datetime(frame["fetchedAt"], utc=True, format="ISO8601")
    typed: pandas.DataFrame = frame.astype({"index": "int64", "status": "Int64", "depth": "Int64", "success": "bool"})
    return typed


def to_polars(pages: Iterable[JobPageEntry | JobPage]) -> polars.DataFrame:
    """
    The pages as a frame of polars. A column has one type, so that values of `json` become JSON text.

    Args:
        pages: Such as `client.iter_pages(job_id, output=["markdown"])`.

    Raises:
        ImportError: polars is not installed.
    """
    import polars

    rows = [_with_text(row) for row in page_rows(pages)]
    types: dict[str, Any] = {
        **dict.fromkeys(page_columns, polars.String),
        **dict.fromkeys(("index", "status", "depth"), polars.Int64),
        "success": polars.Boolean,
        **{name: polars.String for name in (rows[0] if rows else ()) if name not in page_columns},
    }
    if "links" in types:
        types["links"] = polars.List(polars.String)
    frame = polars.DataFrame(rows, schema=types)
    return frame.with_columns(polars.col("fetchedAt").str.to_datetime(time_zone="UTC", time_unit="ms"))


def _with_text(row: dict[str, Any]) -> dict[str, Any]:
    value = row.get("json")
    return row if value is None else {**row, "json": json.dumps(value, ensure_ascii=False)}
