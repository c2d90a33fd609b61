import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { registerOffline } from "./offline.ts";

registerOffline();
startTransition(() => {
  hydrateRoot(document, <HydratedRouter />, {
    onRecoverableError: (error) => console.error(error),
  });
});
