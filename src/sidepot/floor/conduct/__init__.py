"""How people behave: offences, penalties and their log, what is announced, which text decides."""
