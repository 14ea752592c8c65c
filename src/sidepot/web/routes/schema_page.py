"""The page of the HTTP interface, plain: Litestar's schema, without anything from elsewhere."""

from __future__ import annotations

from html import escape
from typing import Any

from litestar.openapi.plugins import OpenAPIRenderPlugin

from sidepot.web.requests import Ask

_HEAD = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>The room over HTTP</title>
<link rel="stylesheet" href="/static/app/plain.css"></head>
<body>
<h1>The room over HTTP</h1>
<p>Every POST carries the header <code>x-csrftoken</code>, with the value from <code>GET /api/me</code>. Everything
refused says why: <code>{"because": "...", "cite": "..."}</code>. All of it as
<a href="/schema/openapi.json">OpenAPI</a>.</p>
"""


class PlainPage(OpenAPIRenderPlugin):
    """A page without scripts: Litestar's own pages load from other hosts."""

    def render(self, request: Ask, openapi_schema: dict[str, Any]) -> bytes:
        """The page."""
        return page_of(openapi_schema).encode()


def page_of(schema: dict[str, Any]) -> str:
    """Each path, its purpose, its input and output."""
    parts = [_HEAD]
    for path, methods in sorted(schema.get("paths", {}).items()):
        for method, told in methods.items():
            parts.append(f"<h2><code>{method.upper()} {escape(path)}</code></h2>\n")
            parts.append(f"<p>{escape(told.get('description') or told.get('summary') or '')}</p>\n<ul>\n")
            body = told.get("requestBody", {}).get("content", {})
            for kind in body.values():
                parts.append(f"<li>takes {_shape(kind.get('schema', {}), schema)}</li>\n")
            for status, answer in told.get("responses", {}).items():
                for kind in answer.get("content", {}).values():
                    parts.append(f"<li>{escape(str(status))}: {_shape(kind.get('schema', {}), schema)}</li>\n")
            parts.append("</ul>\n")
    return "".join((*parts, "</body>\n</html>\n"))


def _shape(one: dict[str, Any], schema: dict[str, Any]) -> str:
    name = one.get("$ref", "").rpartition("/")[2]
    found = schema.get("components", {}).get("schemas", {}).get(name, one)
    fields = ", ".join(found.get("properties", {}))
    return f"<code>{escape(found.get('title', name) or found.get('type', 'anything'))}</code>" + (
        f" with <code>{escape(fields)}</code>" if fields else ""
    )
