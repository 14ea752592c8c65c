"""Accounts, sessions, and permission to do something."""
