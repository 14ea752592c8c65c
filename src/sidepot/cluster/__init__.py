"""A cluster: several processes (nodes) that serve one room. Each table has one owner, and others take over if it fails.

The cluster has the same interface as the room's registries: a table or tournament on another node is used like a local
one.
"""
