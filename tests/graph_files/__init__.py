"""Tests of reading graph files."""
