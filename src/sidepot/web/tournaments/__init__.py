"""HTTP for tournaments: who reads and enters them, their lists, results and hands."""
