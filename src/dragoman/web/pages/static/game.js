// What the page of a game does beyond what it does without script: it follows the game, counts what is
// ordered, and tells beside the board of the turn that is looked at there.
const board = document.querySelector("dip-board");
const heard = document.getElementById("heard");

// Parts that are read anew when something happened; what somebody is writing is in none of them.
async function readAnew() {
  const answer = await fetch(location.href, { credentials: "same-origin" });
  if (!answer.ok) return;
  const there = new DOMParser().parseFromString(await answer.text(), "text/html");
  const said = new Set();
  for (const one of document.querySelectorAll("[data-live]")) {
    const name = one.dataset.live;
    const now = there.querySelector(`[data-live="${name}"]`);
    if (!now || now.innerHTML === one.dataset.was) continue;
    one.dataset.was = now.innerHTML;
    if (one.textContent.replace(/\s+/g, " ") === now.textContent.replace(/\s+/g, " ")) continue;
    one.replaceChildren(...now.childNodes);
    said.add(name === "messages" || name === "threads" ? "press" : name === "votes" ? "happened" : "");
    window.dispatchEvent(new CustomEvent("page-part", { detail: one }));
  }
  heard.textContent = said.has("press") ? heard.dataset.press : said.has("happened") ? heard.dataset.happened : "";
}

const shown = document.querySelector("[data-follow]");
if (shown && window.EventSource) {
  let waiting = 0;
  const news = new EventSource(shown.dataset.follow);
  news.addEventListener("event", event => {
    const { kind } = JSON.parse(event.data);
    if (kind === "Ended" || kind === "Began") {
      location.reload();
      return;
    }
    board?.refresh?.().catch(() => undefined);
    // Several things that happen at once are one to whoever reads of them.
    clearTimeout(waiting);
    waiting = setTimeout(() => readAnew().catch(() => undefined), 300);
  });
}

// The board counts what is ordered, also before it is saved.
document.addEventListener("dip-orders", event => {
  const count = document.querySelector(".ready .count");
  if (count) count.textContent = event.detail.text;
});

// What a turn came to, in words: fetched once for each, when somebody stays at it.
const told = new Map();
const turn = document.getElementById("turn");
const own = document.querySelector("[data-turn-page]");
let wanted = "";
let pause = 0;

function toldOf(page) {
  if (!told.has(page)) {
    const found = fetch(page, { credentials: "same-origin" })
      .then(answer => (answer.ok ? answer.text() : Promise.reject(new Error(answer.status))))
      .then(text => new DOMParser().parseFromString(text, "text/html"));
    found.catch(() => told.delete(page));
    told.set(page, found);
  }
  return told.get(page);
}

async function tell(page) {
  const there = await toldOf(page);
  if (page !== wanted) return;
  turn.innerHTML = there.getElementById("turn").innerHTML;
  turn.hidden = false;
  if (own) {
    own.innerHTML = there.querySelector("[data-turn-page]").innerHTML;
    for (const aside of document.querySelectorAll(".aside")) aside.innerHTML = there.querySelector(".aside").innerHTML;
    document.title = there.title;
    history.replaceState(null, "", page);
  }
}

document.addEventListener("dip-turn", event => {
  const { turn: name, page } = event.detail;
  clearTimeout(pause);
  if (!turn) return;
  wanted = name ? page : "";
  if (!name && own) location.assign(own.dataset.turnPage);
  else if (!name) turn.hidden = true;
  else if (!own || !location.pathname.endsWith(`/${name}`)) pause = setTimeout(() => tell(page).catch(() => undefined), 200);
});
