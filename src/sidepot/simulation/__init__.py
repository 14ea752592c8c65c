"""Bots at a cash table for many hands, with the books checked."""
