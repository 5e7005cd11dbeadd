"""A stand-in for DBpedia: a real SPARQL engine over the test's own triples, at the root address."""

from __future__ import annotations

from tests.authorities.server import Authority
from tests.authorities.sparql import PATH, sparql_authority

PREFIXES = """
@prefix dbr: <http://dbpedia.org/resource/> .
@prefix dbo: <http://dbpedia.org/ontology/> .
@prefix foaf: <http://xmlns.com/foaf/0.1/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix wd: <http://www.wikidata.org/entity/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""


def dbpedia_authority(turtle: str) -> Authority:
    """DBpedia with these triples; the usual prefixes are there."""
    authority = sparql_authority(PREFIXES + turtle)
    authority.routes["/"] = authority.routes[PATH]
    return authority
