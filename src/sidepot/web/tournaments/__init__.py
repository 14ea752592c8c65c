"""HTTP for tournaments: access, entry, lists, results and hands."""
