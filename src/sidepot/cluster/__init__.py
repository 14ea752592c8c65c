"""A cluster: several processes (nodes) that serve one room. Each table has one owner; if it fails, another takes over.

The cluster has the same interface as the room's registries: a table or tournament on another node is used like a local
one.
"""
