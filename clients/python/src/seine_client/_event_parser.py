"""Reads server-sent events from bytes as they come."""

from __future__ import annotations

from dataclasses import dataclass

_byte_order_mark = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class ServerEvent:
    """One event; `id` is None when it has none of its own."""

    type: str
    data: str
    id: str | None


class EventParser:
    """
    A reader of one stream, by the rules of the HTML standard.

    Lines end with LF, CR or CR LF, and nothing else. An event that was not ended by an empty line is dropped, so
    that a broken connection yields no half event.
    """

    def __init__(self) -> None:
        self._rest = b""
        self._begun = False
        self._after_return = False
        self._type = ""
        self._data: list[str] = []
        self._id: str | None = None

    def feed(self, chunk: bytes) -> list[ServerEvent]:
        """The events that the bytes complete."""
        text = self._rest + chunk
        if not self._begun:
            if len(text) < len(_byte_order_mark) and _byte_order_mark.startswith(text):
                self._rest = text
                return []
            self._begun = True
            text = text.removeprefix(_byte_order_mark)
        if self._after_return and text != b"":
            text = text.removeprefix(b"\n")
            self._after_return = False
        self._after_return = text.endswith(b"\r")
        lines = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        self._rest = lines.pop()
        events = [self._line(line.decode(errors="replace")) for line in lines]
        return [event for event in events if event is not None]

    def _line(self, line: str) -> ServerEvent | None:
        if line == "":
            return self._end()
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "event":
            self._type = value
        elif name == "data":
            self._data.append(value)
        elif name == "id" and "\0" not in value:
            self._id = value
        return None

    def _end(self) -> ServerEvent | None:
        event = ServerEvent(self._type or "message", "\n".join(self._data), self._id) if self._data else None
        self._type, self._data, self._id = "", [], None
        return event
