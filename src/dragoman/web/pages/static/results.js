// What happened comes first: the board shows the turn as it went, and goes on to the present when that is
// chosen. A turn that is judged while the page is open is told as it would be when that is opened.
const board = document.querySelector("dip-board");
const heard = document.getElementById("heard");
const results = () => document.querySelector("#results.results");
const tab = document.querySelector(".pane-tabs [data-pane=orders]");
const name = tab?.querySelector("span");
const usual = name?.textContent;
const isWriting = () => document.activeElement?.matches("textarea, input:not([type=checkbox], [type=radio]), select");

function open() {
  return new Promise(then => (board.board ? then() : board.addEventListener("dip-open", then, { once: true })));
}

// The tab of what is to be done is that of what happened, as long as this comes first.
function named() {
  if (name) name.textContent = results()?.dataset.name ?? usual;
}

async function play() {
  const shown = results();
  if (!board || !shown) return;
  await open();
  // Meanwhile he may have gone on.
  if (results() === shown) await board.play(shown.dataset.turn);
}

function toNow() {
  const shown = results();
  shown.className = "results-later";
  for (const one of shown.children) one.hidden = !one.matches(".look-back");
  named();
  const page = new URL(location.href);
  for (const one of ["results", "seen"]) page.searchParams.delete(one);
  history.replaceState(null, "", page);
  if (board) open().then(() => board.turnTo(""));
  document.querySelector(".pane-tabs [data-pane=map]:not([aria-current])")?.click();
  document.querySelector("#orders h2")?.focus({ preventScroll: true });
}

// Of a row that is opened the order is shown on the map.
document.addEventListener("toggle", ({ target }) => {
  const row = target.closest?.(".fate");
  if (!row) return;
  if (target.open) for (const other of row.parentElement.querySelectorAll("details[open]")) if (other !== target) other.open = false;
  if (target.open) open().then(() => board.point(row.dataset.turn, row.dataset.unit));
  else if (!row.parentElement.querySelector("details[open]")) board?.point(row.dataset.turn, "");
}, true);

document.addEventListener("click", event => {
  if (event.target.closest("#results .to-now") && board) {
    event.preventDefault();
    toNow();
  } else if (event.target.closest("#results .again")) play();
});

// What came while nobody looks at this page is told when somebody does.
function seen() {
  if (document.visibilityState === "visible") return Promise.resolve();
  return new Promise(then => {
    const look = () => {
      if (document.visibilityState !== "visible") return;
      document.removeEventListener("visibilitychange", look);
      then();
    };
    document.addEventListener("visibilitychange", look);
  });
}

function resultsIn(text) {
  const shown = partsOf(text).get("results");
  return shown && parsed(shown).firstElementChild;
}

let waiting = 0;
async function judged() {
  const one = ++waiting;
  await seen();
  if (one !== waiting) return;
  let opened = resultsIn(await partsNow());
  if (opened?.dataset.last === document.getElementById("results").dataset.last) {
    // It was asked for before: the board heard of the turn sooner than this page.
    latest = null;
    opened = resultsIn(await partsNow());
  }
  if (one !== waiting || !opened) return;
  const held = document.activeElement;
  document.getElementById("results").replaceWith(opened);
  named();
  const shown = results();
  if (!shown) return;
  const noted = `${location.pathname}/results-shown?seen=${shown.dataset.last}`;
  fetch(noted, { method: "POST", credentials: "same-origin", headers: { "X-Dragoman": "1" } }).catch(() => undefined);
  const title = document.getElementById("results-title");
  heard.textContent = title.textContent;
  if (isWriting() && held.checkVisibility()) return;
  // As by a mouse, which leaves the focus where it is.
  if (document.querySelector(".desk").dataset.pane !== "orders") tab?.dispatchEvent(new MouseEvent("click", { cancelable: true, detail: 1 }));
  // Who was at what is put away now, his orders or another pane, goes on from here.
  if (!held.checkVisibility()) title.focus({ preventScroll: true });
  await play();
}
document.addEventListener("dip-phase", () => insist(judged));
// So is one that was judged after this page was made and before its board opened.
document.addEventListener("dip-open", () => {
  const phase = document.getElementById("game")?.dataset.lastMap?.split("#")[1];
  if (phase && !results() && board.board.phase !== phase) insist(judged);
});

if (results()) {
  named();
  if (!location.hash) document.getElementById("results-title").focus({ preventScroll: true });
  play();
}
