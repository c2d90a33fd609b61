import { localeOfPath } from "contract/locale.ts";
import { loadMessages } from "messages/messages.ts";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { registerOffline } from "./offline.ts";

await loadMessages(localeOfPath(location.pathname).locale);
registerOffline();
startTransition(() => {
  hydrateRoot(document, <HydratedRouter />, {
    onRecoverableError: (error) => console.error(error),
  });
});
