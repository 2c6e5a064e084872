// What pages keep for when there is no network: their shell with the judge for the tab, his tables of the
// variants that were looked at, and the last map.
// SHELL and VERSION stand before this text when it is served. Orders, press and pages of accounts
// are never kept: who is offline sees the map as it stood, and is told so.
const KEPT = `shell-${VERSION}`;
const MAP = "map";
const TABLES = "tables";
const LAST = "/last-map.svg";

self.addEventListener("install", event => {
  event.waitUntil((async () => {
    const cache = await caches.open(KEPT);
    // As nobody in particular: what is kept is shown to whoever uses this device.
    await cache.addAll(SHELL.map(path => new Request(path, { credentials: "omit", cache: "no-cache" })));
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", event => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (![KEPT, MAP, TABLES].includes(name)) await caches.delete(name);
    }
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", event => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/static/")) event.respondWith(keptFirst(request));
  else if (url.pathname === LAST) event.respondWith(lastMap());
  else if (url.pathname.endsWith("/judge-tables")) event.respondWith(tables(request));
  else if (request.mode === "navigate") event.respondWith(fromNetwork(request));
});

async function keptFirst(request) {
  return (await caches.match(request, { cacheName: KEPT })) ?? fetch(request);
}

async function tables(request) {
  const cache = await caches.open(TABLES);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match(request);
    if (kept) return kept;
    throw error;
  }
}

async function lastMap() {
  return (await caches.match(LAST, { cacheName: MAP })) ?? new Response("", { status: 404 });
}

async function fromNetwork(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const offline = await caches.match("/offline", { cacheName: KEPT });
    if (offline) return offline;
    throw error;
  }
}

// What the judge tells: a line, and where it leads. A later one of the same game takes its place.
self.addEventListener("push", event => {
  const { title, body, url, tag } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag, renotify: true, data: { url } }));
});

self.addEventListener("notificationclick", event => {
  event.notification.close();
  const url = new URL(event.notification.data.url, location.origin).href;
  event.waitUntil((async () => {
    const open = await self.clients.matchAll({ type: "window" });
    const there = open.find(one => one.url.split("#")[0] === url);
    await (there ? there.focus() : self.clients.openWindow(url));
  })());
});

self.addEventListener("message", event => {
  const { map, account } = event.data;
  event.waitUntil(map ? keep(map, account) : forgetOf(account));
});

// The map without anybody's orders, for the account that looks at it: once for each phase, which
// its address ends with.
async function keep(map, account) {
  await forgetOf(account);
  const kept = await caches.match(LAST, { cacheName: MAP });
  if (kept?.headers.get("X-Map") === map) return;
  const answer = await fetch(map);
  if (!answer.ok) return;
  const headers = { "Content-Type": "image/svg+xml", "X-Account": account, "X-Map": map };
  const cache = await caches.open(MAP);
  await cache.put(LAST, new Response(await answer.blob(), { headers }));
}

// Forget the map of another account; with none, of anybody.
async function forgetOf(account) {
  const kept = await caches.match(LAST, { cacheName: MAP });
  if (kept && kept.headers.get("X-Account") !== account) await caches.delete(MAP);
}
