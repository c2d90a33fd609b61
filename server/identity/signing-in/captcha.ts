/**
 * Is it a person? By default our own proof of work: a challenge the browser solves in a second and a bot pays for with
 * every try. By setting reCAPTCHA, whose answer is verified here: host, and of v3 action and score; when Google cannot be reached
 * our own challenge is taken as well, never nothing. Where no script runs no answer comes: then the slow lane, a growing
 * wait on a tighter limit. Spec §3 Captcha settings; rules/identity#captcha; ASSUMED(0132)
 */
import { createHmac } from "node:crypto";
import { createChallenge, verifySolution } from "altcha-lib/v1";
import { ShopError } from "contract/errors.ts";
import { sql } from "kysely";
import { z } from "zod";
import { ipOf } from "../../kernel/client-address.ts";
import type { Ctx } from "../../kernel/context.ts";
import { ask, jsonIn } from "../../platform/outgoing.ts";
import { countAttempt, stateOf } from "./attempts.ts";

/** What is guarded. reCAPTCHA is asked for an answer to this very action. */
export type CaptchaAction =
  | "login"
  | "send_code"
  | "look_up"
  | "pay_card"
  | "contact"
  | "apply"
  | "rent_ground"
  | "chat"
  | "warranty";

const CHALLENGE_SECONDS = 20 * 60;
const MAX_WORK = 60_000; // hashes; half of it on average, about a second in a phone's browser
const MIN_SCORE = 0.5; // reCAPTCHA v3 docs: the threshold to begin with
const FIRST_WAIT_SECONDS = 15;
const MAX_WAIT_SECONDS = 600;
/** A wait that was served is good for this long. */
const SERVED_SECONDS = 600;
const hour = 3600;

/** Which captcha is in force, in the names of the specification; `own` asks for ours where the other does not load. */
export async function captchaSettings(ctx: Ctx, { own }: { own?: boolean | undefined }) {
  const recaptcha = own ? null : ctx.config.recaptcha;
  const size = recaptcha?.size ?? ("invisible" as const);
  const { algorithm, challenge, salt, signature } = await createChallenge({
    hmacKey: keyOf(ctx),
    maxnumber: MAX_WORK,
    expires: new Date(ctx.now.getTime() + CHALLENGE_SECONDS * 1000),
  });
  return {
    kind: recaptcha ? ("recaptcha" as const) : ("proof_of_work" as const),
    siteKey: recaptcha?.site_key ?? "",
    // Google's keys are of one kind: v3 has no checkbox, v2 has one.
    version: !recaptcha ? 1 : size === "invisible" ? 3 : 2,
    size,
    language: ctx.locale,
    hideBadge: size === "invisible",
    challenge: recaptcha ? null : { algorithm, challenge, maxnumber: MAX_WORK, salt, signature },
  };
}

type Guarded = { action: CaptchaAction; subject: string; answer: string | undefined };

/**
 * Passes a caller who solved the captcha, or who had none and waited. Throws captcha_required with the seconds to wait; the same
 * request without an answer goes through after them. Not to be called inside a transaction.
 */
export async function passCaptcha(ctx: Ctx, { action, subject, answer }: Guarded): Promise<void> {
  if (!answer) return waitInSlowLane(ctx, `${action} ${ipOf(ctx.client)} ${subject}`, `${action} ${subject}`);
  const passed = await (isOwnSolution(answer) ? isSolved(ctx, answer) : passesRecaptcha(ctx, action, answer));
  if (passed) return;
  const isGoogle = ctx.config.recaptcha !== null && !isOwnSolution(answer);
  throw new ShopError("captcha_required", { message_key: isGoogle ? "captcha_failed" : "captcha_unsolved" });
}

const keyOf = (ctx: Ctx): string => createHmac("sha256", ctx.config.signing_key).update("captcha").digest("base64url");

const Solution = z.object({
  algorithm: z.literal("SHA-256"),
  challenge: z.string().length(64),
  number: z.int().min(0),
  salt: z.string().max(200),
  signature: z.string().max(200),
});

