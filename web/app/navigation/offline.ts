const after_waking_ms = 5000;

/**
 * Keeps the shop readable without a network (public/sw.js). Called by the client entry once the page is active, and a
 * little later still: until then the connection belongs to the page. Browsers without service workers, and plain http, go
 * without.
 */
export function registerOffline(): void {
  if (!("serviceWorker" in navigator)) return;
  setTimeout(() => {
    navigator.serviceWorker.register("/sw.js").catch((error: unknown) => {
      console.warn("Not readable offline:", error);
    });
  }, after_waking_ms);
}
