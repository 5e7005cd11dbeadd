"""The embedded store of reference graphs: import, index, look-up, search."""
