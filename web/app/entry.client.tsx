import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { retryReads, trackHistory } from "./navigation/data-strategy.ts";
import { onInput, onSubmit } from "./navigation/last-submission.ts";
import { registerOffline } from "./navigation/offline.ts";
import { App, startRouter } from "./navigation/router.tsx";

registerOffline();
const running = startRouter();
trackHistory(running.router);
addEventListener("submit", (event) => onSubmit(event, running.router.state), { capture: true });
addEventListener("input", onInput, { capture: true });
addEventListener("online", () => retryReads(running.router));
startTransition(() => {
  hydrateRoot(document, <App {...running} />, { onRecoverableError: (error) => console.error(error) });
});
