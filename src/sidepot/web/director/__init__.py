"""HTTP for directors of a live tournament: commands, views, people, displays, printed pages, copies."""
