"""Accounts, sessions, and authorization."""
