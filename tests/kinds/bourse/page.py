from dragoman.web.pages.html.kind_page import PageKind


class Page(PageKind):
    def columns(self, position):
        return {"Shares": {one: 100 * len(own) for one, own in position["centers"].items()}}
