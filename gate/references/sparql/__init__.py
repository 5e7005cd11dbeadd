"""SPARQL as the gate speaks it: through SPARQLWrapper, over the HTTP layer with all its manners. Importing this loads neither."""

from gate.references.sparql.client import Row, Sparql, solutions
from gate.references.sparql.terms import Term, iri, literal

__all__ = ["Row", "Sparql", "Term", "iri", "literal", "solutions"]
