"""Hands at the showdown and in trouble: tabled, mucked, killed, absent, requested, disputed."""
