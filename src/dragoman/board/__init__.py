"""The ground: provinces, coasts, paths, powers and what people call them."""

from typing import TYPE_CHECKING

from dragoman.late_binding import exported

if TYPE_CHECKING:
    from dragoman.board.board import Board as Board, BoardError as BoardError
    from dragoman.board.build_terms import (
        BuildTerms as BuildTerms,
        EmergencyTerms as EmergencyTerms,
        OpeningTerms as OpeningTerms,
    )
    from dragoman.board.names import Names as Names, UnknownName as UnknownName, fold as fold
    from dragoman.board.places import (
        ARMY as ARMY,
        AUTONOMOUS as AUTONOMOUS,
        FLEET as FLEET,
        GARRISON as GARRISON,
        SOLDIERS as SOLDIERS,
        Conversion as Conversion,
        ConvoyWays as ConvoyWays,
        Gateway as Gateway,
        Neutrals as Neutrals,
        OwnedWay as OwnedWay,
        Path as Path,
        Power as Power,
        Province as Province,
        Railway as Railway,
        Shores as Shores,
        Terrain as Terrain,
        Unit as Unit,
        UnitKind as UnitKind,
        city_place as city_place,
        garrisoned_province as garrisoned_province,
        province_of as province_of,
        written_steps as written_steps,
    )
    from dragoman.board.quakes import (
        Junction as Junction,
        Merger as Merger,
        Quake as Quake,
        Separation as Separation,
        Shaken as Shaken,
        Split as Split,
        shake as shake,
    )
    from dragoman.board.victory_terms import VictoryTerms as VictoryTerms

__getattr__, __dir__, __all__ = exported(__name__)
