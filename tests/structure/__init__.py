"""Tests of the structure measures."""