function solutionIn(answer: string): z.infer<typeof Solution> | null {
  try {
    return Solution.parse(JSON.parse(Buffer.from(answer, "base64").toString("utf8")));
  } catch {
    return null; // not one of ours
  }
}

const isOwnSolution = (answer: string): boolean => solutionIn(answer) !== null;

/** Each challenge is good once, in whichever process. */
async function isSolved(ctx: Ctx, answer: string): Promise<boolean> {
  const solution = solutionIn(answer);
  if (!solution) return false;
  const expires = Number(new URLSearchParams(solution.salt.split("?")[1]).get("expires"));
  if (!(expires * 1000 > ctx.now.getTime())) return false;
  if (!(await verifySolution(solution, keyOf(ctx), false))) return false;
  const { rows } = await sql`
    insert into identity.attempts (key, used, window_ends)
    values (${`solved:${solution.challenge}`}, 1, ${new Date(expires * 1000)})
    on conflict (key) do nothing returning 1`.execute(ctx.sql);
  return rows.length > 0;
}

const Verdict = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  action: z.string().optional(),
  hostname: z.string().optional(),
});

/** Fails closed: an answer that could not be verified is none. */
async function passesRecaptcha(ctx: Ctx, action: CaptchaAction, answer: string): Promise<boolean> {
  const { recaptcha, public_url } = ctx.config;
  if (!recaptcha) return false;
  try {
    const response = await ask(`${recaptcha.url}/recaptcha/api/siteverify`, {
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ secret: recaptcha.secret_key, response: answer, remoteip: ctx.client }).toString(),
      timeout_ms: 4_000,
    });
    const verdict = Verdict.safeParse(jsonIn(response)).data;
    return (
      verdict?.success === true &&
      verdict.hostname === new URL(public_url).hostname &&
      // A checkbox (v2) has neither: ticking it was the proof.
      (recaptcha.size !== "invisible" || (verdict.action === action && (verdict.score ?? 0) >= MIN_SCORE))
    );
  } catch (error) {
    ctx.log.error(
      { err: error, event: "captcha_unreachable", request_id: ctx.request_id },
      "reCAPTCHA does not answer",
    );
    return false;
  }
}

/** `callerSubject`: this caller about this subject; `subject`: the subject, from any caller. The stored limits say `who` and `whom`. */
async function waitInSlowLane(ctx: Ctx, callerSubject: string, subject: string): Promise<void> {
  const key = `slow:${createHmac("sha256", "slow lane").update(callerSubject).digest("base64url")}`;
  const served = await sql`
    delete from identity.attempts
    where key = ${key} and window_ends <= ${ctx.now} and window_ends > ${new Date(ctx.now.getTime() - SERVED_SECONDS * 1000)}
    returning 1`.execute(ctx.sql);
  if (served.rows.length > 0) {
    // The tighter limits of callers without an answer.
    await countAttempt(ctx, { name: "slow_whom", subject, times: 5, seconds: hour });
    await countAttempt(ctx, { name: "slow_client", subject: ipOf(ctx.client), times: 15, seconds: hour });
    await countAttempt(ctx, { name: "slow_who", subject: callerSubject, times: 5, seconds: hour });
    return;
  }
  const { used } = await stateOf(ctx, { name: "slow_who", subject: callerSubject });
  const wait = Math.min(FIRST_WAIT_SECONDS * 2 ** used, MAX_WAIT_SECONDS);
  const { rows } = await sql<{ window_ends: Date }>`
    insert into identity.attempts as a (key, used, window_ends)
    values (${key}, 1, ${new Date(ctx.now.getTime() + wait * 1000)})
    on conflict (key) do update
      set window_ends = case when a.window_ends > ${ctx.now} then a.window_ends else excluded.window_ends end
    returning window_ends`.execute(ctx.sql);
  const ends = rows[0]?.window_ends.getTime() ?? 0;
  const seconds = Math.max(1, Math.ceil((ends - ctx.now.getTime()) / 1000));
  throw new ShopError("captcha_required", { params: { seconds }, retry_after_seconds: seconds });
}
