"""Tokens of the service: who may call, and as what. Only digests are kept; a token is shown once, when it is made.

A token is ``gate_ID_SECRET``: the id finds the line, the secret (256 random bits) is compared as SHA-256 in constant time. A slow
hash is for passwords that people choose; against 256 random bits there is nothing to guess.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import RowMapping, insert, select, update
from sqlalchemy.exc import IntegrityError

from gate.errors import UsageError
from gate.queue import log
from gate.queue.database import Database
from gate.queue.service_tables import bring_up_service, service_meta, tokens
from gate.queue.values import MACHINE

_KEY = "session_key"


class Role(StrEnum):
    """What a token is for: to hand records in, to decide on them, or both and more."""

    INGEST = "ingest"
    CURATE = "curate"
    ADMIN = "admin"


@dataclass(frozen=True, slots=True)
class Token:
    """A token without its secret. ``name`` stands in the log for whoever uses it."""

    id: str
    name: str
    role: Role
    created: datetime
    revoked: datetime | None


class Tokens:
    """The tokens in the queue's database. Methods raise :class:`~gate.errors.QueueError` where it cannot be used."""

    def __init__(self, database: Database) -> None:
        bring_up_service(database)
        self._database = database

    def create(self, name: str, role: Role, now: datetime) -> tuple[Token, str]:
        """A new token, and its text, which is not kept. Raises :class:`UsageError` for a name that cannot stand in a log."""
        name = name.strip()
        if not name or len(name) > log.WHO or not name.isprintable() or name == MACHINE:
            raise UsageError(f"a token needs a name of 1 to {log.WHO} printable characters, and not {MACHINE!r}")
        ident, secret = secrets.token_hex(6), secrets.token_urlsafe(32)
        row = {"id": ident, "name": name, "role": role.value, "digest": _digest(secret), "created": log.stamp(now)}
        with self._database.writing() as connection:
            connection.execute(insert(tokens).values(**row))
        return Token(ident, name, role, now, None), f"gate_{ident}_{secret}"

    def revoke(self, ident: str, now: datetime) -> Token:
        """Make a token worthless from now on. Raises :class:`UsageError` where there is none, or it was revoked before."""
        with self._database.writing() as connection:
            where = (tokens.c.id == ident, tokens.c.revoked.is_(None))
            if not connection.execute(update(tokens).where(*where).values(revoked=log.stamp(now))).rowcount:
                raise UsageError(f"there is no token {ident!r} that could be revoked")
            found = connection.execute(select(tokens).where(tokens.c.id == ident)).mappings().one()
        return _token(found)

    def all(self) -> tuple[Token, ...]:
        """Every token, revoked ones too, oldest first."""
        with self._database.reading() as connection:
            found = connection.execute(select(tokens).order_by(tokens.c.created, tokens.c.id)).mappings().all()
        return tuple(_token(row) for row in found)

    def any(self) -> bool:
        """Whether any token is in force: then every call needs one."""
        with self._database.reading() as connection:
            return connection.execute(select(tokens.c.id).where(tokens.c.revoked.is_(None)).limit(1)).first() is not None

    def by_text(self, text: str) -> Token | None:
        """The token in force that ``text`` is, or None."""
        prefix, _, rest = text.partition("_")
        ident, _, secret = rest.partition("_")
        if prefix != "gate" or not secret or not text.isascii():
            return None
        row = self._row(ident)
        kept = bytes(row["digest"]) if row is not None else bytes(32)
        same = hmac.compare_digest(kept, _digest(secret))
        return _token(row) if same and row is not None else None

    def by_id(self, ident: str) -> Token | None:
        """The token in force with this id, or None."""
        row = self._row(ident)
        return _token(row) if row is not None else None

    def session_key(self) -> bytes:
        """The key that sessions are signed with: made once for a database, the same for every process."""
        with self._database.reading() as connection:
            found = connection.execute(select(service_meta.c.value).where(service_meta.c.key == _KEY)).scalar()
        if found is None:
            try:
                with self._database.writing() as connection:
                    connection.execute(insert(service_meta).values(key=_KEY, value=secrets.token_hex(32)))
            except IntegrityError:  # another process was faster
                pass
            return self.session_key()
        return bytes.fromhex(found)

    def _row(self, ident: str) -> RowMapping | None:
        with self._database.reading() as connection:
            where = (tokens.c.id == ident, tokens.c.revoked.is_(None))
            return connection.execute(select(tokens).where(*where)).mappings().first()


def _digest(secret: str) -> bytes:
    return hashlib.sha256(secret.encode("ascii")).digest()


def _token(row: RowMapping) -> Token:
    revoked = row["revoked"]
    return Token(
        str(row["id"]),
        str(row["name"]),
        Role(str(row["role"])),
        log.moment(int(row["created"])),
        None if revoked is None else log.moment(int(revoked)),
    )
