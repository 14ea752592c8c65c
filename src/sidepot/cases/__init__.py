"""The cases that prove the rules: read, prepared, played, and compared with their expectations."""
