/**
 * The route of applications: multipart, fields and one file. A page's plain form posts here as well, without any script, and is
 * sent back to its page (303), where the form stands as it was, or what it became; every other client gets JSON.
 * rules/recruitment#application
 */
import { createHash } from "node:crypto";
import multipart from "@fastify/multipart";
import { isShopError, ShopError } from "contract/errors.ts";
import { MAX_CV_BYTES } from "contract/recruitment/limits.ts";
import type { SentApplication } from "contract/recruitment/recruitment.ts";
import { businessDay } from "contract/values/locale.ts";
import { sameSitePath } from "contract/values/same-site.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { answerOnce, KEY_CHARACTERS } from "../calls/idempotency.ts";
import { cookieIn, cookieLine } from "../http/cookies.ts";
import type { RouteContext } from "../http/route-context.ts";
import type { Ctx } from "../kernel/context.ts";
import { rejectCrossSiteWrites } from "../platform/response-headers.ts";
import { maintenance } from "../platform/settings.ts";
import { assertOpen, countApplication, readApplication, sendApplication, type Typed } from "./applications.ts";
import { HELD_HOURS, type HeldCv, holdCv, keepForm, keepRepeated, keepSent, newToken, type SentFile } from "./forms.ts";

const names = [
  "full_name",
  "phone",
  "email",
  "birthday",
  "province_code",
  "expected_salary",
  "introduction",
  "consent",
] as const;
const OWN_NAMES = ["captcha", "idempotency_key", "lang", "return_to"] as const;
const MAX_FIELDS = 20;
const MAX_FIELD_BYTES = 8_000;
/** The file and everything beside it. */
const MAX_BYTES = 6 * 1024 * 1024;
const COOKIE = "application";
const DAYS = 365;

export function receiveApplications({
  app,
  config,
  sessionCtx,
}: Pick<RouteContext, "app" | "config" | "sessionCtx">): void {
  app.register(async (forms) => {
    await forms.register(multipart, {
      limits: {
        fileSize: MAX_CV_BYTES,
        files: 1,
        fields: MAX_FIELDS,
        fieldSize: MAX_FIELD_BYTES,
        parts: MAX_FIELDS + 1,
      },
      throwFileSizeLimit: false, // the fields before it are still wanted
    });
    forms.post("/v1/client/vacancies/:id/applications", async (request, reply) => {
      rejectCrossSiteWrites(request, config);
      return receive(sessionCtx(request), request, reply);
    });
  });
}

type Sent = { typed: Typed; own: Readonly<Record<string, string>>; file: SentFile | undefined };
type Received = Sent & { vacancy_id: number; token: string; cv: HeldCv; isPage: boolean };

async function receive(ctx: Ctx, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const isPage = request.headers.accept?.includes("text/html") === true;
  const { id } = request.params as { id: string };
  if (!/^\d{1,9}$/.test(id)) throw new ShopError("not_found");
  const vacancy_id = Number(id);
  const cookie = cookieIn(request.headers.cookie, COOKIE, ctx.config);
  const token = cookie && /^[\w-]{22}$/.test(cookie) ? cookie : newToken();
  if (await maintenance(ctx)) throw new ShopError("maintenance", { retry_after_seconds: 300 });
  await assertKnown(ctx, vacancy_id);
  if (!isPage && Number(request.headers["content-length"]) > MAX_BYTES) throw new ShopError("too_large");
  const sent = await readParts(request);
  const speaking = { ...ctx, locale: localeIn(sent.own.lang) ?? ctx.locale };
  let cv: HeldCv = { problem: "cv_missing" };
  try {
    cv = await holdCv(speaking, { file: sent.file, token: cookie && token, vacancy_id });
    const answer = await apply(speaking, { ...sent, vacancy_id, token, cv, isPage }, request);
    reply.header("set-cookie", cookieLine(COOKIE, token, DAYS, ctx.config));
    if (isPage) return goBack(reply, sent.own.return_to);
    return reply.header("cache-control", "no-store").send({ data: answer });
  } catch (error) {
    if (!isPage || !isShopError(error)) throw error;
    await keepForm(speaking, { token, vacancy_id }, sent.typed, error, cv);
    reply.header("set-cookie", cookieLine(COOKIE, token, HELD_HOURS / 24, ctx.config));
    return goBack(reply, sent.own.return_to);
  }
}

async function assertKnown(ctx: Ctx, vacancy_id: number): Promise<void> {
  try {
    await assertOpen(ctx, vacancy_id);
  } catch (error) {
    if (!isShopError(error) || error.code !== "vacancy_closed") throw error; // said below, where the form can come back
  }
}

/** The same key gets the first answer. A plain form, which has none, is the same with all it says, its file and its day. */
async function apply(ctx: Ctx, received: Received, request: FastifyRequest): Promise<SentApplication> {
  const { typed, own, vacancy_id, token, cv, file, isPage } = received;
  await assertOpen(ctx, vacancy_id);
  const form = readApplication(typed, cv);
  if ("problem" in cv) throw new ShopError("invalid"); // said by readApplication
  const header = request.headers["idempotency-key"];
  const named = typeof header === "string" && header !== "" ? header : (own.idempotency_key ?? "");
  const hash = file ? createHash("sha256").update(file.bytes).digest("base64url") : cv.key;
  const input = { vacancy_id, form, hash };
  const key = named === "" && isPage ? naturalKey(ctx, input) : named;
  const work = async (tx: Ctx): Promise<SentApplication> => {
    const { id, ...answer } = await sendApplication(tx, vacancy_id, form, cv.key);
    await keepSent(tx, { token, vacancy_id }, id, new Date(`${answer.delete_on}T00:00:00+07:00`));
    return answer;
  };
  const count = () => countApplication(ctx, form.phone, own.captcha);
  if (key === "" || (header === undefined && key.length < KEY_CHARACTERS)) {
    await count();
    return work(ctx);
  }
  const asked = { key, call: "recruitment.apply", input, awaits_first: header === undefined };
  const answer = (await answerOnce(ctx, asked, work, count)) as SentApplication;
  if (!isPage || (await keepRepeated(ctx, { token, vacancy_id }, answer.code))) return answer;
  // It was withdrawn since: this is another one.
  await count();
  return work(ctx);
}

function naturalKey({ now }: Ctx, input: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify([businessDay(now), input]))
    .digest("base64url");
}

/** Fields come before the file in our form, and are read as they come. A file beyond its limit is read to its end and dropped. */
async function readParts(request: FastifyRequest): Promise<Sent> {
  if (!request.isMultipart()) throw new ShopError("unsupported_media");
  const typed: Record<string, string> = {};
  const own: Record<string, string> = {};
  let file: SentFile | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type === "file") {
        const bytes = await readFile(part.file);
        if (part.fieldname === "cv_file") file = { bytes, name: part.filename ?? "", is_cut: part.file.truncated };
      } else if (typeof part.value === "string") {
        const { fieldname, value } = part;
        if ((names as readonly string[]).includes(fieldname)) typed[fieldname] = value;
        else if ((OWN_NAMES as readonly string[]).includes(fieldname)) own[fieldname] = value;
      }
    }
  } catch (error) {
    request.raw.resume(); // a client that still sends must be able to finish, or never reads the answer
    throw new ShopError("malformed", { cause: error });
  }
  return { typed, own, file };
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
  return reply.redirect(`${sameSitePath(returnTo, "/tuyen-dung").replace(/#.*$/s, "")}#nop-ho-so`, 303);
}
