"""Data-driven tests reach the recorded files through here."""
