"""A result as text, JSON, CSV tables, plots (PNG and SVG), and one HTML page that needs nothing else."""

from gate.stress.output.folder import save
from gate.stress.output.tables import as_csv, as_json, as_text

__all__ = ["as_csv", "as_json", "as_text", "save"]
