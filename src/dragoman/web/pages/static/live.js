// The maps of games that run follow them: the list is read anew when a game has moved, while somebody
// looks at it.
const live = document.getElementById("live");
const EVERY = 15_000;
let known = "";

async function said(address) {
  const answer = await fetch(address, { credentials: "same-origin" });
  if (!answer.ok) throw new Error(answer.status);
  return answer.text();
}

async function look() {
  const phases = await said(live.dataset.phases);
  const isNew = known && phases !== known;
  known = phases;
  if (!isNew) return;
  const there = new DOMParser().parseFromString(await said(location.href), "text/html").getElementById("live");
  const pictures = part => new Map(Array.from(part.querySelectorAll("[data-game]"), one => [one.dataset.game, one.querySelector("img").getAttribute("src")]));
  const before = pictures(live);
  const { activeElement: held } = document;
  const at = held?.closest("[data-game]")?.dataset.game;
  for (const [game, picture] of pictures(there)) {
    if (before.has(game) && before.get(game) !== picture) there.querySelector(`[data-game="${game}"]`).classList.add("moved");
  }
  live.replaceChildren(...there.childNodes);
  window.dispatchEvent(new CustomEvent("page-part", { detail: live }));
  if (at) live.querySelector(`[data-game="${at}"] a`)?.focus({ preventScroll: true });
}

const again = () => document.hidden || look().catch(() => undefined);
again();
setInterval(again, EVERY);
document.addEventListener("visibilitychange", again);
