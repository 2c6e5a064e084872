from bourse import shares

from dragoman.reports.story import Section, StoryKind as Usual


class Story(Usual):
    def after_moves(self, phrasebook, turn, for_master):
        held = {one: shares(turn.resolution.position, one) for one in turn.variant.board.powers}
        yield Section("Shares", tuple(f"{one}: {number}" for one, number in held.items()))
