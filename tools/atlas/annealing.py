"""Cells given from province to province until borders are short and neighbours are the board's."""

from __future__ import annotations

import numpy as np
from numba import njit

APART, TOGETHER, FREE = -1, 1, 0
"""What a board says of two provinces: never touch, always touch, either."""

VISIBLE = 30.0
"""The length of border that neighbours have at least. Units."""


@njit(cache=True)
def fault(rule: int, length: float, weight: float) -> float:  # pragma: no cover
    """The price of two provinces whose border has a length."""
    if rule == APART:
        return weight * (1.0 + 0.06 * length) if length > 0.05 else 0.0
    if rule == TOGETHER and length < VISIBLE:
        return weight * (1.0 - 0.7 * length / VISIBLE)
    return 0.0


@njit(cache=True)
def anneal(  # pragma: no cover
    labels,
    first,
    others,
    lengths,
    costs,
    areas,
    kinds,
    pull,
    rules,
    contact,
    sizes,
    least,
    seed,
    sweeps,
    hot,
    cold,
    border,
    weight,
):
    """Change labels in place; ``contact`` (borders' lengths) and ``sizes`` follow."""
    np.random.seed(seed)
    count = len(labels)
    stamp = np.zeros(count, np.int64)
    queue = np.empty(600, np.int64)
    mark = 0
    steps = sweeps * count
    for step in range(steps):
        heat = hot * (cold / hot) ** (step / steps)
        cell = np.random.randint(count)
        begin, end = first[cell], first[cell + 1]
        if begin == end:
            continue
        beside = others[begin + np.random.randint(end - begin)]
        old, new = labels[cell], labels[beside]
        if old == new or kinds[cell] != kinds[beside]:
            continue
        change = areas[cell] * (pull[new, cell] - pull[old, cell])
        room = sizes[old] - areas[cell]
        if room < 1.0:
            continue
        if room < least[old]:
            change += 12.0 * areas[cell] * min(1.0, (least[old] - room) / areas[cell])
        if sizes[new] < least[new]:
            change -= 12.0 * areas[cell] * min(1.0, (least[new] - sizes[new]) / areas[cell])
        for i in range(begin, end):
            other = labels[others[i]]
            if kinds[others[i]] == kinds[cell]:
                if other == old:
                    change += border * costs[i]
                elif other == new:
                    change -= border * costs[i]
            if other != old:
                change -= fault(rules[old, other], contact[old, other], weight)
                contact[old, other] -= lengths[i]
                contact[other, old] = contact[old, other]
                change += fault(rules[old, other], contact[old, other], weight)
            if other != new:
                change -= fault(rules[new, other], contact[new, other], weight)
                contact[new, other] += lengths[i]
                contact[other, new] = contact[new, other]
                change += fault(rules[new, other], contact[new, other], weight)
        keep = change <= 0 or np.random.random() < np.exp(-change / heat)
        if keep:  # what is left must hang together
            mark += 1
            wanted, start = 0, -1
            for i in range(begin, end):
                if labels[others[i]] == old:
                    wanted += 1
                    start = others[i]
            if wanted > 1:
                stamp[cell] = mark
                stamp[start] = mark
                queue[0] = start
                head, tail, found = 0, 1, 0
                while head < tail and found < wanted:
                    here = queue[head]
                    head += 1
                    for i in range(begin, end):
                        if others[i] == here:
                            found += 1
                    for i in range(first[here], first[here + 1]):
                        there = others[i]
                        if labels[there] == old and stamp[there] != mark and tail < 600:
                            stamp[there] = mark
                            queue[tail] = there
                            tail += 1
                keep = found >= wanted
        if keep:
            labels[cell] = new
            sizes[old] -= areas[cell]
            sizes[new] += areas[cell]
        else:
            for i in range(begin, end):
                other = labels[others[i]]
                if other != old:
                    contact[old, other] += lengths[i]
                    contact[other, old] = contact[old, other]
                if other != new:
                    contact[new, other] -= lengths[i]
                    contact[other, new] = contact[new, other]
    return labels


@njit(cache=True)
def contacts(labels, first, others, lengths, count):  # pragma: no cover
    """The length of border between every two labels."""
    found = np.zeros((count, count))
    for cell in range(len(labels)):
        for i in range(first[cell], first[cell + 1]):
            if labels[others[i]] != labels[cell]:
                found[labels[cell], labels[others[i]]] += lengths[i]
    return found
