"""Server-sent events, however their bytes arrive."""

from __future__ import annotations

import unittest

from seine_client._event_parser import EventParser, ServerEvent

text = (
    "\ufeff: comment\r\nevent: page\r\nid: 7\r\ndata: ä\u2028\x0b\x85\r\n\r\n"
    "data:a\ndata: b\n\nid: 8\n\nevent:end\rdata\r\rdata: never ended\n"
).encode()
events = [
    ServerEvent("page", "ä\u2028\x0b\x85", "7"),
    ServerEvent("message", "a\nb", None),
    ServerEvent("end", "", None),
]


class Parser(unittest.TestCase):
    def test_chunks_of_every_size_give_the_same_events(self) -> None:
        for size in range(1, len(text) + 1):
            parser = EventParser()
            found = [event for at in range(0, len(text), size) for event in parser.feed(text[at : at + size])]
            self.assertEqual(found, events, size)

    def test_bytes_that_are_no_text_are_replaced(self) -> None:
        self.assertEqual(EventParser().feed(b"data: \xff\n\n"), [ServerEvent("message", "\ufffd", None)])
