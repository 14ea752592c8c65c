"""Whole tournaments between bots, in virtual time, with an auditor who reads every step."""
