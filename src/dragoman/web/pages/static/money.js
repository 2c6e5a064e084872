// The prices of the unit or the city that is tapped on the map, or chosen beside it, without a new page.
const prices = document.getElementById("prices");
const known = new Set(Array.from(document.querySelectorAll("#money .places a"), one => one.dataset.at));
async function look(place) {
  const page = `${location.pathname}?at=${encodeURIComponent(place)}`;
  const answer = await fetch(page, { credentials: "same-origin" });
  if (!answer.ok) return;
  const read = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("prices");
  if (!read) return;
  prices.replaceChildren(...read.childNodes);
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
