"""Values from outside: integers and other types, TOML, JSON and CSV; an error says where, and what would be right."""
