// Adding this device to those that are told by push: its browser says where, and the form says it on.
const adding = document.getElementById("add-device");
const notice = adding.querySelector(".notice");
adding.hidden = false;

function tell(text) {
  notice.textContent = text;
  notice.hidden = false;
}

adding.addEventListener("submit", async event => {
  if (adding.elements.endpoint.value) return;
  event.preventDefault();
  if (!window.PushManager || !navigator.serviceWorker) {
    tell(adding.dataset.none);
    return;
  }
  try {
    const worker = await navigator.serviceWorker.ready;
    if (await Notification.requestPermission() !== "granted") throw new Error("refused");
    const made = await worker.pushManager.subscribe({
      userVisibleOnly: true, applicationServerKey: adding.dataset.key,
    });
    const { endpoint, keys } = made.toJSON();
    adding.elements.endpoint.value = endpoint;
    adding.elements.key.value = keys.p256dh;
    adding.elements.auth.value = keys.auth;
    adding.requestSubmit();
  } catch {
    tell(adding.dataset.refused);
  }
});
