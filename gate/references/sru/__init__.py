"""Library catalogues that speak SRU (Search/Retrieve via URL), any of them by its address."""

from gate.references.sru.source import Sru

__all__ = ["Sru"]
