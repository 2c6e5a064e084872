from dragoman.game.variant import PlayKind as Usual


class Play(Usual):
    is_plain = False
