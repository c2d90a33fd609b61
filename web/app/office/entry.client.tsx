import { loadOfficeMessages } from "messages/office/messages.ts";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

await loadOfficeMessages(document.documentElement.lang === "en" ? "en" : "vi");
startTransition(() => {
  hydrateRoot(document, <HydratedRouter />, { onRecoverableError: (error) => console.error(error) });
});
