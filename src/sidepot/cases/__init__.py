"""The cases that test the rules: read, prepared, played, and compared with their expectations."""
