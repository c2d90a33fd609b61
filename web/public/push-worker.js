/*
 * Hears messages of the shop while no page is open, and shows them. It controls no page, fetches nothing and keeps
 * nothing: being readable offline is the other worker's business (sw.js). web/app/session/push.ts registers it.
 */
self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("push", (event) => {
  event.waitUntil(show(event.data));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

async function show(data) {
  const { title, body, link, tag, lang } = data?.json() ?? {};
  await self.registration.showNotification(title ?? self.location.hostname, {
    body,
    lang,
    tag, // the same message twice is one
    data: link ?? "/",
    icon: "/icon-192.png",
  });
}

/** An open page of the shop is used again; only addresses of this shop are opened. */
async function open(link) {
  const address = new URL(link, self.location.origin);
  if (address.origin !== self.location.origin) return;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find((each) => new URL(each.url).href === address.href);
  if (page) await page.focus();
  else await self.clients.openWindow(address.href);
}
