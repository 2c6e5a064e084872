// What pages do beyond what they can without script: moments in the reader's own zone, and a
// countdown that counts.
const moments = new Intl.DateTimeFormat(document.documentElement.lang, {
  weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit",
  timeZone: document.documentElement.dataset.zone || undefined,
});
function localize(part) {
  for (const time of part.querySelectorAll("time[datetime]")) {
    const at = new Date(time.dateTime);
    time.title = time.textContent;
    time.textContent = moments.format(at);
  }
}
localize(document);
// A part of the page was read anew.
addEventListener("page-part", event => localize(event.detail));
function count() {
  const due = document.querySelector("[data-until]");
  if (!due) return;
  const minutes = Math.floor((new Date(due.dataset.until) - Date.now()) / 60000);
  const days = Math.floor(minutes / 1440);
  const hours = Math.floor((minutes % 1440) / 60);
  if (minutes < 0) due.textContent = document.documentElement.dataset.due;
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
