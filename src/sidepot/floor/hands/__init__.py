"""Hands at the end and gone astray: tabled, mucked, killed, absent, asked for, disputed."""
