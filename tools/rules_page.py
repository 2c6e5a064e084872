"""Write rule-sets.md: every switch of the rule set and every preset, from the code."""

from __future__ import annotations

from pathlib import Path

from dragoman.rules import PRESET_SOURCES, PRESETS, SWITCHES, RuleSet

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "rule-sets.md"

HEAD = """\
# Rule sets

Where the rulebooks differ, or leave the choice to the judge, Dragoman has a switch. A rule set
answers every switch; a preset is a rule set with a name. The default is `datc`: the choices
that the *Diplomacy Adjudicator Test Cases* 3.0 prefer.

A game gets its rule set when it is made, `resolve` with each run:

```console
$ dragoman new standard my-game --rules 2023 --set 4.A.3=explicit
$ dragoman resolve --rules njudge --set via_without_convoy=by-land < turns.jsonl
```

A setting is `SWITCH=ANSWER`. The switch may be given by its name or its number in DATC, the
answer by its word or DATC's letter: `4.A.2=f` and `convoy_paradox=szykman` are the same.

This page is written by `python tools/rules_page.py` from the code; a test compares the two.
"""

OTHERS = """\
### Other judges

`webdiplomacy` and `vdiplomacy` follow what those sites publish. On both, an army goes by convoy
only where its order says so, and walks where no complete convoy was ordered; it stays where the
convoy is broken. Since 2024 webDiplomacy removes units by the book of 2023; of two that are equally
far away it takes the first by name, even where that is an army, which none of our answers does.
vDiplomacy counts from the home centres, as webDiplomacy did.

`diplomacy` and `dipcc` were compared with the programs themselves: the moves of the DATC, 4,000
turns of random legal orders, many of them full of convoys, and 4,000 with bluffs and impossible
orders among them. Neither knows a move "via convoy" for which there is no row of fleets at sea from
here to there, whoever's they are and whatever they are ordered: the unit holds, can be supported
where it stands and cuts nothing; a fleet never goes "via convoy". Where there are such fleets but
no complete convoy is ordered, the army walks. That is `via_without_convoy=by-land-if-possible`. Of
21,000 crowded turns in which a quarter of all moves of armies to neighbours said "via convoy", half
came out differently under `by-land`; now 100 (`diplomacy`) and 62 (`dipcc`, 36 of them for convoys
that are broken) do. What still differs is beyond any switch:

- `diplomacy` counts a support that names another coast of the province than the one to which the
  fleet moves (DATC 6.B.9, where the support is void). With `coast_in_support` the coast can be left
  out, but one that is named has to match.
- `dipcc` also has an army walk whose convoy is broken, where it can (DATC 6.G.20, 6.H.12): our
  `convoy_choice=own-or-via-else-land` does that, but also takes convoys that nobody asked for.
"""

FIXED = """\
## Questions without a switch

Three of DATC's questions have only one answer, and so no switch:

- **4.B.1** A fleet's move that names no coast where it could reach two fails.
- **4.B.7** A fleet built in a province with two coasts, none named, is not built.
- **4.E.6** A unit that should not be on the board is taken off: undo the turn that put it
  there (`dragoman undo`), or correct the position.

One answer cannot be carried out: 4.A.2 *e*, of which the document says that it was never
made precise.

`two_orders` (4.D.3) is about orders that come as one set, as on paper, where nobody may know which
was written first: `process`, `Game.submit`, and the order sheet of a game's folder. There the
second order is pointed out, and the sheet is judged once only one of them is left. Players who
order a unit and then give it another order (`Game.order`; by mail, on a page, by a program at a
judge) mean the last one: they are told so, and it counts, as the document leaves to programs,
unless the answer is `first`. The same goes for two builds that they order in one province (4.D.5).

Where the rulebooks of 1971 to 2000 give no answer to a convoy paradox (4.A.2 *a*, *c*; DATC
6.F.18, 6.F.22 to 6.F.24), the fleets in the circle hold, as under *f*.
"""


def written() -> str:
    """The page, from the switches and presets."""
    return "\n".join([HEAD, *_presets(), FIXED, *_switches()])


def _presets() -> list[str]:
    lines = ["## Presets", "", "| preset | source | how it differs from `datc` |", "|---|---|---|"]
    for name, rule_set in PRESETS.items():
        answers = [f"`{k}={v}`" for k, v in rule_set.differences(RuleSet()).items()]
        differs = ", ".join(answers) or "not at all"
        lines.append(f"| `{name}` | {PRESET_SOURCES[name]} | {differs} |")
    return [*lines, "", OTHERS]


def _switches() -> list[str]:
    lines = ["## Switches", ""]
    for switch in SWITCHES.values():
        chosen = getattr(RuleSet(), switch.name)
        lines += [f"### `{switch.name}`", "", f"{switch.source}. {switch.question}", ""]
        for choice in switch.choices:
            letter = f" ({choice.letter})" if choice.letter != choice.word else ""
            default = " **The default.**" if choice.word == chosen else ""
            lines.append(f"- `{choice.word}`{letter}: {choice.meaning}.{default}")
        lines.append("")
    return lines


if __name__ == "__main__":
    PAGE.write_text(written(), "utf-8")
