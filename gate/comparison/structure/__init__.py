"""Graph measures; every one is None with a reason where it is undefined."""
