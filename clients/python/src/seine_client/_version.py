"""The version of the client: that of the service it is released with."""

__version__ = "0.1.0"
