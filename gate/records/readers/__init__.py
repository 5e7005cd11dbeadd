"""One file a format; a lazy registry and sniffing."""
