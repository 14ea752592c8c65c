"""HTTP: cash nights with real chips, for the desk, for players and for walls."""
