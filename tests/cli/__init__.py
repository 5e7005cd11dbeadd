"""The command as a user calls it."""
