// The page for when there is no network: the last map, where one is kept.
const map = document.getElementById("last-map");
map.addEventListener("load", () => { map.closest("figure").hidden = false; });
map.src = "/last-map.svg";
addEventListener("online", () => location.reload());
