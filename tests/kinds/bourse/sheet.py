from bourse import shares

from dragoman.games.sheet_lines import SheetKind as Usual, SheetLines


class Lines(SheetLines):
    def besides(self, power, ordered):
        yield f"holds {shares(self._game.position, power)} shares"


class Sheet(Usual):
    def lines(self, game, language):
        return Lines(game, language)
