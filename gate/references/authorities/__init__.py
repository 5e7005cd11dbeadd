"""Live authority files: each is asked only about headings and identifiers that are its own.

What they answer are headings as a local vocabulary store keeps them (:mod:`gate.references.vocabulary.heading`), so that the
states of headings and of names come out the same, wherever a heading was looked up.
"""
