"""The floor: what people do (chips pushed, words said, cards exposed, turns missed) becomes a ruling with its rule."""
