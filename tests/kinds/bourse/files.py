from dragoman.formats.variants.kind_files import Files as Usual


class Files(Usual):
    def losses(self, variant):
        yield "the shares of powers"
