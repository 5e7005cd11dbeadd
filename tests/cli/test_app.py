"""Whatever goes wrong is one line and an exit code that means it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from gate.cli import explain, main
from gate.cli.output import note, show, writable, write_file
from gate.errors import UsageError
from gate.version import __version__
from tests.cli.run import gate, spawn


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    ran = gate(capsys, "--version")
    assert (ran.code, ran.out) == (0, f"gate {__version__}\n")


def test_the_package_runs_as_a_module() -> None:
    ran = spawn("--version")
    assert (ran.code, ran.out, ran.err) == (0, f"gate {__version__}\n", "")


def test_help_names_every_verb(capsys: pytest.CaptureFixture[str]) -> None:
    ran = gate(capsys, "--help")
    assert ran.code == 0
    listed = [line.split()[0] for line in ran.out.split("Commands:")[1].splitlines() if line.strip()]
    verbs = "check batch explain compare convert hook watch doctor serve queue rules refs stress token"
    assert listed == verbs.split()
    assert "..." not in ran.out.split("Commands:")[1]  # each fits its line


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chekc"], "gate: No such command 'chekc'. Did you mean 'check'? See gate --help.\n"),
        (["check", "--forma", "x"], "gate: No such option: --forma"),
        (["check"], "gate: nothing to check: name a file, or - for standard input\n"),
        (["check", "x.json", "--format", "yaml"], "gate: no report format 'yaml'; there are text, json\n"),
        (["compare", "a", "b", "--format", "yaml"], "gate: no format 'yaml' for a profile; there are text, json\n"),
        (["compare", "a"], "gate: Missing argument 'REFERENCE'. See gate --help.\n"),
    ],
)
def test_a_bad_call_is_one_line_and_2(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    ran = gate(capsys, *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(message)
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("arguments", [[], ["rules"], ["refs"]])
def test_no_verb_is_a_bad_call_and_shows_the_verbs(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    ran = gate(capsys, *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("Usage: gate")
    assert "Commands:" in ran.err


def test_a_fault_of_the_gate_is_one_line_and_70(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: object) -> list[str]:
        raise ZeroDivisionError("two\nlines \x1b[2J")

    monkeypatch.setattr(explain, "_all", broken)
    ran = gate(capsys, "explain")
    assert (ran.code, ran.out) == (70, "")
    assert ran.err.startswith("gate: a fault of the gate, not of your records: ZeroDivisionError: two lines <U+001B>[2J")
    assert ran.err.count("\n") == 1
    monkeypatch.setenv("GATE_DEBUG", "1")
    assert "Traceback" in gate(capsys, "explain").err


def test_ctrl_c_is_one_line_and_130(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: object) -> list[str]:
        raise KeyboardInterrupt

    monkeypatch.setattr(explain, "_all", interrupted)
    ran = gate(capsys, "explain")
    assert (ran.code, ran.out, ran.err) == (130, "", "gate: interrupted\n")


def test_a_signal_from_outside_is_one_line_and_130(tmp_path: Path) -> None:
    """A real SIGINT, while the process waits for its input."""
    fifo = tmp_path / "input.json"
    os.mkfifo(fifo)
    process = subprocess.Popen(
        [sys.executable, "-m", "gate", "check", "--offline", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path)},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell ignores it for what runs behind
    )
    with process:
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(3)  # it reads standard input, which stays open
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (130, b"", b"gate: interrupted\n")


@pytest.mark.parametrize("arguments", [["explain"], ["--help"]])
def test_a_reader_that_goes_away_is_one_line_and_141(arguments: list[str]) -> None:
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run([sys.executable, "-m", "gate", *arguments], stdout=write, stderr=subprocess.PIPE, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (141, b"gate: the reader of the output went away\n")


def test_a_full_disk_is_one_line_and_2() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([sys.executable, "-m", "gate", "explain"], stdout=full, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (2, b"gate: standard output: No space left on device\n")


def test_closed_standard_output_is_one_line_and_2() -> None:
    done = subprocess.run(["sh", "-c", '"$0" -m gate explain >&-', sys.executable], stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (2, b"gate: standard output is closed\n")


def test_an_unknown_setting_is_one_line_and_2(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GATE_COLOUR", "red")
    ran = gate(capsys, "rules", "show")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("gate: environment: unknown setting 'colour'; known: ")


def test_where_nothing_can_be_written_is_known_beforehand(tmp_path: Path) -> None:
    assert writable(tmp_path / "report.json") == tmp_path / "report.json"
    with pytest.raises(UsageError, match="is a folder"):
        writable(tmp_path)
    with pytest.raises(UsageError, match="there is no folder"):
        writable(tmp_path / "none" / "report.json")
    with pytest.raises(UsageError, match="cannot be written: No space left"):
        write_file(Path("/dev/full"), b"x")


def test_output_is_utf8_also_where_text_cannot_be(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    show("Łódź \udce9\n")
    show(b"\xc5\x81\n")
    assert capsysbinary.readouterr().out == b"\xc5\x81\xc3\xb3d\xc5\xba \\udce9\n\xc5\x81\n"


def test_a_note_cannot_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    note("caf\udce9\x1b[2J\nsecond line")
    assert capsys.readouterr().err == "gate: caf<U+DCE9><U+001B>[2J second line\n"


def test_main_gives_a_code_that_the_shell_understands(capsys: pytest.CaptureFixture[str]) -> None:
    assert isinstance(main(["explain"]), int)
    capsys.readouterr()
