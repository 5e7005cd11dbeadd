"""The gate before a loader: a file in, its accepted records in one file and the rest in others, the queue filled."""
