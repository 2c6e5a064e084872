"""Everything that a director can do at the desk of a tournament: one value each.

Terminal, JSON and pages make these values of what they are given; ``tournament.desk`` carries them
out.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any, Final

from dragoman.tournament.commands.fields import DeskQuestion as DeskQuestion
from dragoman.values import FrozenMap

PANELS: Final[Mapping[str, Mapping[str, str]]] = FrozenMap(
    {
        "The tournament": {
            "new": "record.FoundTournament",
            "preset": "record.ChangePreset",
            "helper": "record.NameHelper",
            "helpers": "record.ListHelpers",
            "show": "record.ShowTournament",
            "log": "record.ShowLog",
            "undo": "record.UndoAction",
            "redo": "record.RedoAction",
            "cancel": "record.CancelAction",
        },
        "People": {
            "register": "people.RegisterPlayer",
            "amend": "people.AmendRegistration",
            "import-players": "people.ImportPlayers",
            "read-players": "people.ReadPlayers",
            "write-players": "people.WritePlayers",
            "history": "people.ShowHistory",
            "players": "people.ListPlayers",
            "withdraw": "people.WithdrawPlayer",
            "checkin": "people.CheckIn",
            "checkout": "people.CheckOut",
            "standdown": "people.StandDown",
            "doubleboard": "people.DoubleBoard",
            "apart": "people.KeepApart",
            "spread": "people.SpreadPlayers",
            "team": "people.EnterTeam",
            "teams": "people.ListTeams",
            "wish": "people.WishPowers",
            "wishes": "people.ListWishes",
        },
        "Rounds": {
            "draw": "rounds.DrawRound",
            "import-seats": "rounds.ImportSeats",
            "roster": "rounds.ShowRoster",
            "swap": "rounds.SwapPlayers",
            "choose": "rounds.ChoosePowers",
            "substitute": "rounds.SubstitutePlayer",
            "publish": "rounds.PublishRound",
            "votecodes": "rounds.GiveVotingCodes",
            "endtime": "rounds.SetEndTime",
            "start": "rounds.StartRound",
            "end": "rounds.EndRound",
        },
        "The clock": {
            "clock": "rounds.ShowClock",
            "pause": "rounds.PauseClock",
            "resume": "rounds.ResumeClock",
            "addtime": "rounds.AddTime",
            "seasonlength": "rounds.SetSeasonLength",
        },
        "At the tables": {
            "late": "tables.NoteLate",
            "in": "tables.PutInOrders",
            "read": "tables.BeginReading",
            "reader": "tables.ShowReader",
            "lateness": "tables.ListLateness",
            "count": "tables.EnterCount",
            "import-counts": "tables.ImportCounts",
            "elsewhere": "tables.SendElsewhere",
            "take-result": "tables.TakeResult",
            "board": "tables.ShowBoard",
            "codes": "tables.GiveCodes",
            "reports": "tables.ListReports",
            "confirm": "tables.ConfirmReport",
            "reject": "tables.RejectReport",
            "judge": "tables.JudgeTurn",
            "reopen": "tables.ReopenPhase",
        },
        "Ends of games": {
            "vote": "tables.VoteOnDraw",
            "timedraw": "tables.CallTimeDraw",
            "abandon": "tables.AbandonGame",
            "concede": "tables.ConcedeGame",
        },
        "Conduct": {
            "penalty": "conduct.Penalise",
            "lift": "conduct.LiftPenalty",
            "penalties": "conduct.ListPenalties",
            "committee": "conduct.NameCommittee",
            "dispute": "conduct.RaiseDispute",
            "ruling": "conduct.RuleOnDispute",
            "disputes": "conduct.ListDisputes",
        },
        "Board games": {
            "sheet": "conduct.HandInSheet",
            "sheetruling": "conduct.RuleOnSheet",
            "sheets": "conduct.ListSheets",
        },
        "Results": {
            "scores": "results.ListScores",
            "standings": "results.ListStandings",
            "awards": "results.ListAwards",
            "award": "results.GiveAward",
            "reveal": "results.RevealAward",
            "ceremony": "results.HoldCeremony",
            "print": "results.PrintPages",
            "export": "results.ExportTable",
        },
    }
)
"""Every command by its name, under the headings of the help; each with the module of this package
and the class that it is, which is imported when it is asked for."""

NAMES: Final[Mapping[str, str]] = FrozenMap(
    {name: panel for panel, found in PANELS.items() for name in found}
)
"""Every command by its name, with its heading."""


@cache
def kind_of(name: str) -> type[Any]:
    """The class of a command, by its name."""
    module, _, kind = PANELS[NAMES[name]][name].partition(".")
    return getattr(import_module(f"{__name__}.{module}"), kind)
