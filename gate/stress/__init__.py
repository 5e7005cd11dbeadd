"""The published stress tests, whole: ask a model or read its saved answers, score them, test, tell.

One module a protocol; :mod:`gate.cli.stress` is their command. Nothing here is imported by a check.
"""
