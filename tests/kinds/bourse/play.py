from dragoman.game.play import Play as Usual


class Play(Usual):
    is_plain = False
