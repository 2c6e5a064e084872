"""The game: variants, the turn calendar, resolving phases, playing and recording games."""

from typing import TYPE_CHECKING

from dragoman.late_binding import exported

if TYPE_CHECKING:
    from dragoman.game.game import Game as Game, legal_orders as legal_orders
    from dragoman.game.game_text import write_game_text as write_game_text
    from dragoman.game.game_text_reader import (
        read_game_text as read_game_text,
        read_headers as read_headers,
    )
    from dragoman.game.json_object import (
        FormatError as FormatError,
        JsonObject as JsonObject,
        parse as parse,
    )
    from dragoman.game.json_positions import (
        powers_named as powers_named,
        read_phase as read_phase,
        read_position as read_position,
        starred_json as starred_json,
    )
    from dragoman.game.map_statistics import MapStatistics as MapStatistics
    from dragoman.game.order_checks import hopeless_orders as hopeless_orders
    from dragoman.game.order_reading import (
        ORDERED_AGAIN as ORDERED_AGAIN,
        OrdersGiven as OrdersGiven,
        bought_units as bought_units,
        to_oneself as to_oneself,
        told_by_words as told_by_words,
    )
    from dragoman.game.order_sets import (
        Intent as Intent,
        OrderSet as OrderSet,
        Pending as Pending,
        province_ordered as province_ordered,
    )
    from dragoman.game.record import (
        load_game as load_game,
        read_record as read_record,
        save_game as save_game,
    )
    from dragoman.game.record_writer import write_record as write_record
    from dragoman.game.resolution import Resolution as Resolution, process as process
    from dragoman.game.result_words import results as results, spoken as spoken, words as words
    from dragoman.game.seismic import (
        MapChanges as MapChanges,
        after_quakes as after_quakes,
        changes as changes,
    )
    from dragoman.game.state import Ending as Ending, LegalOrders as LegalOrders
    from dragoman.game.terms_in_words import terms_told as terms_told
    from dragoman.game.thrown_dice import (
        DiceError as DiceError,
        DiceGiven as DiceGiven,
        dice_json as dice_json,
        read_dice as read_dice,
        unasked_dice as unasked_dice,
    )
    from dragoman.game.variant import (
        Find as Find,
        LayoutHints as LayoutHints,
        LocalNames as LocalNames,
        Variant as Variant,
        find_variant as find_variant,
    )
    from dragoman.game.what_if import (
        alike as alike,
        orders_called as orders_called,
        without as without,
    )
    from dragoman.game.written_orders import Handwriting as Handwriting, handwriting as handwriting

__getattr__, __dir__, __all__ = exported(__name__)
