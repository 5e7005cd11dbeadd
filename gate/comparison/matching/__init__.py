"""Same work? same agent? same concept? Ordered, named levels."""
