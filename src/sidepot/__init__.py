"""sidepot: poker by the book, as running software."""

__version__ = "0.1.0"
