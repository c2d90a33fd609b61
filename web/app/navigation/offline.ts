const AFTER_WAKING_MS = 5000;

/**
 * Keeps the shop readable without a network (public/sw.js). Called by the client entry a little after
 * hydration: until then the connection is left to the page. Browsers without service workers, and plain http, go
 * without.
 */
export function registerOffline(): void {
  if (!("serviceWorker" in navigator)) return;
  setTimeout(() => {
    navigator.serviceWorker.register("/sw.js").catch((error: unknown) => {
      console.warn("Not readable offline:", error);
    });
  }, AFTER_WAKING_MS);
}
