"""The room: gives tables a clock, a store and a fair shuffle, and lets people come and go."""
