"""HTTP for directors of a live tournament: acts, views, people, displays, printed pages, copies."""
