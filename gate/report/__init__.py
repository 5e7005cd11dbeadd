"""Report to text and JSON."""
