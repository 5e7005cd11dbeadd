"""Controlled vocabularies as local stores: subject headings, thesauri and authority files of any size, read as streams."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gate.references.vocabulary.importing import VOCABULARY_FORMATS, Imported, import_vocabulary

__all__ = ["VOCABULARY_FORMATS", "Imported", "import_vocabulary"]


def __getattr__(name: str) -> object:
    """Importing is seldom what a run is for: its modules are loaded when they are asked for."""
    if name in __all__:
        from gate.references.vocabulary import importing

        return getattr(importing, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
