/*
 * What the shop still shows without a network: public pages this device has opened, else a page that says so. While
 * there is a network every page comes from it; nothing personal is kept (only pages the server marks `no-cache`, which
 * are the same for everyone). Everything but page loads goes past this worker.
 */
const OFFLINE = "offline-91a62fe8"; // fingerprint of the files below; web/app/offline.test.ts says when it must change
const PAGES = "pages-1";
const MOST_PAGES = 40;
const FILES = ["/offline.html", "/offline.en.html", "/offline.ja.html", "/offline.css", "/offline.svg"];

self.addEventListener("install", (event) => {
  event.waitUntil(install(event));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(activate());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (FILES.includes(new URL(request.url).pathname)) event.respondWith(keptFile(request));
  else if (request.mode === "navigate" && request.method === "GET") event.respondWith(page(event));
});

async function install(event) {
  // Where the browser knows such rules, pictures and scripts do not even wake the worker.
  if (event.addRoutes) {
    const kept = { condition: { or: FILES.map((pathname) => ({ urlPattern: { pathname } })) }, source: "fetch-event" };
    const past = ["no-cors", "cors", "same-origin"].map((requestMode) => ({ requestMode }));
    await event.addRoutes([kept, { condition: { or: past }, source: "network" }]);
  }
  const cache = await caches.open(OFFLINE);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
  await self.skipWaiting();
}

async function activate() {
  for (const name of await caches.keys()) if (name !== OFFLINE && name !== PAGES) await caches.delete(name);
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

async function keptFile(request) {
  const kept = await caches.match(request, { ignoreSearch: true });
  return kept ?? fetch(request);
}

async function page(event) {
  let response;
  try {
    response = (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return keptPage(event.request); // no network is what this worker is for
  }
  if (isForEveryone(response)) event.waitUntil(keep(event.request.url, response.clone()));
  return response;
}

function isForEveryone(response) {
  const lifetime = response.headers.get("cache-control") ?? "";
  const type = response.headers.get("content-type") ?? "";
  return (
    response.status === 200 &&
    response.type === "basic" &&
    !response.redirected &&
    type.startsWith("text/html") &&
    lifetime.includes("no-cache") &&
    !/private|no-store/.test(lifetime)
  );
}

/** Keys keep the order in which they were put, and putting again moves to the end: the first are the longest unseen. */
async function keep(url, response) {
  const pages = await caches.open(PAGES);
  await pages.put(url, response);
  const kept = await pages.keys();
  for (const oldest of kept.slice(0, Math.max(0, kept.length - MOST_PAGES))) await pages.delete(oldest);
}

async function keptPage(request) {
  const pages = await caches.open(PAGES);
  const kept = await pages.match(request.url, { ignoreVary: true });
  if (kept) return kept;
  const language = /^\/(en|ja)(?:\/|$)/.exec(new URL(request.url).pathname)?.[1];
  const notice = await caches.match(language ? `/offline.${language}.html` : "/offline.html");
  return notice ?? Response.error();
}
