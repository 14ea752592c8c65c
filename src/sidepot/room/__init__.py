"""The room: what gives tables a clock, a store, a fair shuffle and people who come and go."""
