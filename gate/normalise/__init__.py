"""Pure text rules, no I/O: text, names, dates, languages, relators, identifiers. Nothing here raises on any string."""
