/**
 * The route for pictures of a chat. The page's form posts here without any script, text and all: that is one message, and the
 * browser goes back to the conversation. Every other client gets keys for `chat.send`. Spec §7 generic multipart upload.
 */
import multipart from "@fastify/multipart";
import { randomId } from "contract/chat/chat.ts";
import { MAX_CHAT_PICTURES, MAX_MESSAGE } from "contract/chat/chat-words.ts";
import { isShopError, ShopError } from "contract/errors.ts";
import { sameSitePath } from "contract/values/same-site.ts";
import { visibleText } from "contract/values/text.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { takeLimit } from "../calls/limits.ts";
import type { Ctx } from "../kernel/context.ts";
import { partsOf, refusalOfForm } from "../platform/multipart.ts";
import { rejectCrossSiteWrites } from "../platform/response-headers.ts";
import { maintenance } from "../platform/settings.ts";
import { ownConversation } from "./conversation-row.ts";
import { sendMessage } from "./messages.ts";
import { MAX_PICTURE_BYTES, pictureBy, pictureRefused, storePictures } from "./pictures.ts";

const limit = { times: 60, seconds: 3600, per: "session" } as const;
const MAX_FIELDS = 10;
/** Letters of the longest text, as they are sent at most. */
const MAX_FIELD_BYTES = 16_000;

type CtxOf = (request: FastifyRequest) => Ctx;
type Form = { fields: Record<string, string>; files: Buffer[] };

export function serveChatPictures(app: FastifyInstance, ctxOf: CtxOf): void {
  app.register(async (forms) => {
    await forms.register(multipart, {
      limits: {
        ...{ fileSize: MAX_PICTURE_BYTES, files: MAX_CHAT_PICTURES, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES },
        parts: MAX_FIELDS + MAX_CHAT_PICTURES,
      },
    });
    forms.post("/v1/client/chat/:id/pictures", (request, reply) => receive(ctxOf(request), request, reply));
  });
  app.get("/v1/client/chat-picture/:token", async (request, reply) => {
    const { token } = request.params as { token: string };
    const found = await pictureBy(ctxOf(request), token);
    if (!found) throw new ShopError("not_found");
    return reply.type("image/webp").header("cache-control", "private, no-store").send(found);
  });
}

async function receive(ctx: Ctx, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  rejectCrossSiteWrites(request, ctx.config);
  const { id } = request.params as { id: string };
  const form: Form = { fields: {}, files: [] };
  const isPage = request.headers.accept?.includes("text/html") === true;
  try {
    if (await maintenance(ctx)) throw new ShopError("maintenance", { retry_after_seconds: 300 });
    await ownConversation(ctx, id);
    await takeLimit(ctx, "chat.picture", limit);
    await read(request, form);
    const pictures = form.files.length > 0 || !isPage ? await storePictures(ctx, id, form.files) : [];
    if (!isPage) return reply.header("cache-control", "no-store").send({ data: { pictures } });
    const client_id = randomId.safeParse(form.fields.client_id);
    if (!client_id.success) throw new ShopError("malformed");
    const text = [...visibleText(form.fields.text ?? "")].slice(0, MAX_MESSAGE).join("");
    await sendMessage(ctx, { id, client_id: client_id.data, text, pictures });
    return goBack(reply, form.fields.return_to);
  } catch (error) {
    request.raw.resume(); // a client that still sends must be able to finish, or never reads the answer
    const refused = refusalOfForm(error, () => pictureRefused("picture_too_large"));
    if (!isPage || !isShopError(refused) || refused.code === "not_found") throw refused;
    return goBack(reply, form.fields.return_to, Object.values(refused.fields)[0]?.[0]?.key ?? refused.message_key);
  }
}

async function read(request: FastifyRequest, form: Form): Promise<void> {
  for await (const part of partsOf(request)) {
    if (part.type === "file") {
      const bytes = await part.toBuffer();
      if (part.fieldname === "picture" && bytes.length > 0) form.files.push(bytes);
    } else if (typeof part.value === "string") form.fields[part.fieldname] = part.value;
  }
}

/** `problem` is a key of errors. */
function goBack(reply: FastifyReply, returnTo: string | undefined, problem?: string): FastifyReply {
  const address = new URL(sameSitePath(returnTo, "/tro-chuyen"), "http://shop");
  if (problem) address.searchParams.set("picture", problem);
  return reply.redirect(`${address.pathname}${address.search}#end`, 303);
}
