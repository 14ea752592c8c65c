"""The page of docs/ about the codes of errors, each with what it means."""

from __future__ import annotations

from docs_text import NOTE, table

from sidepot.codes import GROUPS


def codes_page() -> str:
    """All codes, by where they arise."""
    parts = [
        "# The codes of errors",
        NOTE,
        "Every error has a `code`, which is for programs, and a message, which is for people. A code never changes its "
        "name or its meaning; the words may be rewritten at any time, so never look for something in them. In Python "
        "it is `error.code`; the socket tells it with `nack`, `gone` and `fault`, and the HTTP calls in the body of a "
        "refusal (`code`, beside `because` and `cite`). New codes may be added: treat one that you do not know like a "
        "refusal.",
    ]
    for title, codes in GROUPS.items():
        rows = [[f"`{code}`", meaning] for code, meaning in codes.items()]
        parts += [f"## {title}", table(["code", "what it means"], rows)]
    return "\n\n".join(parts) + "\n"
