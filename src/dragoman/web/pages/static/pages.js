// What pages do beyond what they can without script: moments in the reader's own zone, and a
// countdown that counts.
const page = document.documentElement;
// Where the reader's own country is known, as it is written there; English elsewhere as in Britain.
const spoken = navigator.languages.find(one => one.split("-")[0] === page.lang && one !== page.lang)
  ?? (page.lang === "en" ? "en-GB" : page.lang);
const timeZone = page.dataset.zone || undefined;
const date = { weekday: "short", day: "numeric", month: "short", timeZone };
const moments = new Intl.DateTimeFormat(spoken, { ...date, hour: "2-digit", minute: "2-digit" });
const days = new Intl.DateTimeFormat(spoken, { day: "numeric", month: "short", year: "numeric", timeZone });
function localize(part) {
  for (const time of part.querySelectorAll("time[datetime]")) {
    const at = new Date(time.dateTime);
    time.title = time.textContent;
    time.textContent = ("day" in time.dataset ? days : moments).format(at);
  }
}
localize(document);
// A part of the page was read anew.
addEventListener("page-part", event => localize(event.detail));
// A device may have another time than the judge, whose deadlines they are.
const [here] = performance.getEntriesByType("navigation");
const ahead = performance.timeOrigin + here.responseStart - new Date(page.dataset.now);
function count() {
  const due = document.querySelector("[data-until]");
  if (!due) return;
  const minutes = Math.floor((new Date(due.dataset.until) - Date.now() + ahead) / 60000);
  const days = Math.floor(minutes / 1440);
  const hours = Math.floor((minutes % 1440) / 60);
  if (minutes < 0) due.textContent = page.dataset.due;
  else if (days) due.textContent = `${days} d ${hours} h`;
  else due.textContent = hours ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}
setInterval(count, 15000);
// A board whose script did not come: then what is there for browsers without script is shown.
addEventListener("load", () => {
  for (const board of document.querySelectorAll("dip-board:not(:defined)")) board.setAttribute("failed", "");
});
// An address to be copied is picked out whole; and printing takes a script where a button asks for it.
addEventListener("focusin", event => event.target.matches?.("input[data-select]") && event.target.select());
addEventListener("click", event => event.target.closest?.("button[data-print]") && print());
