"""Cash nights with real chips: the lists of the floor, the seats, the bank and its books."""
