"""Values from outside: integers and other types, TOML, JSON, CSV. An error names the place and what would be right."""
