"""Texts as vectors: the interface by a double, the real model where its extra is installed."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from gate.errors import MissingExtraError
from gate.semantic import Cached, cosines, minilm, paired
from tests.semantic.doubles import Letters

real = pytest.mark.skipif(not minilm.installed(), reason="the extra semantic is not installed")


def test_cosines_are_a_matrix_of_every_text_with_every_other() -> None:
    found = cosines(Letters(), ["thesaurus", "karate"], ["thesaurus", "karate", "thesauri"])
    assert found.shape == (2, 3)
    assert found.dtype == np.float32
    assert found[0, 0] == pytest.approx(1)
    assert found[1, 1] == pytest.approx(1)
    assert found[0, 2] > found[0, 1]
    assert np.all(np.abs(found) <= 1)


def test_pairs_have_the_cosine_of_their_place_in_the_matrix() -> None:
    left, right = ["a work", "another"], ["a word", "other"]
    assert paired(Letters(), list(zip(left, right, strict=True))) == pytest.approx(np.diag(cosines(Letters(), left, right)))


def test_nothing_is_asked_for_nothing() -> None:
    letters = Letters()
    assert cosines(letters, [], ["a"]).shape == (0, 1)
    assert cosines(letters, ["a"], []).shape == (1, 0)
    assert paired(letters, []).shape == (0,)
    assert letters.asked == []


def test_a_text_without_content_has_no_direction() -> None:
    assert cosines(Letters(), ["", " "], ["a work"]).tolist() == [[0], [0]]


def test_each_text_is_asked_for_once_in_a_run_and_in_one_order() -> None:
    letters = Letters()
    cached = Cached(letters)
    first = cached.encode(["longer text", "b", "a", "b"])
    again = cached.encode(["b", "c", "longer text"])
    assert letters.asked == [("a", "b", "longer text"), ("c",)]
    assert np.array_equal(first[1], first[3])
    assert np.array_equal(again[0], first[1])
    assert np.array_equal(again[2], first[0])
    assert cached.name == letters.name


def test_without_the_extra_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minilm, "PACKAGES", ("no_such_package",))
    minilm.load.cache_clear()
    with pytest.raises(MissingExtraError, match=r"catalog-gate\[semantic\]"):
        minilm.load()


def test_importing_the_interface_loads_no_library() -> None:
    code = (
        "import sys, gate, gate.semantic, gate.semantic.minilm, gate.cli.app; "
        "print(sorted({'torch', 'sklearn', 'sentence_transformers', 'transformers', 'numpy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@real
def test_the_real_model_is_near_for_one_meaning_in_other_words_and_sends_nothing() -> None:
    """In a process of its own, in which a connection is a fault; also tells that the model says nothing on the terminal."""
    code = (
        "import socket\n"
        "def refuse(*_): raise AssertionError('a connection was tried')\n"
        "socket.socket.connect = refuse\n"
        "socket.getaddrinfo = refuse\n"
        "from gate.semantic import similarity\n"
        "found = similarity(['A physician', ''], ['A doctor of medicine', 'A suspension bridge'])\n"
        "print(found.shape, found.dtype, found[0, 0] > found[0, 1] + .2, found[1].tolist())\n"
        "again = similarity(['A suspension bridge', 'A physician'], ['A doctor of medicine'])\n"
        "print(abs(float(again[1, 0] - found[0, 0])) < 1e-6)\n"
    )
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("HF_", "TRANSFORMERS_"))}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environment)
    assert done.stdout.splitlines() == ["(2, 2) float32 True [0.0, 0.0]", "True"], done.stderr
    assert done.stderr == ""
