"""Bytes to records to claim graphs."""
