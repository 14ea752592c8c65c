"""Where everything is kept: streams of records, accounts, sealed orders of cards."""
