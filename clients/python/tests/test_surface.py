"""Both clients have the same methods: one for each operation of the API description."""

from __future__ import annotations

import inspect
import unittest
from pathlib import Path

import seine_client
from seine_client import AsyncClient, Client
from seine_client._operations import OPERATIONS


def public(kind: type) -> set[str]:
    return {name for name in dir(kind) if not name.startswith("_")}


class Surface(unittest.TestCase):
    def test_every_operation_has_a_method_in_both(self) -> None:
        self.assertGreater(len(OPERATIONS), 40)
        for name, (_, _, method) in OPERATIONS.items():
            for kind in (Client, AsyncClient):
                self.assertTrue(callable(getattr(kind, method, None)), f"{kind.__name__} has no method for {name}")

    def test_both_have_the_same_methods_with_the_same_arguments(self) -> None:
        self.assertEqual({"aclose" if name == "close" else name for name in public(Client)}, public(AsyncClient))
        for name in public(Client) - {"close", "settings"}:
            here, there = (inspect.signature(getattr(kind, name)) for kind in (Client, AsyncClient))
            self.assertEqual(list(here.parameters), list(there.parameters), name)
            self.assertTrue(inspect.getdoc(getattr(Client, name)), name)

    def test_the_package_says_that_it_is_typed(self) -> None:
        self.assertTrue((Path(seine_client.__file__).parent / "py.typed").exists())
