"""Hand histories as poker sites write them: text in many dialects, read into one neutral `Record`."""
