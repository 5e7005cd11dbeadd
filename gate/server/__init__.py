"""The service: the ingestion hook, the curators' pages, and a reconciliation service for OpenRefine.

Nothing here is imported before ``gate serve`` runs; it needs the extra ``server``.
"""
