"""A small HTTP server on loopback that answers what a test has put down, and keeps what it was asked."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing_extensions import Self


@dataclass(frozen=True)
class Asked:
    """A request that was received."""

    method: str
    target: str
    headers: Mapping[str, str]
    body: Any


@dataclass(frozen=True)
class Reply:
    """An answer: whole, cut before its end, or none."""

    status: int = 200
    body: Any = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    cut: bool = False
    """The connection is closed before the body is complete."""
    silent: bool = False
    """The connection is closed without an answer."""
    hold: float = 0.0
    """Seconds before the answer."""
    trickle: float = 0.0
    """Seconds between the bytes of the body."""


Answering = Callable[[Asked], Reply]


def problem(status: int, code: str, **members: Any) -> Reply:
    """An error of the service."""
    headers = {"retry-after": str(members["retry_after"])} if "retry_after" in members else {}
    return Reply(status, {"status": status, "code": code, "detail": "no", "request_id": "req-1", **members}, headers)


class StubServer:
    """Answers with the replies in their order, and with the last of them from then on."""

    def __init__(self, *replies: Reply | Answering) -> None:
        self.asked: list[Asked] = []
        self._replies = list(replies)
        self._lock = threading.Lock()
        self._closing = threading.Event()
        stub = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def _answer(self) -> None:
                stub._handle(self)

            do_GET = do_POST = do_PUT = do_DELETE = _answer

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _handle(self, handler: BaseHTTPRequestHandler) -> None:
        length = int(handler.headers.get("content-length", "0"))
        content = handler.rfile.read(length)
        headers = {name.lower(): value for name, value in handler.headers.items()}
        asked = Asked(handler.command, handler.path, headers, json.loads(content) if content else None)
        with self._lock:
            self.asked.append(asked)
            given = self._replies.pop(0) if len(self._replies) > 1 else self._replies[0]
        reply = given if isinstance(given, Reply) else given(asked)
        self._closing.wait(reply.hold)
        if reply.silent:
            handler.close_connection = True
            handler.connection.shutdown(socket.SHUT_RDWR)
            return
        self._send(handler, reply)

    def _send(self, handler: BaseHTTPRequestHandler, reply: Reply) -> None:
        text = reply.body if isinstance(reply.body, bytes) else json.dumps(reply.body).encode()
        handler.send_response(reply.status)
        names = {name.lower() for name in reply.headers}
        if reply.status != 204:
            handler.send_header("content-length", str(len(text) + (1_000 if reply.cut else 0)))
        if "content-type" not in names:
            handler.send_header("content-type", "application/json")
        for name, value in reply.headers.items():
            handler.send_header(name, value)
        handler.end_headers()
        try:
            for part in [text[at : at + 1] for at in range(len(text))] if reply.trickle else [text]:
                handler.wfile.write(b"" if reply.status == 204 else part)
                handler.wfile.flush()
                if reply.trickle and self._closing.wait(reply.trickle):
                    return
        except OSError:
            pass
        if reply.cut:
            handler.close_connection = True
            handler.connection.shutdown(socket.SHUT_RDWR)
