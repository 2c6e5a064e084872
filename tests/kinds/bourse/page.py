from dragoman.web.pages.kind_page import Page as Usual


class Page(Usual):
    def columns(self, position):
        return {"Shares": {one: 100 * len(own) for one, own in position["centers"].items()}}
