"""Intervals and tests for matched and clustered answers. scipy and statsmodels come with the extra ``stress``.

A test that is undefined for the data at hand has no value and a reason, never nan.
"""
