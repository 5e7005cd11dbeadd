"""Stage 3: similarity of meaning by field, and the hallucination classifier with what guards it against its own tail."""
