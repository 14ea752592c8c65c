"""Whose turn it is: acting out of it, being passed over, and how much has been done."""
