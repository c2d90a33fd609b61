const DELAY_MS = 5000;

/**
 * Registers the service worker, which makes visited pages readable without a network (public/sw.js). It waits DELAY_MS after
 * hydration, so that it does not compete with the page for the connection. Does nothing in browsers without service workers
 * and over plain http.
 */
export function registerOffline(): void {
  if (!("serviceWorker" in navigator)) return;
  setTimeout(() => {
    navigator.serviceWorker.register("/sw.js").catch((error: unknown) => {
      console.warn("Not readable offline:", error);
    });
  }, DELAY_MS);
}
