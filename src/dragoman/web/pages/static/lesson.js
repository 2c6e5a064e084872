// Once the board of a lesson is there its orders count, and not the lists that stand in for it.
document.getElementById("lesson").addEventListener("submit", ({ target }) => {
  if (!document.getElementById("order-rows").childElementCount) return;
  for (const list of target.querySelectorAll("#order-lists select")) list.disabled = true;
});
