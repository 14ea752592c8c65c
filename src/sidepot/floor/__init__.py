"""The floor: rules on what players do and say, and on mistakes of the deal, by the rules of a house."""
