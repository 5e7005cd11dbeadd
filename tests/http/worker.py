"""A process of its own that asks one service: ``python -c PROGRAM url folder name first last``."""

PROGRAM = """
import sys
from gate.references.http import Http
from gate.references.services import service
from gate.settings import Settings
from gate.source_settings import SourceSettings
url, folder, name, first, last = sys.argv[1:]
settings = Settings(cache_folder=folder, sources=(SourceSettings("crossref", url, 10, 32),), deadline_seconds=120)
one = service("crossref", settings)
with Http(settings) as http:
    for n in range(int(first), int(last)):
        got = http.get_json(one.at("works", f"{name}{n}"), service=one)
        print(type(got).__name__, getattr(got, "from_cache", ""))
"""
