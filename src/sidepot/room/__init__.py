"""The room: it gives tables a clock, a store, a fair shuffle and people who come and go."""
