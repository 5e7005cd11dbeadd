"""Claim graph and sources to comparison."""
