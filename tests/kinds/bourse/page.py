from dragoman.web.pages.kind_page import KindPage


class Page(KindPage):
    def columns(self, position):
        return {"Shares": {one: 100 * len(own) for one, own in position["centers"].items()}}
