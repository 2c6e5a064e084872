"""True if a graph can be drawn without crossings: the left-right test.

A map is laid out by asking this of hundreds of sets of neighbours, so it answers with nothing
but yes or no, on lists of numbers. The test is that of de Fraysseix and Rosenstiehl in the form
of U. Brandes, "The left-right planarity test" (2009), whose words the names here are: ``low`` is
the lowest point that an edge leads back to, and intervals of back edges that have to lie on one
side of the tree wait in pairs on a stack.
"""

from __future__ import annotations

from collections.abc import Sequence

_NONE = -1


def is_planar(count: int, edges: Sequence[tuple[int, int]]) -> bool:
    """True if a graph of the nodes 0 to ``count - 1`` is planar. No edge leads from a node to
    itself, and none stands there twice."""
    if len(edges) < 9:
        return True  # the smallest graphs that are not planar have nine edges and ten
    if len(edges) > 3 * count - 6:
        return False
    return _Orientation(count, edges).can_be_drawn()


class _Orientation:
    """The edges as a depth-first search meets them: each leads away from its root, or back."""

    def __init__(self, count: int, edges: Sequence[tuple[int, int]]) -> None:
        self.height = [_NONE] * count
        self.parent = [_NONE] * count
        """The edge by which each node was found."""
        self.source = [_NONE] * len(edges)
        self.target = [_NONE] * len(edges)
        self.low = [0] * len(edges)
        self.out: list[list[int]] = []
        """The edges that leave each node, those first that lead back the furthest."""
        self.roots: list[int] = []
        self._orient(count, edges)

    def _orient(self, count: int, edges: Sequence[tuple[int, int]]) -> None:
        near: list[list[tuple[int, int]]] = [[] for _ in range(count)]
        for edge, (one, other) in enumerate(edges):
            near[one].append((edge, other))
            near[other].append((edge, one))
        height, parent, low = self.height, self.parent, self.low
        second = [0] * len(edges)
        out: list[list[tuple[int, int]]] = [[] for _ in range(count)]

        def leave(edge: int) -> None:
            """All is known of an edge: put it in its place, and tell the one before it."""
            node = self.source[edge]
            out[node].append((2 * low[edge] + (second[edge] < height[node]), edge))
            before = parent[node]
            if before == _NONE:
                return
            if low[edge] < low[before]:
                second[before] = min(low[before], second[edge])
                low[before] = low[edge]
            elif low[edge] > low[before]:
                second[before] = min(second[before], low[edge])
            else:
                second[before] = min(second[before], second[edge])

        for root in range(count):
            if height[root] != _NONE:
                continue
            height[root] = 0
            self.roots.append(root)
            path = [root]
            while path:
                node = path[-1]
                if not near[node]:
                    path.pop()
                    if parent[node] != _NONE:
                        leave(parent[node])
                    continue
                edge, other = near[node].pop()
                if self.target[edge] != _NONE:
                    continue
                self.source[edge], self.target[edge] = node, other
                low[edge] = second[edge] = height[node]
                if height[other] == _NONE:
                    parent[other] = edge
                    height[other] = height[node] + 1
                    path.append(other)
                else:
                    low[edge] = height[other]
                    leave(edge)
        self.out = [[edge for _, edge in sorted(edges)] for edges in out]

    def can_be_drawn(self) -> bool:
        """True if every back edge finds a side."""
        pairs = _Pairs(self)
        entered = [False] * len(self.low)
        bottom = [0] * len(self.low)
        done = [0] * len(self.height)
        for root in self.roots:
            path = [root]
            while path:
                node = path[-1]
                number = done[node]
                if number == len(self.out[node]):
                    path.pop()
                    if self.parent[node] != _NONE:
                        pairs.trim(self.parent[node])
                    continue
                edge = self.out[node][number]
                other = self.target[edge]
                if not entered[edge]:
                    entered[edge] = True
                    bottom[edge] = len(pairs.stack)
                    if self.parent[other] == edge:
                        path.append(other)
                        continue
                    pairs.lowest[edge] = edge
                    pairs.stack.append([_NONE, _NONE, edge, edge])
                done[node] = number + 1
                if self.low[edge] < self.height[node]:
                    before = self.parent[node]
                    if number == 0:
                        pairs.lowest[before] = pairs.lowest[edge]
                    elif not pairs.constrain(edge, before, bottom[edge]):
                        return False
        return True


class _Pairs:
    """Intervals of back edges, in pairs that have to lie on different sides.

    A pair is four edges: the lowest and the highest of the left interval, then of the right one.
    """

    def __init__(self, graph: _Orientation) -> None:
        self.low, self.height = graph.low, graph.height
        self.source, self.target = graph.source, graph.target
        self.stack: list[list[int]] = []
        self.next = [_NONE] * len(graph.low)
        """The edge below each within its interval."""
        self.lowest = [_NONE] * len(graph.low)
        """Of each edge the back edge that leads to its low point."""

    def constrain(self, edge: int, before: int, bottom: int) -> bool:
        """Put the back edges of an edge on one side, and those before it that are in their way on
        the other; whether that can be done."""
        low, stack, following = self.low, self.stack, self.next
        left_low = left_high = right_low = right_high = _NONE
        while True:
            ll, lh, rl, rh = stack.pop()
            if ll != _NONE:
                ll, lh, rl, rh = rl, rh, ll, lh
            if ll != _NONE:
                return False
            if low[rl] > low[before]:
                if right_low == _NONE:
                    right_high = rh
                else:
                    following[right_low] = rh
                right_low = rl
            else:
                following[rl] = self.lowest[before]
            if len(stack) == bottom:
                break
        reach = low[edge]
        while stack:
            ll, lh, rl, rh = stack[-1]
            left_conflicts = lh != _NONE and low[lh] > reach
            right_conflicts = rh != _NONE and low[rh] > reach
            if not left_conflicts and not right_conflicts:
                break
            if left_conflicts and right_conflicts:
                return False
            stack.pop()
            if right_conflicts:
                ll, lh, rl, rh = rl, rh, ll, lh
            if right_low != _NONE:
                following[right_low] = rh
            if rl != _NONE:
                right_low = rl
                if right_high == _NONE:
                    right_high = rh
            if left_low == _NONE:
                left_high = lh
            else:
                following[left_low] = lh
            left_low = ll
        if left_low != _NONE or right_low != _NONE:
            stack.append([left_low, left_high, right_low, right_high])
        return True

    def trim(self, edge: int) -> None:
        """Forget the back edges that end where an edge of the tree begins."""
        stack, low, target, following = self.stack, self.low, self.target, self.next
        start = self.source[edge]
        height = self.height[start]
        while stack and self._low_of(stack[-1]) == height:
            stack.pop()
        if not stack:
            return
        pair = stack[-1]
        for lowest, highest, other in ((0, 1, 2), (2, 3, 0)):
            while pair[highest] != _NONE and target[pair[highest]] == start:
                pair[highest] = following[pair[highest]]
            if pair[highest] == _NONE and pair[lowest] != _NONE:
                following[pair[lowest]] = pair[other]
                pair[lowest] = _NONE
        if low[edge] < height:
            left, right = pair[1], pair[3]
            is_left = left != _NONE and (right == _NONE or low[left] > low[right])
            following[edge] = left if is_left else right

    def _low_of(self, pair: Sequence[int]) -> int:
        left, _, right, _ = pair
        if left == _NONE:
            return self.low[right]
        return self.low[left] if right == _NONE else min(self.low[left], self.low[right])
