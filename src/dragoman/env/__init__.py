"""A training ground: games of any variant for programs that learn, many at a time."""

from typing import TYPE_CHECKING

from dragoman.late_binding import exported

if TYPE_CHECKING:
    from dragoman.env.answers import (
        Observation as Observation,
        Overflow as Overflow,
        StepAnswer as StepAnswer,
    )
    from dragoman.env.batch_env import BatchEnv as BatchEnv
    from dragoman.env.bot_seats import BotSeats as BotSeats
    from dragoman.env.curriculum import (
        STAGES as STAGES,
        Curriculum as Curriculum,
        CurriculumStage as CurriculumStage,
        share_of as share_of,
    )
    from dragoman.env.ground import Sizes as Sizes, usual_sizes as usual_sizes
    from dragoman.env.match import (
        MatchFigures as MatchFigures,
        MatchLine as MatchLine,
        MatchRating as MatchRating,
        match_figures as match_figures,
        match_text as match_text,
    )
    from dragoman.env.order_lists import dipnet_orders as dipnet_orders, fair_orders as fair_orders
    from dragoman.env.policies import (
        ActionChoice as ActionChoice,
        BotActions as BotActions,
        SeatedChoice as SeatedChoice,
        policy_called as policy_called,
        random_actions as random_actions,
    )
    from dragoman.env.policy_bot import PolicyBot as PolicyBot
    from dragoman.env.recorded_shards import shards_of_games as shards_of_games
    from dragoman.env.recordings import (
        Divergence as Divergence,
        RecordedGame as RecordedGame,
        recorded_games as recorded_games,
    )
    from dragoman.env.rewards import Reward as Reward
    from dragoman.env.sb3 import seat_vec_env as seat_vec_env
    from dragoman.env.seat_env import SeatEnv as SeatEnv
    from dragoman.env.shards import read_shards as read_shards, write_shards as write_shards
    from dragoman.env.vocabulary import (
        DeepmindActions as DeepmindActions,
        ListedOrders as ListedOrders,
        OrderList as OrderList,
        indices as indices,
    )

__getattr__, __dir__, __all__ = exported(__name__)
