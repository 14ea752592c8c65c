"""The floor: chips pushed, words said, cards exposed and turns missed become rulings with their rules."""
