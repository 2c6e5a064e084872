from dragoman.drawing.scene.picture import PictureKind as Usual


class Picture(Usual):
    def owned(self, variant, estates):
        found = super().owned(variant, estates)
        return type(found)({power: 100 * centers for power, centers in found.items()})
