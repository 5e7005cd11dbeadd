"""What authorities hold; answers are Found, Absent, Silent or Unavailable."""

from gate.references.source import Source
from gate.references.sources import Sources, open_sources

__all__ = ["Source", "Sources", "open_sources"]
