import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { handedOver } from "./hand-off.ts";
import { registerOffline } from "./offline.ts";

const context = window.__reactRouterContext;
if (context) context.stream = handedOver(String(context.stream));
registerOffline();
startTransition(() => {
  hydrateRoot(document, <HydratedRouter />, {
    onRecoverableError: (error) => console.error(error),
  });
});
