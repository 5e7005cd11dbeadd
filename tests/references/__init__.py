"""Sources and the local store."""
