/** The notification stream, Zalo's ipns, and in development what nobody carries. */
import type { RouteContext } from "../http/route-context.ts";
import { serveOutbox } from "./outbox-page.ts";
import { streams } from "./stream.ts";
import { serveNotifyStream } from "./stream-route.ts";
import { mountZalo } from "./zalo-route.ts";

export function mountNotificationsRoutes({
  app,
  config,
  log,
  databaseUrl,
  anonymousCtx,
  sessionCtx,
  systemCtx,
}: RouteContext): void {
  serveNotifyStream(
    app,
    streams({ url: databaseUrl, log, ctxOf: (locale) => systemCtx("stream", locale) }),
    sessionCtx,
  );
  mountZalo(app, anonymousCtx);
  if (config.dev_simulators) serveOutbox(app, anonymousCtx);
}
