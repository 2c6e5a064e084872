// The prices of the unit or the city that is tapped on the map, or chosen beside it, without a new page.
const prices = document.getElementById("prices");
const known = new Set(Array.from(document.querySelectorAll("#money .places a"), one => one.dataset.at));
let looked = "";
async function look(place) {
  looked = place;
  // Nothing else of the page is read, and nothing is taken for seen.
  const page = `${location.pathname}?${new URLSearchParams({ at: place, peek: true, parts: true })}`;
  const answer = await fetch(page, { credentials: "same-origin" });
  if (!answer.ok) return;
  const read = /<!--live prices-->([^]*?)<!--\/live-->/.exec(await answer.text());
  if (!read || looked !== place) return;
  prices.innerHTML = read[1];
  for (const link of document.querySelectorAll("#money .places a")) {
    if (link.dataset.at === place) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}
document.getElementById("money").addEventListener("click", event => {
  const link = event.target.closest(".places a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  look(link.dataset.at).catch(() => { location.href = link.href; });
});
// What is typed is not taken away by a tap on the map.
const isTyped = () => Array.from(prices.querySelectorAll("input:not([type=hidden])")).some(one => one.value !== one.defaultValue);
document.querySelector("dip-board")?.addEventListener("click", event => {
  const shape = event.composedPath().find(one => one.dataset?.province);
  const place = shape?.dataset.province.split("/")[0].replace(/_CITY$/, "");
  if (place && known.has(place) && !isTyped()) look(place).catch(() => undefined);
});
