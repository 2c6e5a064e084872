// What the page of a game does beyond what it does without script: it follows the game, counts what is
// ordered, and tells beside the board of the turn that is looked at there.
const board = document.querySelector("dip-board");
const heard = document.getElementById("heard");

// Parts of a page that are read anew stand between marks, so that nothing else of it is taken apart.
const PART = /<!--live (\w+)-->([^]*?)<!--\/live-->/g;
const partsOf = text => new Map(Array.from(text.matchAll(PART), ([, name, part]) => [name, part]));
const rest = () => new Promise(then => setTimeout(then));

function parsed(text) {
  const made = document.createElement("template");
  made.innerHTML = text;
  return made.content;
}

async function asked(page) {
  const answer = await fetch(page, { credentials: "same-origin" });
  if (!answer.ok) throw new Error(answer.status);
  return answer.text();
}

// What a part says, whatever is left until then, and wherever its moments are told.
function saidBy(part) {
  const copy = part.cloneNode(true);
  for (const due of copy.querySelectorAll(".due")) due.remove();
  for (const time of copy.querySelectorAll("time")) time.textContent = time.dateTime;
  return copy.textContent.replace(/\s+/g, " ");
}

// What is heard of a part that became another: from whom press came, what was put to the vote, what
// became of the deadline.
const words = some => Array.from(some, one => one.textContent.replace(/\s+/g, " ").trim()).join(", ");
const from = whom => whom.length ? `${heard.dataset.press}: ${words(whom)}` : "";
// Of a new phase the board tells.
const phaseOf = part => part.querySelector("b")?.textContent;
const HEARD = {
  now: (part, before) => phaseOf(part) === phaseOf(before) ? words(part.querySelectorAll(":scope > b, .mark, time")) : "",
  threads: part => from(part.querySelectorAll("a:has(.mark)")),
  messages: part => from(part.querySelectorAll("ol:last-of-type li:last-child .power")),
  votes(part, before) {
    const known = Array.from(before.querySelectorAll(".vote > p"), saidBy);
    const news = Array.from(part.querySelectorAll(".vote > p")).filter(one => !known.includes(saidBy(one)));
    return words([part.querySelector("h2"), ...news]);
  },
};

// Put something in the place of what a part holds. Who is at a button or link of it stays there.
const REACHED = "a, button, summary";
function replaced(part, now) {
  const { activeElement: held } = document;
  const at = Array.from(part.querySelectorAll(REACHED)).indexOf(held);
  part.replaceChildren(now);
  window.dispatchEvent(new CustomEvent("page-part", { detail: part }));
  if (at < 0) return;
  const all = Array.from(part.querySelectorAll(REACHED));
  const isSame = one => one?.textContent === held.textContent;
  (isSame(all[at]) ? all[at] : all.find(isSame) ?? all[at] ?? all.at(-1))?.focus({ preventScroll: true });
}

// What somebody is writing is in none of these parts. An answer that is overtaken by a later one is put
// aside.
// The thread at hand stays, whatever comes in others: a letter goes to whom its form was made for. What is
// shown there is read once somebody sees it.
function partsAtHand() {
  const page = new URL(location.href);
  const thread = document.querySelector("#press input[name=thread]");
  if (thread) page.searchParams.set("thread", thread.value);
  for (const one of ["results", "seen"]) page.searchParams.delete(one);
  page.searchParams.set("peek", "true");
  page.searchParams.set("parts", "true");
  return page;
}
// They are asked for once after each news, for whoever wants to know what came of it.
let latest = null;
function partsNow() {
  const reading = latest ?? asked(partsAtHand());
  latest = reading;
  reading.catch(() => { if (latest === reading) latest = null; });
  return reading;
}
const was = new Map();
const said = [];
let readings = 0;
async function readAnew() {
  const reading = ++readings;
  const there = partsOf(await partsNow());
  for (const one of document.querySelectorAll("[data-live]")) {
    const name = one.dataset.live;
    const text = there.get(name);
    if (text === undefined || text === was.get(name)) continue;
    await rest();
    if (reading !== readings) return;
    was.set(name, text);
    const now = parsed(text);
    if (saidBy(one) === saidBy(now)) continue;
    const before = one.cloneNode(true);
    replaced(one, now);
    said.push(HEARD[name]?.(one, before));
  }
  const news = said.splice(0).filter(Boolean).join(". ");
  if (news) heard.textContent = news;
}

const shown = document.querySelector("[data-follow]");
// For a turn that was judged he has waited; what else came of it is told with it.
const AT_ONCE = 10;
const SOON = 300;
// That somebody ordered: he knows, as a rule, and orders more.
const LATER = 3000;
const LONGEST = 60_000;
const isWriting = () => Array.from(document.querySelectorAll("textarea")).some(one => one.id !== "sheet" && one.value !== one.defaultValue);
let waiting = 0;
let delay = LATER;
let wait = 2000;

