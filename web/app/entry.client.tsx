import { localeOfPath } from "contract/locale.ts";
import { loadMessages } from "messages/messages.ts";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

await loadMessages(localeOfPath(location.pathname).locale);
if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("/sw.js").catch((error) => console.warn("Pages are not kept for offline", error));
}
startTransition(() => {
  hydrateRoot(document, <HydratedRouter />, {
    onRecoverableError: (error) => console.error(error),
  });
});
