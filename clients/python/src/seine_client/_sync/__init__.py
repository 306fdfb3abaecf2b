# Made from the file of the same name in _async by tools/python-client/main.ts: do not edit.
"""The client with `async`, from which the one without is made."""
