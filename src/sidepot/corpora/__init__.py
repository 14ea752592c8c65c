"""Corpora: histories as Parquet tables, with one row per hand, player and action. Needs the extra `corpora`."""
