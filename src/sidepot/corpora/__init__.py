"""Corpora: histories as Parquet tables, a row for a hand, a player and an action. Needs the extra `corpora`."""
