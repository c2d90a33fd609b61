/** The notification stream, Zalo's ipns, and in development what nobody carries. */
import type { RouteContext } from "../http/route-context.ts";
import { serveOutbox } from "./outbox-page.ts";
import { streams } from "./stream.ts";
import { serveNotifyStream } from "./stream-route.ts";
import { mountZalo } from "./zalo-route.ts";

export function mountNotificationsRoutes({ app, config, log, url, ctxOf, callerOf, ownCtx }: RouteContext): void {
  serveNotifyStream(app, streams({ url, log, ctxOf: (locale) => ownCtx("stream", locale) }), callerOf);
  mountZalo(app, ctxOf);
  if (config.dev_simulators) serveOutbox(app, ctxOf);
}
