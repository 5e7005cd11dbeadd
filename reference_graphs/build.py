"""Build the shipped snapshots from recorded facts: ``python reference_graphs/build.py --shared FOLDER [NAME ...]``.

The same facts give the same bytes. Needs the package and its dependencies installed; see README.md for what ``--shared`` holds.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

import philosophers
import thesaurus
import works

from gate.references.local.manifest import Manifest

BUILDERS: dict[str, Callable[[Path, Path], Manifest]] = {
    "philosophers": philosophers.build,
    "thesaurus": thesaurus.build_thesaurus,
    "thesaurus-supplement": thesaurus.build_supplement,
    "works": works.build,
}


def main(arguments: list[str]) -> int:
    """Build what is named, or everything."""
    parser = argparse.ArgumentParser(description="Build the shipped reference graphs from recorded facts.")
    parser.add_argument("--shared", type=Path, required=True, help="folder of recorded facts")
    parser.add_argument("--out", type=Path, default=Path(__file__).resolve().parent, help="folder to write snapshots to")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"snapshots to build, of {', '.join(BUILDERS)}; all when none")
    options = parser.parse_args(arguments)
    for name in options.names or BUILDERS:
        if name not in BUILDERS:
            parser.error(f"no snapshot is called {name!r}")
        manifest = BUILDERS[name](options.shared, options.out)
        sizes = sum(path.stat().st_size for path in manifest.paths)
        sys.stdout.write(f"{name}: {', '.join(f'{count} {what}' for what, count in manifest.counts)}; {sizes} bytes\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
