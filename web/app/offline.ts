/**
 * Keeps the shop readable without a network (public/sw.js). Called by the client entry once the page is active, so that
 * no script is fetched before. Browsers without service workers, and plain http, go without.
 */
export function registerOffline(): void {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register("/sw.js").catch((error: unknown) => {
    console.warn("The shop will not be readable offline:", error);
  });
}
