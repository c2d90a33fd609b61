/**
 * The route for avatars. A page's plain form posts here as well, without any script, and is sent back to its page with a
 * word for it in the address (`?avatar=saved`); every other client gets JSON. Spec §7 generic multipart upload.
 */
import multipart from "@fastify/multipart";
import { isShopError, ShopError } from "contract/errors.ts";
import { sameSitePath } from "contract/values/same-site.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { takeLimit } from "../../calls/limits.ts";
import type { Ctx } from "../../kernel/context.ts";
import { partsOf, refusalOfForm } from "../../platform/multipart.ts";
import { rejectCrossSiteWrites } from "../../platform/response-headers.ts";
import { maintenance } from "../../platform/settings.ts";
import { storageOf } from "../../platform/storage.ts";
import { avatarRefused, MAX_AVATAR_BYTES, removeAvatar, setAvatar } from "./avatars.ts";

const limit = { times: 30, seconds: 3600, per: "session" } as const;
const MAX_FIELDS = 5;

type CtxOf = (request: FastifyRequest) => Ctx;

export function serveAvatars(app: FastifyInstance, ctxOf: CtxOf): void {
  app.register(async (forms) => {
    await forms.register(multipart, {
      limits: { fileSize: MAX_AVATAR_BYTES, files: 1, fields: MAX_FIELDS, fieldSize: 1000, parts: MAX_FIELDS + 1 },
    });
    forms.post("/v1/client/avatar", (request, reply) => receive(ctxOf(request), request, reply));
  });
  app.get("/avatars/:name", async (request, reply) => {
    const { name } = request.params as { name: string };
    const known = /^[\w-]{22}\.webp$/.test(name);
    const bytes = known && (await storageOf(ctxOf(request).config).get(`avatars/${name}`));
    if (!bytes) throw new ShopError("not_found");
    reply.type("image/webp").header("cache-control", "private, max-age=86400");
    return reply.send(Buffer.from(bytes));
  });
}

async function receive(ctx: Ctx, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  rejectCrossSiteWrites(request, ctx.config);
  const fields: Record<string, string> = {};
  const isPage = request.headers.accept?.includes("text/html") === true;
  try {
    const customer_id = await senderOf(ctx);
    const avatar_url = await change(ctx, customer_id, request, fields);
    if (!isPage) return reply.header("cache-control", "no-store").send({ data: { avatar_url } });
    return goBack(reply, fields.return_to, avatar_url === null ? "removed" : "saved");
  } catch (error) {
    request.raw.resume(); // a client that still sends must be able to finish, or never reads the answer
    const refused = refusalOfForm(error, () => avatarRefused("avatar_too_large"));
    if (!isPage || !isShopError(refused) || refused.code === "unauthenticated") throw refused;
    return goBack(reply, fields.return_to, refused.message_key);
  }
}

async function senderOf(ctx: Ctx): Promise<number> {
  if (await maintenance(ctx)) throw new ShopError("maintenance", { retry_after_seconds: 300 });
  const session = await ctx.session();
  if (!session || session.customer_id === null) throw new ShopError("unauthenticated");
  if (session.pending_password) throw new ShopError("password_pending");
  await takeLimit(ctx, "identity.avatar", limit);
  return session.customer_id;
}

/** Fields come before the file in our form, and are read as they come. */
async function change(ctx: Ctx, customer_id: number, request: FastifyRequest, fields: Record<string, string>) {
  let sent: Buffer | undefined;
  for await (const part of partsOf(request)) {
    if (part.type === "file") {
      const bytes = await part.toBuffer();
      if (part.fieldname === "avatar" && bytes.length > 0) sent = bytes;
    } else if (typeof part.value === "string") fields[part.fieldname] = part.value;
  }
  if (fields.intent === "remove_avatar") {
    await removeAvatar(ctx, customer_id);
    return null;
  }
  if (!sent) throw avatarRefused("avatar_missing");
  return setAvatar(ctx, customer_id, sent);
}

/** The word takes the place of an older one. */
function goBack(reply: FastifyReply, returnTo: string | undefined, word: string): FastifyReply {
  const address = new URL(sameSitePath(returnTo, "/tai-khoan/thong-tin-tai-khoan"), "http://shop");
  address.searchParams.set("avatar", word);
  return reply.redirect(address.pathname + address.search, 303);
}
