from dragoman.game.variant import Play as Usual


class Play(Usual):
    is_plain = False
