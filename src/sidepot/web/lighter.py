"""Scripts and styles without their comments, as they are sent: the comments of a page weigh a quarter of it.

Lines keep their numbers, so that what a browser tells of an error names the line of the file. A comment is seen by
where it stands: it begins a line and ends one, or it is the type of what follows it. A text over several lines could
hold such a line; a script that has one is sent as it is.

>>> print(lighter("a.js", '// why\\nconst at = /** @type {Node} */ (found); // there\\n'))
<BLANKLINE>
const at = (found); // there
<BLANKLINE>
"""

from __future__ import annotations

import re
from typing import Final

_BLOCK: Final = re.compile(r"^[ \t]*/\*(?:[^*]|\*(?!/))*\*/[ \t]*$", re.MULTILINE)
_LINE: Final = re.compile(r"^[ \t]*//.*$", re.MULTILINE)
_TYPE: Final = re.compile(r"/\*\* @type \{[^*\n]*\} \*/ ?")


def lighter(name: str, text: str) -> str:
    """The text of a file without its comments; that of a file which is neither script nor style is not changed."""
    if name.endswith(".css"):
        return _without_blocks(text)
    if not name.endswith((".js", ".mjs")):
        return text
    light = _TYPE.sub("", _LINE.sub("", _without_blocks(text)))
    return text if any(line.count("`") % 2 for line in light.split("\n")) else light


def _without_blocks(text: str) -> str:
    return _BLOCK.sub(lambda block: "\n" * block[0].count("\n"), text)