function follow(address) {
  const stream = new URL(address, location);
  const news = new EventSource(stream);
  news.addEventListener("ready", () => { wait = 2000; });
  // Where something else answers than the judge, who is being updated, say, a browser gives up.
  news.addEventListener("error", () => {
    if (news.readyState !== EventSource.CLOSED) return;
    setTimeout(follow, wait, stream);
    wait = Math.min(2 * wait, LONGEST);
  });
  news.addEventListener("maintenance", () => {
    latest = null;
    insist(readAnew);
  });
  news.addEventListener("event", event => {
    latest = null;
    const { kind, at } = JSON.parse(event.data);
    stream.searchParams.set("after", event.lastEventId);
    if (kind === "Ended" || kind === "Began") {
      // A page of another kind; what somebody is writing he sends, or puts aside, first.
      if (isWriting()) document.getElementById("news").hidden = false;
      else location.reload();
      return;
    }
    insist(() => board?.refresh?.(at));
    // Several things that happen at once are one to whoever reads of them.
    clearTimeout(waiting);
    delay = Math.min(delay, kind === "Judged" ? AT_ONCE : kind === "OrdersSaved" ? LATER : SOON);
    waiting = setTimeout(() => {
      delay = LATER;
      insist(readAnew);
    }, delay);
  });
}
if (shown && window.EventSource) follow(shown.dataset.follow);

// Panes beside the map, or upon it: one of them is open. An address names one by what is in it.
const desk = document.querySelector(".desk");
const tabs = Array.from(document.querySelectorAll(".pane-tabs [data-pane]"));
const isPhone = matchMedia("(max-width: 699px)");
function openPane(name) {
  desk.dataset.pane = name;
  // On a desk the first one is beside the map.
  const shown = name === "map" && !isPhone.matches ? "orders" : name;
  for (const tab of tabs) {
    if (tab.dataset.pane === shown) tab.setAttribute("aria-current", "true");
    else tab.removeAttribute("aria-current");
  }
  dispatchEvent(new CustomEvent("page-pane", { detail: name }));
}
// The board is told what of it a sheet lies upon: what is shown there is shown beside that.
function cover() {
  const view = board?.shadowRoot?.querySelector(".view")?.getBoundingClientRect();
  if (!view) return;
  const sheet = isPhone.matches ? document.getElementById(`pane-${desk.dataset.pane}`)?.getBoundingClientRect() : null;
  board.setAttribute("covered", `0 0 ${sheet ? Math.max(0, Math.round(view.bottom - sheet.top)) : 0} 0`);
}
addEventListener("page-pane", cover);
document.addEventListener("dip-open", cover);
const paneOf = hash => document.getElementById(decodeURIComponent(hash.slice(1)))?.closest(".pane");
function openAt(hash) {
  const pane = hash && paneOf(hash);
  if (pane) openPane(pane.id.replace("pane-", ""));
}
if (desk) {
  openPane(desk.dataset.pane);
  openAt(location.hash);
  addEventListener("hashchange", () => openAt(location.hash));
  isPhone.addEventListener("change", () => openPane(desk.dataset.pane));
  for (const tab of tabs)
    tab.addEventListener("click", event => {
      event.preventDefault();
      const { pane } = tab.dataset;
      // A sheet that is open is put away by its own tab.
      openPane(isPhone.matches && desk.dataset.pane === pane ? "map" : pane);
      history.replaceState(null, "", location.pathname + location.search);
      // Who goes by keys goes on in what he opened.
      if (!event.detail) document.getElementById(`pane-${pane}`)?.focus({ preventScroll: true });
    });
  // A sheet is as high as half the map, or as all of it.
  const grip = document.querySelector(".grip");
  grip?.addEventListener("click", () => {
    const isFull = desk.dataset.sheet !== "full";
    desk.dataset.sheet = isFull ? "full" : "half";
    grip.setAttribute("aria-expanded", String(isFull));
  });
}

// The board counts what is ordered, also before it is saved.
document.addEventListener("dip-orders", event => {
  const count = document.querySelector(".ready .count");
  if (count) count.textContent = event.detail.text;
});

// What is done with orders, such as having them judged, waits for those that are on their way.
let held = null;
document.addEventListener("submit", event => {
  if (event.defaultPrevented || !board?.hasAttribute("saving")) return;
  event.preventDefault();
  const { target: form, submitter } = event;
  held?.disconnect();
  held = new MutationObserver(() => {
    if (board.hasAttribute("saving")) return;
    held.disconnect();
    if (form.isConnected) form.requestSubmit(submitter);
  });
  held.observe(board, { attributes: true });
});

// What a turn came to, in words: fetched once for each, when somebody stays at it.
const told = new Map();
const turn = document.getElementById("turn");
const own = document.querySelector("[data-turn-page]");
let wanted = "";
let pause = 0;

function toldOf(page) {
  if (!told.has(page)) {
    const found = asked(page);
    found.catch(() => told.delete(page));
    told.set(page, found);
  }
  return told.get(page);
}

async function tell(page) {
  const text = await toldOf(page);
  if (page !== wanted) return;
  const there = partsOf(text);
  turn.innerHTML = there.get("turn");
  turn.hidden = false;
  if (own) {
    for (const name of ["head", "aside"]) document.querySelector(`[data-live=${name}]`).innerHTML = there.get(name);
    document.title = parsed(/<title>[^]*?<\/title>/.exec(text)[0]).textContent;
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
