"""Statements to RDF and back."""
