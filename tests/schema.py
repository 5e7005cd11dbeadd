"""Every report that a test makes goes through here: it must validate against the schema that the package ships."""

from __future__ import annotations

import json
from functools import cache
from typing import cast

from jsonschema import Draft202012Validator

from gate.model import Report
from gate.report.json import SCHEMA_FILE, to_json


@cache
def validator() -> Draft202012Validator:
    schema = json.loads(SCHEMA_FILE.read_bytes())
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def complaints(data: bytes) -> list[str]:
    """What the schema has against ``data``, with the place of each."""
    return [f"{error.json_path}: {error.message}" for error in validator().iter_errors(json.loads(data))]


def validated(report: Report) -> dict[str, object]:
    """``report`` as parsed JSON; fails the calling test where it does not fit the schema."""
    data = to_json(report)
    assert complaints(data) == []
    return cast("dict[str, object]", json.loads(data))
