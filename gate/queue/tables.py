"""The tables of the queue. Times are whole milliseconds since 1970 in UTC, so that both databases sort them alike.

What a list needs stands in ``items``; what only a whole item needs (raw bytes, read form, report) in ``item_contents``, so that a
list never reads it.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)
from sqlalchemy.types import TypeDecorator

metadata = MetaData()


class Packed(TypeDecorator[bytes]):
    """Bytes, kept deflated (zlib, RFC 1950): reports are JSON that repeats itself."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: bytes | None, dialect: Dialect) -> bytes | None:
        """Deflate on the way in."""
        import zlib

        del dialect
        return None if value is None else zlib.compress(value, 6)

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> bytes | None:
        """Inflate on the way out."""
        import zlib

        del dialect
        return None if value is None else zlib.decompress(value)


#: SQLite counts by itself only in a column of type INTEGER
Number = BigInteger().with_variant(Integer(), "sqlite")

meta = Table("meta", metadata, Column("key", Text, primary_key=True), Column("value", Text, nullable=False))

batches = Table(
    "batches",
    metadata,
    Column("id", Text, primary_key=True),
    Column("source", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("records", Integer, nullable=False),
    Column("accepted", Integer, nullable=False),
    Column("review", Integer, nullable=False),
    Column("unreadable", Integer, nullable=False),
    Column("unchecked", Integer, nullable=False),
    Column("envelope", Packed, nullable=False),
)

items = Table(
    "items",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=True),
    Column("version", Integer, nullable=False),
    Column("batch", Text, ForeignKey("batches.id"), nullable=False),
    Column("key", Text, nullable=False),
    Column("file", Text, nullable=False),
    Column("position", Integer, nullable=False),
    Column("record", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("format", Text, nullable=False),
    Column("label", Text, nullable=False),
    Column("search", Text, nullable=False),
    Column("verdict", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("severity", Text, nullable=False),
    Column("tier", Text, nullable=False),
    Column("code", Text, nullable=False),
    Column("path", Text, nullable=False),
    Column("message", Text, nullable=False),
    Column("findings", Integer, nullable=False),
    Column("risk", Integer, nullable=False),
    Column("assignee", Text, nullable=False),
    Column("queued", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("decided_by", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("handed_over", BigInteger),
    UniqueConstraint("batch", "key"),
    Index("items_by_risk", "state", "risk", "id"),
    Index("items_by_age", "state", "queued", "id"),
    Index("items_by_assignee", "assignee", "state"),
    sqlite_autoincrement=True,
)

item_contents = Table(
    "item_contents",
    metadata,
    Column("item", Number, ForeignKey("items.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("raw", Packed, nullable=False),
    Column("record", Packed, nullable=False),
    Column("report", Packed, nullable=False),
    Column("corrected", Packed, nullable=False),
)

item_codes = Table(
    "item_codes",
    metadata,
    Column("code", Text, primary_key=True),
    Column("item", Number, ForeignKey("items.id", ondelete="CASCADE"), primary_key=True, autoincrement=False, index=True),
)

item_sources = Table(
    "item_sources",
    metadata,
    Column("source", Text, primary_key=True),
    Column("item", Number, ForeignKey("items.id", ondelete="CASCADE"), primary_key=True, autoincrement=False, index=True),
)

events = Table(
    "events",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=True),
    Column("item", Number, nullable=False, index=True),  # no foreign key: what was decided stays known when the item is gone
    Column("batch", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("who", Text, nullable=False),
    Column("machine", Boolean, nullable=False),
    Column("action", Text, nullable=False),
    Column("before", Text, nullable=False),
    Column("after", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("note", Text, nullable=False),
    Column("detail", Text, nullable=False),
    sqlite_autoincrement=True,
)
