/** Event streams and pictures of the live chat. */
import type { RouteContext } from "../http/route-context.ts";
import { serveChatPictures } from "./picture-route.ts";
import { chatStreams } from "./streams/stream.ts";
import { serveChatStreams } from "./streams/stream-route.ts";

export function mountChatRoutes({ app, log, databaseUrl, sessionCtx, systemCtx, staffCtx }: RouteContext): void {
  const streams = chatStreams({ url: databaseUrl, log, ctxOf: (locale) => systemCtx("chat", locale) });
  serveChatStreams(app, streams, { ctxOf: sessionCtx, staffCtxOf: staffCtx });
  serveChatPictures(app, sessionCtx);
}
