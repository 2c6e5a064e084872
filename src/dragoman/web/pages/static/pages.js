// What pages do beyond what they can without script: moments in the reader's own zone, and a
// countdown that counts.
const page = document.documentElement;
// Where the reader's own country is known, as it is written there; English elsewhere as in Britain.
const spoken = navigator.languages.find(one => one.split("-")[0] === page.lang && one !== page.lang)
  ?? (page.lang === "en" ? "en-GB" : page.lang);
const timeZone = page.dataset.zone || undefined;
const date = { weekday: "short", day: "numeric", month: "short", timeZone };
const moments = new Intl.DateTimeFormat(spoken, { ...date, hour: "2-digit", minute: "2-digit" });
// Of the days to come, their names are enough where there is little room.
const soon = new Intl.DateTimeFormat(spoken, { weekday: "short", hour: "2-digit", minute: "2-digit", timeZone });
const isSoon = at => at - Date.now() < 6 * 86_400_000 && at > Date.now() - 86_400_000;
const days = new Intl.DateTimeFormat(spoken, { day: "numeric", month: "short", year: "numeric", timeZone });
function localize(part) {
  for (const time of part.querySelectorAll("time[datetime]")) {
    const at = new Date(time.dateTime);
    time.title = time.textContent;
    const told = "day" in time.dataset ? days : time.closest(".until") && isSoon(at) ? soon : moments;
    time.textContent = told.format(at);
  }
}
localize(document);
// Who chose no zone fills moments in by the clock of his device, and is told so.
if (!page.dataset.zone) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  for (const told of document.querySelectorAll("form [data-zone]")) {
    told.textContent = zone;
    for (const field of told.closest("form").querySelectorAll("[name=zone]")) field.value = zone;
  }
}
// A part of the page was read anew.
addEventListener("page-part", event => localize(event.detail));
// A device may have another time than the judge, whose deadlines they are.
const [here] = performance.getEntriesByType("navigation");
const ahead = Date.now() - (here ? performance.now() - here.responseStart : 0) - new Date(page.dataset.now);
function left(until) {
  const seconds = Math.floor((new Date(until) - Date.now() + ahead) / 1000);
  const minutes = Math.floor(seconds / 60);
  const days = Math.floor(minutes / 1440);
  const hours = Math.floor((minutes % 1440) / 60);
  if (seconds < 0) return page.dataset.due;
  if (days) return `${days} d ${hours} h`;
  if (hours) return `${hours} h ${minutes % 60} min`;
  // In a game of minutes each second counts.
  return minutes < 10 ? `${minutes}:${String(seconds % 60).padStart(2, "0")}` : `${minutes} min`;
}
function count() {
  const due = document.querySelector("[data-until]");
  if (!due) return;
  const text = left(due.dataset.until);
  if (due.textContent !== text) due.textContent = text;
}
setInterval(count, 1000);
// A board whose script did not come: then what is there for browsers without script is shown.
addEventListener("load", () => {
  for (const board of document.querySelectorAll("dip-board:not(:defined)")) board.setAttribute("failed", "");
});
// An address to be copied is picked out whole; and printing takes a script where a button asks for it.
addEventListener("focusin", event => event.target.matches?.("input[data-select]") && event.target.select());
addEventListener("click", event => event.target.closest?.("button[data-print]") && print());
// Something is asked of the judge that nobody waits for: where he does not answer he is asked again,
// a few times. It is for the modules of pages as well.
function insist(ask, wait = 1000) {
  Promise.resolve(ask()).catch(() => wait < 60_000 && setTimeout(insist, wait, ask, 2 * wait));
}
