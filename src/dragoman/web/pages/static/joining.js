// The link to a game is copied and shared where the browser can do that.
for (const button of document.querySelectorAll("[data-copy]")) {
  const field = document.getElementById(button.dataset.copy);
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      // Over plain HTTP, or where it is forbidden.
      field.select();
      if (!document.execCommand("copy")) return;
    }
    button.textContent = button.dataset.done;
    document.getElementById("copied").textContent = button.dataset.done;
    setTimeout(() => { button.textContent = label; }, 3000);
  });
}
if (navigator.share) {
  for (const button of document.querySelectorAll("[data-share]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      navigator.share({ title: button.dataset.title, url: button.dataset.share }).catch(() => undefined);
    });
  }
}
