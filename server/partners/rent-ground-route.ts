/**
 * The route of premises: multipart, fields and two to ten pictures. A page's plain form posts here as well, without any script,
 * and is sent back to its page (303), where the form stands as it was, or what it became; every other client gets JSON.
 * Spec §7; rules/partners#proposal
 */
import multipart from "@fastify/multipart";
import { isShopError, ShopError } from "contract/errors.ts";
import { MAX_PICTURE_BYTES, PICTURES } from "contract/partners/rent-grounds-desk.ts";
import { sameSitePath } from "contract/values/same-site.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { cookieIn, cookieLine } from "../http/cookies.ts";
import type { RouteContext } from "../http/route-context.ts";
import type { Ctx } from "../kernel/context.ts";
import { partsOf, refusalOfForm } from "../platform/multipart.ts";
import { rejectCrossSiteWrites } from "../platform/response-headers.ts";
import { maintenance } from "../platform/settings.ts";
import {
  HELD_HOURS,
  heldPictures,
  holdPicture,
  keepForm,
  keepSent,
  newToken,
  type PictureProblem,
  type SentPicture,
  type Taken,
  type Typed,
} from "./forms.ts";
import {
  countRentGround,
  createRentGround,
  readRentGround,
  rentGroundBy,
  requestHash,
  type Stored,
} from "./rent-grounds.ts";

const names = [
  ...["full_name", "phone", "city_code", "ward_code", "street", "area_m2", "front_m", "monthly_rent", "right"],
  ...["available_from", "note", "consent"],
] as const;
/** `refresh`: the form only comes back, with the wards of its province. */
const OWN_NAMES = ["captcha", "lang", "return_to", "refresh"] as const;
/** More files than that are read to their end and dropped. */
const MAX_FILES = 20;
const MAX_FIELDS = names.length + OWN_NAMES.length + PICTURES.most + 5;
const MAX_FIELD_BYTES = 8_000;
const COOKIE = "rent_ground";
const DAYS = 365;

export function receiveRentGrounds({
  app,
  config,
  sessionCtx,
}: Pick<RouteContext, "app" | "config" | "sessionCtx">): void {
  app.register(async (forms) => {
    await forms.register(multipart, {
      limits: {
        ...{ fileSize: MAX_PICTURE_BYTES, files: MAX_FILES, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES },
        parts: MAX_FIELDS + MAX_FILES,
      },
      throwFileSizeLimit: false, // the fields after it are still wanted
    });
    forms.post("/v1/client/create-rent-ground", async (request, reply) => {
      rejectCrossSiteWrites(request, config);
      return receive(sessionCtx(request), request, reply);
    });
  });
}

type Read = {
  typed: Record<string, string>;
  own: Record<string, string>;
  kept: string[];
  taken: Taken[];
  problem: PictureProblem | null;
};

async function receive(ctx: Ctx, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const isPage = request.headers.accept?.includes("text/html") === true;
  const cookie = cookieIn(request.headers.cookie, COOKIE, ctx.config);
  const token = cookie && /^[\w-]{22}$/.test(cookie) ? cookie : newToken();
  if (await maintenance(ctx)) throw new ShopError("maintenance", { retry_after_seconds: 300 });
  const read: Read = { typed: {}, own: {}, kept: [], taken: [], problem: null };
  let speaking = ctx;
  let pictures: Taken[] = [];
  const comeBack = async (refusal: ShopError | null) => {
    await keepForm(speaking, token, { typed: read.typed, pictures, refusal });
    reply.header("set-cookie", cookieLine(COOKIE, token, HELD_HOURS / 24, ctx.config));
    return goBack(reply, read.own.return_to);
  };
  try {
    await readParts(ctx, request, token, read);
    speaking = { ...ctx, locale: localeIn(read.own.lang) ?? ctx.locale };
    pictures = differing([...(await heldPictures(speaking, token, read.kept)), ...read.taken]);
    if (isPage && read.own.refresh) return await comeBack(null);
    const { id, ...answer } = await propose(speaking, { ...read, pictures });
    await keepSent(speaking, token, id, new Date(`${answer.delete_on}T00:00:00+07:00`));
    reply.header("set-cookie", cookieLine(COOKIE, token, DAYS, ctx.config));
    if (isPage) return goBack(reply, read.own.return_to);
    return reply.header("cache-control", "no-store").send({ data: answer });
  } catch (error) {
    request.raw.resume(); // a client that still sends must be able to finish, or never reads the answer
    const refused = refusalOfForm(error, () => new ShopError("too_large"));
    if (!isPage || !isShopError(refused)) throw refused;
    return comeBack(refused);
  }
}

async function propose(
  ctx: Ctx,
  { typed, own, pictures, problem }: { typed: Typed; own: Read["own"]; pictures: Taken[]; problem: Read["problem"] },
): Promise<Stored> {
  const form = readRentGround(ctx, typed, pictures, problem);
  const request_hash = requestHash(ctx, form, pictures);
  const known = await rentGroundBy(ctx, request_hash);
  if (known) return known;
  await countRentGround(ctx, form.phone, own.captcha);
  return createRentGround(ctx, { form, pictures, request_hash });
}

/** Each picture is drawn and stored as it comes, so that one at a time is in memory. */
async function readParts(ctx: Ctx, request: FastifyRequest, token: string, read: Read): Promise<void> {
  for await (const part of partsOf(request)) {
    if (part.type === "file") {
      const bytes = await readFile(part.file);
      const isMeant = part.fieldname === "pictures" && bytes.length > 0;
      if (!isMeant) continue;
      const sent: SentPicture = { bytes, name: part.filename ?? "", is_cut: part.file.truncated };
      if (read.taken.length > PICTURES.most) read.problem ??= "premises_pictures";
      else note(read, await holdPicture(ctx, token, sent));
    } else if (typeof part.value === "string") {
      const { fieldname, value } = part;
      if (fieldname === "kept") read.kept.push(value);
      else if ((names as readonly string[]).includes(fieldname)) read.typed[fieldname] = value;
      else if ((OWN_NAMES as readonly string[]).includes(fieldname)) read.own[fieldname] = value;
    }
  }
}

function note(read: Read, found: Taken | PictureProblem): void {
  if (typeof found === "string") read.problem ??= found;
  else read.taken.push(found);
}

/** The same picture twice is one. */
function differing(pictures: readonly Taken[]): Taken[] {
  return [...new Map(pictures.map((each) => [each.sent_hash.toString("base64url"), each])).values()];
}

async function readFile(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

function localeIn(lang: string | undefined): Ctx["locale"] | undefined {
  return lang === "vi" || lang === "en" || lang === "ja" ? lang : undefined;
}

function goBack(reply: FastifyReply, returnTo: string | undefined): FastifyReply {
  return reply.redirect(`${sameSitePath(returnTo, "/hop-tac").replace(/#.*$/s, "")}#apply`, 303);
}
