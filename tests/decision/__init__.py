"""Tests of the decision stage."""
