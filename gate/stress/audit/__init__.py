"""The severity audit: answers to items with and without a fabricated element, coded, tiered and tested."""
