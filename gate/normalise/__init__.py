"""Pure text rules, no I/O: text, names, dates, languages, identifiers."""
