"""The client with `async`, from which the one without is made."""
