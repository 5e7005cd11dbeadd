"""Local servers that stand in for the live services, and misbehave on demand. See :class:`Authority`."""

from tests.authorities.faults import MISBEHAVIOURS, PAGE
from tests.authorities.server import NOT_FOUND, Asked, Authority, Response, Route
from tests.authorities.sparql import PATH, sparql_authority

__all__ = ["MISBEHAVIOURS", "NOT_FOUND", "PAGE", "PATH", "Asked", "Authority", "Response", "Route", "sparql_authority"]
