/**
 * The route for pictures of ratings. The writing page's form posts here without any script, text and all, and is sent back
 * to its page, which shows what was kept; every other client gets JSON. Spec §7 generic multipart upload.
 */
import multipart from "@fastify/multipart";
import { isShopError, ShopError } from "contract/errors.ts";
import { sameSitePath } from "contract/values/same-site.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { takeLimit } from "../calls/limits.ts";
import type { Ctx } from "../kernel/context.ts";
import { partsOf, refusalOfForm } from "../platform/multipart.ts";
import { rejectCrossSiteWrites } from "../platform/response-headers.ts";
import { maintenance } from "../platform/settings.ts";
import { MAX_PICTURE_BYTES, pictureFor, pictureRefused, saveDraft } from "./pictures.ts";

const limit = { times: 60, seconds: 3600, per: "session" } as const;
const MAX_FIELDS = 20;
const MAX_FILES = 5;
/** Letters of the longest text, as they are sent at most. */
const MAX_FIELD_BYTES = 16_000;

type CtxOf = (request: FastifyRequest) => Ctx;
type Form = { fields: Record<string, string>; hashtags: string[]; files: Buffer[] };

export function serveCommentPictures(app: FastifyInstance, ctxOf: CtxOf): void {
  app.register(async (forms) => {
    await forms.register(multipart, {
      limits: {
        ...{ fileSize: MAX_PICTURE_BYTES, files: MAX_FILES, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES },
        parts: MAX_FIELDS + MAX_FILES,
      },
    });
    forms.post("/v1/client/comment-picture", (request, reply) => receive(ctxOf(request), request, reply));
  });
  app.get("/uploads/comments/:name", async (request, reply) => {
    const { name } = request.params as { name: string };
    if (!/^[\w-]{22}\.webp$/.test(name)) throw new ShopError("not_found");
    const ctx = ctxOf(request);
    const found = await pictureFor(ctx, `comments/${name}`, (await ctx.session())?.customer_id ?? null);
    if (!found) throw new ShopError("not_found");
    reply.type("image/webp").header("cache-control", found.is_public ? "public, max-age=3600" : "private, no-store");
    return reply.send(found.bytes);
  });
}

async function receive(ctx: Ctx, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  rejectCrossSiteWrites(request, ctx.config);
  const form: Form = { fields: {}, hashtags: [], files: [] };
  const isPage = request.headers.accept?.includes("text/html") === true;
  try {
    const customer_id = await senderOf(ctx);
    await read(request, form);
    const { product_id = "", stars, text, show_name } = form.fields;
    if (!/^\d{1,9}$/.test(product_id)) throw new ShopError("not_found");
    if (form.files.length === 0) throw pictureRefused("picture_missing");
    const typed = {
      hashtags: form.hashtags,
      ...(stars && { stars }),
      ...(text && { text }),
      ...(show_name && { show_name }),
    };
    const pictures = await saveDraft(ctx, customer_id, Number(product_id), typed, form.files);
    if (!isPage) return reply.header("cache-control", "no-store").send({ data: { pictures } });
    return goBack(reply, form.fields.return_to, "added");
  } catch (error) {
    request.raw.resume(); // a client that still sends must be able to finish, or never reads the answer
    const refused = refusalOfForm(error, () => pictureRefused("picture_too_large"));
    if (!isPage || !isShopError(refused) || refused.code === "unauthenticated") throw refused;
    return goBack(reply, form.fields.return_to, refused.message_key);
  }
}

async function senderOf(ctx: Ctx): Promise<number> {
  if (await maintenance(ctx)) throw new ShopError("maintenance", { retry_after_seconds: 300 });
  const session = await ctx.session();
  if (!session || session.customer_id === null)
    throw new ShopError("unauthenticated", { message_key: "log_in_to_rate" });
  if (session.pending_password) throw new ShopError("password_pending");
  await takeLimit(ctx, "reviews.picture", limit);
  return session.customer_id;
}

/** Fields may come before and after the files. */
async function read(request: FastifyRequest, form: Form): Promise<void> {
  for await (const part of partsOf(request)) {
    if (part.type === "file") {
      const bytes = await part.toBuffer();
      if (part.fieldname === "picture" && bytes.length > 0) form.files.push(bytes);
    } else if (typeof part.value === "string") {
      if (part.fieldname === "hashtags[]") form.hashtags.push(part.value);
      else form.fields[part.fieldname] = part.value;
    }
  }
}

/** The word takes the place of an older one. */
function goBack(reply: FastifyReply, returnTo: string | undefined, word: string): FastifyReply {
  const address = new URL(sameSitePath(returnTo, "/danh-gia-san-pham"), "http://shop");
  address.searchParams.set("picture", word);
  return reply.redirect(address.pathname + address.search, 303);
}
