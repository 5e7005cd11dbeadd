"""Similarity of meaning: sentence embeddings, and what is learnt from them. Advice only; no decision rests on it.

The model needs the extra ``semantic``; everything else here runs with any :class:`Embedding`.
"""

from gate.semantic.embedding import Cached, Embedding, Matrix, NoEmbedding, cosines, paired, similarity

__all__ = ["Cached", "Embedding", "Matrix", "NoEmbedding", "cosines", "paired", "similarity"]
