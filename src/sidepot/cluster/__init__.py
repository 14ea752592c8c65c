"""Several processes that are one room: which of them may speak for a table, and when another takes it over.

They are behind the registries of the room: a table or tournament elsewhere is used as one that is here.
"""
