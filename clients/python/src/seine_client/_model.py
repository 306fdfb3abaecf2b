"""The base of everything that the service answers: a JSON object whose members are attributes."""

from __future__ import annotations

import keyword
from collections.abc import Iterator, KeysView, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeVar

if TYPE_CHECKING:
    from seine_client._call import HttpAnswer

Held = Literal["one", "list", "map"]
Nested = tuple[Held, "type[Model]"]
ModelType = TypeVar("ModelType", bound="Model")

_shown_characters = 80


class Model:
    """
    A JSON object of an answer.

    Members are attributes with the names of the API, and can also be read in brackets. A member that the
    description has and the answer lacks is None. Members that this release of the client does not know are
    kept, and read in the same way. Objects cannot be changed; `to_dict()` gives the JSON object.
    """

    __slots__ = ("_http", "_raw")

    _nested: ClassVar[Mapping[str, Nested]] = {}
    _members: ClassVar[frozenset[str]] = frozenset()
    _raw: Mapping[str, Any]
    _http: HttpAnswer | None

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        own = cls.__annotations__
        cls._members = cls._members | {name for name in own if not name.startswith("_")}

    def __init__(self, raw: Mapping[str, Any], http: HttpAnswer | None = None) -> None:
        object.__setattr__(self, "_raw", raw)
        object.__setattr__(self, "_http", http)

    @property
    def http(self) -> HttpAnswer:
        """Status and headers of the answer that this object was the body of; parts of a body have none."""
        if self._http is None:
            raise AttributeError(f"{type(self).__name__} is not a whole answer")
        return self._http

    def to_dict(self) -> dict[str, Any]:
        """The JSON object as it was received."""
        return dict(self._raw)

    def get(self, member: str, default: Any = None) -> Any:
        """A member, or the default when the answer lacks it."""
        return self[member] if member in self._raw else default

    def keys(self) -> KeysView[str]:
        """The names of the members that were received."""
        return self._raw.keys()

    def __getitem__(self, member: str) -> Any:
        value = self._raw[member]
        nested = self._nested.get(member)
        return value if nested is None else _wrapped(value, nested)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            member = name[:-1] if name.endswith("_") and keyword.iskeyword(name[:-1]) else name
            if member in self._raw:
                return self[member]
            if member in self._members:
                return None
            raise AttributeError(f"{type(self).__name__} has no member {name!r}")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def __contains__(self, member: object) -> bool:
        return member in self._raw

    def __iter__(self) -> Iterator[str]:
        return iter(self._raw)

    def __len__(self) -> int:
        return len(self._raw)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self._members, *self._raw})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self._raw == other._raw

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[type[Model], tuple[Mapping[str, Any]]]:
        return (type(self), (self._raw,))

    def __repr__(self) -> str:
        members = ", ".join(f"{name}={_shown(value)}" for name, value in self._raw.items())
        return f"{type(self).__name__}({members})"


def _wrapped(value: Any, nested: Nested) -> Any:
    held, model = nested
    if held == "list" and isinstance(value, list):
        return [model(item) if isinstance(item, dict) else item for item in value]
    if held == "map" and isinstance(value, dict):
        return {name: model(item) if isinstance(item, dict) else item for name, item in value.items()}
    return model(value) if held == "one" and isinstance(value, dict) else value


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _shown_characters else f"{text[:_shown_characters]}…"
