"""Pages as data frames; a library that is not installed is left out."""

from __future__ import annotations

import importlib.util
import unittest
from typing import Any

from seine_client.answers import JobPageEntry
from seine_client.frames import page_rows, to_pandas, to_polars

good: dict[str, Any] = {
    "index": 0,
    "url": "https://example.com/",
    "finalUrl": "https://example.com/home",
    "status": 200,
    "success": True,
    "title": "Home",
    "depth": None,
    "fetchedAt": "2026-11-21T20:35:26.104Z",
    "error": None,
    "errorCode": None,
    "output": {"markdown": "# Home", "links": ["https://example.com/a"], "json": {"price": 3}},
    "omitted": [],
}
failed = {**good, "index": 1, "status": None, "success": False, "fetchedAt": None, "errorCode": "timeout", "output": {}}
pages = [JobPageEntry(failed), JobPageEntry(good)]


def has(name: str) -> bool:
    return importlib.util.find_spec(name) is not None


class Frames(unittest.TestCase):
    def test_rows_are_in_the_order_of_the_job_with_a_column_for_each_format(self) -> None:
        rows = page_rows(pages)
        self.assertEqual([row["index"] for row in rows], [0, 1])
        self.assertEqual(list(rows[0])[-3:], ["markdown", "links", "json"])
        self.assertEqual((rows[0]["json"], rows[1]["markdown"]), ({"price": 3}, None))
        self.assertEqual(page_rows([]), [])

    @unittest.skipUnless(has("pandas"), "pandas is not installed")
    def test_pandas(self) -> None:
        frame = to_pandas(iter(pages))
        self.assertEqual(frame["fetchedAt"][0].isoformat(), "2026-11-21T20:35:26.104000+00:00")
        self.assertEqual((str(frame["status"].dtype), int(frame["status"][0])), ("Int64", 200))
        self.assertEqual(frame[~frame["success"]]["errorCode"].tolist(), ["timeout"])
        self.assertEqual(frame["json"][0], {"price": 3})
        self.assertEqual((len(to_pandas([])), "url" in to_pandas([])), (0, True))

    @unittest.skipUnless(has("polars"), "polars is not installed")
    def test_polars(self) -> None:
        frame = to_polars(iter(pages))
        self.assertEqual(frame["fetchedAt"][0].isoformat(), "2026-11-21T20:35:26.104000+00:00")
        self.assertEqual(frame["status"].to_list(), [200, None])
        self.assertEqual(frame["links"].to_list(), [["https://example.com/a"], None])
        self.assertEqual(frame["json"].to_list(), ['{"price": 3}', None])
        self.assertEqual((to_polars([]).height, to_polars([pages[0]])["status"].to_list()), (0, [None]))
