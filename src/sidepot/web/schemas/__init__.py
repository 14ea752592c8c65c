"""Structs of the HTTP interface."""
