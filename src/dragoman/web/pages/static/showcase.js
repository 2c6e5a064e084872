// The game that the front page shows: its map is fetched once, then turn after turn. It goes on by
// itself while it is seen, and stops at a click, or where somebody wants less motion.
const figure = document.getElementById("showcase");
const stage = figure.querySelector(".stage");
const [turn, leads] = figure.querySelectorAll("[data-turn], [data-leads]");
const pause = figure.querySelector("button");
const SECONDS = 3;
const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches
  || document.documentElement.dataset.motion === "less";

let shown = Number(figure.dataset.first);
const last = Number(figure.dataset.turns) - 1;
let isSeen = true;
let plays = !isStill;

const read = async address => {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.statusText);
  return answer;
};

// The style sheet is taken out before anything is parsed: the page's policy lets none stand inline.
async function unfolded() {
  const sheet = new CSSStyleSheet();
  const text = (await (await read(figure.dataset.ground)).text()).replace(/<style>([^<]*)<\/style>/, (_, style) => {
    sheet.replaceSync(style.replace(/&gt;/g, ">").replace(/&amp;/g, "&") + OWN);
    return "";
  });
  const map = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  map.setAttribute("aria-hidden", "true");
  const root = stage.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [sheet];
  root.append(map);
  return map;
}
const OWN = ":host { display: block } svg { display: block; width: 100%; height: 100% }";

function paint(map, board) {
  const { owners } = board.layers;
  for (const shape of map.querySelectorAll(".province[data-province]")) {
    const owner = owners[shape.dataset.province];
    const kept = [...shape.classList].filter(name => !/^owner-|^unowned$/.test(name));
    shape.setAttribute("class", [...kept, owner ? `owner-${owner}` : "unowned"].join(" "));
  }
  map.style.setProperty("--u", `${board.layers.unit}px`);
  for (const name of ["centers", "orders", "names", "units"]) {
    map.querySelector(`:scope > g.${name}`).innerHTML = board.layers[name];
  }
  turn.textContent = board.turn;
  leads.textContent = board.leads;
}

function tell() {
  figure.classList.toggle("plays", plays);
  pause.setAttribute("aria-pressed", String(plays));
  pause.textContent = plays ? pause.dataset.pause : pause.dataset.play;
}

async function begin() {
  const [map, first] = await Promise.all([unfolded(), read(`/showcase/${shown}`).then(answer => answer.json())]);
  frame(map);
  paint(map, first);
  figure.classList.add("shown");
  tell();
  for (;;) {
    await new Promise(done => setTimeout(done, SECONDS * 1000));
    if (!plays || !isSeen || document.hidden) continue;
    const next = shown >= last ? 0 : shown + 1;
    try {
      paint(map, await (await read(`/showcase/${next}`)).json());
      shown = next;
    } catch {
      plays = false; // offline, or asked too much: the turn that is shown stays
      tell();
    }
  }
}

// Where there is no room for the whole map, its middle alone: what stands there is laid out for a width.
function frame(map, { width, height } = map.viewBox.baseVal) {
  const share = Math.min(1, stage.clientWidth / Number(figure.dataset.width));
  const wide = width * share;
  const high = Math.min(height, (wide * stage.clientHeight) / stage.clientWidth);
  map.setAttribute("viewBox", `${(width - wide) * 0.52} ${(height - high) * 0.62} ${wide} ${high}`);
  map.setAttribute("preserveAspectRatio", "xMidYMid slice");
}

pause.hidden = false;
pause.addEventListener("click", () => {
  plays = !plays;
  tell();
});
new IntersectionObserver(seen => {
  isSeen = seen.at(-1).isIntersecting;
}).observe(figure);
begin().catch(() => figure.classList.add("failed"));
