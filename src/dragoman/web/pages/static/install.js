// The service worker, for who is signed in; and what it may not keep once he is not.
const { account } = document.documentElement.dataset;
const WHILE = 10_000;

async function begin() {
  if (!account) {
    const there = await navigator.serviceWorker.getRegistration();
    there?.active?.postMessage({ account: "" });
    // Who has signed out is told nothing more on this device.
    await (await there?.pushManager?.getSubscription())?.unsubscribe();
    return;
  }
  const { active } = await navigator.serviceWorker.register("/service-worker.js").then(() => navigator.serviceWorker.ready);
  const map = document.querySelector("[data-last-map]")?.dataset.lastMap;
  active.postMessage({ account, map });
  // So that the judge for the tab judges without a network, too; once, when all else is there for long.
  const tables = document.querySelector("dip-board[judge]")?.getAttribute("judge").split(" ")[2];
  if (tables && !(await caches.match(tables))) setTimeout(() => fetch(tables).catch(() => undefined), WHILE);
}

// Orders that the judge has are nobody's business on a device that somebody signs out of. What he has
// not got yet waits for its writer.
function forget() {
  for (const [name, kept] of Object.entries(localStorage)) {
    if (name.startsWith("dip-board ") && JSON.parse(kept).sent) localStorage.removeItem(name);
  }
}

document.querySelector("form[action='/sign-out']")?.addEventListener("submit", forget);
if (navigator.serviceWorker) {
  begin().catch(() => undefined);
  document.querySelector("form[action='/sign-out']")?.addEventListener("submit", () => {
    for (const kept of ["map", "tables"]) caches.delete(kept).catch(() => undefined);
  });
}
