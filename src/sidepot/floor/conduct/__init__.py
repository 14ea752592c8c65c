"""Conduct: offences, penalties and their log, announcements, and which text decides."""
