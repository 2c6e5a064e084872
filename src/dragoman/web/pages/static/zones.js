// Time zones: a word leaves those in the list that have it, and the device's own zone is a button away.
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
for (const field of document.querySelectorAll("[data-zones]")) {
  const [row, search, offer, list] = ["p", "input", "button", "select"].map(one => field.querySelector(one));
  const all = [...list.children];
  const groups = all.map(one => ({ one, options: [...one.querySelectorAll("option")] }));
  const has = (option, word) => `${option.value} ${option.text}`.replaceAll("_", " ").toLowerCase().includes(word);
  row.hidden = false;
  search.addEventListener("input", () => {
    const word = search.value.trim().toLowerCase();
    const chosen = list.value;
    for (const { one, options } of groups) {
      if (options.length) one.replaceChildren(...options.filter(option => has(option, word) || option.value === chosen));
    }
    list.replaceChildren(...all.filter(one => one.matches("option") || one.children.length));
    list.size = word ? Math.min(8, Math.max(2, list.options.length + list.children.length)) : 1;
  });
  const choose = () => {
    search.value = "";
    search.dispatchEvent(new Event("input"));
  };
  list.addEventListener("change", choose);
  search.addEventListener("keydown", event => {
    const found = [...list.options].filter(one => one.value && has(one, search.value.trim().toLowerCase()));
    if (event.key !== "Enter" || !search.value.trim()) return;
    event.preventDefault();
    if (found.length) list.value = found[0].value;
    choose();
  });
  if (here && list.value !== here && [...list.options].some(one => one.value === here)) {
    offer.textContent = offer.dataset.text.replace("{zone}", here.replaceAll("_", " "));
    offer.hidden = false;
    offer.addEventListener("click", () => {
      choose();
      list.value = here;
      offer.hidden = true;
      list.focus();
    });
  }
}
