"""The page of admins with the judge's metrics: the last hour or day as charts and in numbers."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from dragoman.extras import extra
from dragoman.judge.running.metrics_history import read_history
from dragoman.web.pages.account.admin import AdminVisit
from dragoman.web.pages.html.metric_charts import (
    BOTTOM,
    HEIGHT,
    LEFT,
    RIGHT,
    WIDTH,
    Span,
    metric_charts,
    processes,
)
from dragoman.web.pages.html.rendering import page
from dragoman.web.problems import page_router

with extra("judge"):
    from fastapi import Query
    from fastapi.responses import Response

router = page_router("/admin/metrics")


@router.get("")
def show_metrics(
    visit: AdminVisit, span: Annotated[Literal["hour", "day"], Query()] = "hour"
) -> Response:
    """The metrics of all processes together, and of each."""
    chosen = Span[span.upper()]
    notes = read_history(visit.state.judge.database, visit.now - chosen.length)
    shown: dict[str, Any] = {
        "span": span,
        "charts": metric_charts(notes, visit.now, chosen) if notes else [],
        "processes": processes(notes),
        "size": (WIDTH, HEIGHT),
        "edges": (LEFT, WIDTH - RIGHT, HEIGHT - BOTTOM),
        "figure": _figure,
    }
    return page(visit, "admin_metrics.html", **shown)


def _figure(value: float | None) -> str:
    """A number with as many digits as somebody wants to read; a dash where there is none."""
    if value is None:
        return "–"
    size = abs(value)
    text = f"{value:.2f}" if size < 1 else f"{value:.1f}" if size < 100 else f"{value:.0f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
