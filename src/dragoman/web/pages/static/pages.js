// What pages do beyond what they can without script: moments in the reader's own zone, and a
// countdown that counts.
const moments = new Intl.DateTimeFormat(document.documentElement.lang, {
  weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit",
});
for (const time of document.querySelectorAll("time[datetime]")) {
  const at = new Date(time.dateTime);
  time.title = time.textContent;
  time.textContent = moments.format(at);
}
const due = document.querySelector("[data-until]");
function count() {
  const minutes = Math.floor((new Date(due.dataset.until) - Date.now()) / 60000);
  const days = Math.floor(minutes / 1440);
  const hours = Math.floor((minutes % 1440) / 60);
  if (minutes < 0) due.textContent = "due";
  else if (days) due.textContent = `${days} d ${hours} h`;
  else due.textContent = hours ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}
if (due) setInterval(count, 15000);

// A page of a game follows the game: it is read anew when something happened, but not under the
// hands of somebody who writes; he is told.
const shown = document.querySelector("[data-follow]");
// After these the page is another one; all else is news beside the board.
const another = new Set([
  "Began", "Judged", "Ended", "RolledBack", "PositionSet", "Paused", "Resumed",
  "Joined", "Left", "Admitted", "Seated", "Vacated", "BotSeated", "SettingsChanged",
]);
if (shown && window.EventSource) {
  let written = false;
  document.addEventListener("input", event => {
    // What the board takes is saved at once.
    if (!event.target.closest("dip-board, #order-rows, #sheet")) written = true;
  });
  const news = new EventSource(shown.dataset.follow);
  news.addEventListener("event", event => {
    const { kind } = JSON.parse(event.data);
    if (another.has(kind) && !written) {
      location.reload();
      return;
    }
    const board = document.querySelector("dip-board");
    board?.refresh?.().catch(() => undefined);
    if (kind !== "OrdersSaved") document.getElementById("news").hidden = false;
  });
}

// The board counts what is ordered, also before it is saved.
document.addEventListener("dip-orders", event => {
  const count = document.querySelector(".ready .count");
  if (count) count.textContent = event.detail.text;
});
