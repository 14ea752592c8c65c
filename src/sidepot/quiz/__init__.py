"""Questions for dealers, floor people and players: made from the cases of the package, answered by the book."""
