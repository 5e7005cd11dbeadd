"""HTTP as the gate speaks it. Importing this loads neither requests nor sqlite's users' data: connections open when asked for.

::

    with Http(settings) as http:
        got = http.get_json(service.at("works", doi), service=service)
        match got:
            case Unavailable():   # no answer: the source passes it on
            case NotHeld():       # a completed "not here": Absent or Silent, as the source knows
            case Reply():         # got.body is the JSON object, got.evidence says who said so and when
        found = http.search_json(service.at("works"), {"query.bibliographic": title}, service=service)  # Reply or Unavailable
"""

from gate.references.http.cache import CacheInfo, cache_clear, cache_info
from gate.references.http.client import Http, Table
from gate.references.http.service import Limit, Service
from gate.references.http.values import Fault, Got, NotHeld, Raw, Reply, Request

__all__ = [
    "CacheInfo",
    "Fault",
    "Got",
    "Http",
    "Limit",
    "NotHeld",
    "Raw",
    "Reply",
    "Request",
    "Service",
    "Table",
    "cache_clear",
    "cache_info",
]
