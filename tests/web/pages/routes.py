"""The addresses of all pages, from the program itself: a new page is found without being named."""

from __future__ import annotations

from fastapi.routing import APIRoute

from dragoman.web.pages import all_pages


def page_routes() -> list[str]:
    """The addresses of all pages that can be looked at, with the names of what stands in them."""
    found: list[str] = []
    for router in all_pages._ROUTERS:
        for route in router.routes:
            assert isinstance(route, APIRoute)
            if "GET" in route.methods and not route.path.startswith("/static"):
                found.append(route.path)
    assert "/games/{game}" in found, "the pages that are asked for most are among them"
    return found
