/**
 * The route for pictures of a request and of a visit: a plain form posts here without any script and is sent back to its page; every
 * other client gets the keys as JSON. Spec §7 generic multipart upload; docs/rules/service.md#pictures
 */
import multipart from "@fastify/multipart";
import { isShopError, ShopError } from "contract/errors.ts";
import { MAX_TICKET_PICTURE_BYTES, MAX_TICKET_PICTURES } from "contract/service/service-words.ts";
import { sameSitePath } from "contract/values/same-site.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { takeLimit } from "../../calls/limits.ts";
import { cookieLine } from "../../http/cookies.ts";
import type { Ctx } from "../../kernel/context.ts";
import { partsOf, refusalOfForm } from "../../platform/multipart.ts";
import { rejectCrossSiteWrites } from "../../platform/response-headers.ts";
import { maintenance } from "../../platform/settings.ts";
import { techniciansProved, visitTicket } from "../technician.ts";
import { addWorkPictures, holdPictures, pictureFor, pictureRefused } from "./pictures.ts";

const DAY_SECONDS = 86_400;
/** A person's and a day's. */
const limit = { times: 60, seconds: DAY_SECONDS, per: "client" } as const;
const MAX_FIELDS = 5;
const MAX_FIELD_BYTES = 2_000;

type CtxOf = (request: FastifyRequest) => Ctx;
type Form = { fields: Record<string, string>; files: Buffer[] };

export function serveServicePictures(app: FastifyInstance, ctxOf: CtxOf): void {
  app.register(async (forms) => {
    await forms.register(multipart, {
      limits: {
        ...{
          fileSize: MAX_TICKET_PICTURE_BYTES,
          files: MAX_TICKET_PICTURES,
          fields: MAX_FIELDS,
          fieldSize: MAX_FIELD_BYTES,
        },
        parts: MAX_FIELDS + MAX_TICKET_PICTURES,
      },
    });
    forms.post("/v1/client/service-picture", (request, reply) => receive(ctxOf(request), request, reply));
  });
  app.get("/uploads/service/:name", async (request, reply) => {
    const { name } = request.params as { name: string };
    if (!/^[\w-]{22}\.webp$/.test(name)) throw new ShopError("not_found");
    const ctx = ctxOf(request);
    const bytes = await pictureFor(ctx, `service/${name}`, await techniciansProved(ctx));
    if (!bytes) throw new ShopError("not_found");
    return reply.type("image/webp").header("cache-control", "private, no-store").send(bytes);
  });
}

async function receive(ctx: Ctx, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  rejectCrossSiteWrites(request, ctx.config);
  const form: Form = { fields: {}, files: [] };
  const isPage = request.headers.accept?.includes("text/html") === true;
  try {
    if (await maintenance(ctx)) throw new ShopError("maintenance", { retry_after_seconds: 300 });
    await takeLimit(ctx, "service.picture", limit);
    await read(request, form);
    if (form.files.length === 0) throw pictureRefused("picture_missing");
    const { id: visit } = form.fields;
    if (!visit) await keepSession(ctx, reply);
    const pictures = visit
      ? await addWorkPictures(ctx, await visitTicket(ctx, visit), form.files)
      : await holdPictures(ctx, form.files);
    if (!isPage) return reply.header("cache-control", "no-store").send({ data: { pictures } });
    return goBack(reply, form.fields.return_to, "added");
  } catch (error) {
    request.raw.resume(); // a client that still sends must be able to finish, or never reads the answer
    const refused = refusalOfForm(error, () => pictureRefused("picture_too_large"));
    if (!isPage || !isShopError(refused)) throw refused;
    return goBack(reply, form.fields.return_to, refused.message_key);
  }
}

const SESSION_DAYS = 60; // rules/site#sessions

/** A visitor's first act may be a picture: the browser is given the session that holds it. */
async function keepSession(ctx: Ctx, reply: FastifyReply): Promise<void> {
  const { token } = await ctx.openSession();
  if (token !== "") reply.header("set-cookie", cookieLine("session_id", token, SESSION_DAYS, ctx.config));
}

/** Fields may come before and after the files. */
async function read(request: FastifyRequest, form: Form): Promise<void> {
  for await (const part of partsOf(request)) {
    if (part.type === "file") {
      const bytes = await part.toBuffer();
      if (part.fieldname === "picture" && bytes.length > 0) form.files.push(bytes);
    } else if (typeof part.value === "string") form.fields[part.fieldname] = part.value;
  }
}

/** The word takes the place of an older one. */
function goBack(reply: FastifyReply, returnTo: string | undefined, word: string): FastifyReply {
  const address = new URL(sameSitePath(returnTo, "/chuyen-dien-gia-dung"), "http://shop");
  address.searchParams.set("picture", word);
  return reply.redirect(`${address.pathname}${address.search}#anh`, 303);
}
