"""Controlled vocabularies as local stores: subject headings, thesauri and authority files of any size, read as streams."""

from gate.references.vocabulary.importing import VOCABULARY_FORMATS, Imported, import_vocabulary

__all__ = ["VOCABULARY_FORMATS", "Imported", "import_vocabulary"]
