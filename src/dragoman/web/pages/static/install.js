// The service worker, for who is signed in; and what it may not keep once he is not.
const { account } = document.documentElement.dataset;

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
    caches.delete("map").catch(() => undefined);
  });
}
