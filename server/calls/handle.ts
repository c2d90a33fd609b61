/**
 * One call, start to finish: maintenance → authorise → parse → limit → run once → closed output. HTTP and the site's
 * loaders are its two entry points, so no check can be forgotten on one of them. rules/wire#one-handler
 */
import type { Contract as AnyContract, Call, Domain } from "contract/call.ts";
import type { CallOptions, Client, Transport } from "contract/client.ts";
import { contract } from "contract/contract.ts";
import { type ErrorOptions, type FieldError, ShopError, WireFailure } from "contract/errors.ts";
import type { Permission } from "contract/staff/permissions.ts";
import type { z } from "zod";
import { actingSql } from "../database/acting.ts";
import { actingAs } from "../kernel/actor.ts";
import { networkOf } from "../kernel/client-address.ts";
import type { Ctx } from "../kernel/context.ts";
import { SecondPersonNeeded } from "../kernel/second-person.ts";
import { maintenance } from "../platform/settings.ts";
import { noteSecurityHourly } from "../security/security-events.ts";
import { coalesce, nobodys } from "./coalesce.ts";
import { errorToWire } from "./failures.ts";
import { answerOnce } from "./idempotency.ts";
import { takeLimit } from "./limits.ts";

/** Handlers for every call of a domain; leaving one out does not compile. */
export type Handlers<D extends Domain> = {
  [K in keyof D]: (ctx: Ctx, input: z.output<D[K]["input"]>) => Promise<z.input<D[K]["output"]>>;
};

export function implement<D extends Domain>(_domain: D, handlers: Handlers<D>): Handlers<D> {
  return handlers;
}

/** Of the browser's name, what an entry of the audit log keeps. */
const DEVICE_LENGTH = 120;

type Staged<I, Found, O> = {
  prepare: (ctx: Ctx, input: I) => Promise<Found>;
  run: (ctx: Ctx, input: I, found: Found) => Promise<O>;
};

/**
 * A handler in two steps. What `prepare` writes stands even where the rest is refused and undone: tries are counted there,
 * outside the transaction that stores the answer to an Idempotency-Key.
 */
export function staged<I, Found, O>(steps: Staged<I, Found, O>) {
  const whole = async (ctx: Ctx, input: I) => steps.run(ctx, input, await steps.prepare(ctx, input));
  return Object.assign(whole, { steps });
}

/** All handlers of a contract: the shape of `shop.ts`. */
export type Handled<C extends AnyContract> = { [D in keyof C]: Handlers<C[D]> };

type Run = ((ctx: Ctx, input: unknown) => Promise<unknown>) & { steps?: Staged<unknown, unknown, unknown> };
type Row = { name: string; call: Call; run: Run };
export type CallHandlers = ReadonlyMap<string, Row>;

/** Joins the contract with its handlers, by name ("cart.addItem"). */
export function handlersByName(handlers: Handled<typeof contract>): CallHandlers {
  const rows = new Map<string, Row>();
  for (const [domain, calls] of Object.entries(contract)) {
    for (const [key, call] of Object.entries(calls)) {
      const run = (handlers as Record<string, Record<string, Run>>)[domain]?.[key];
      if (!run) throw new Error(`No handler for ${domain}.${key}`);
      rows.set(`${domain}.${key}`, { name: `${domain}.${key}`, call, run });
    }
  }
  return rows;
}

/** Throws ShopError for what the caller did, anything else for a bug. The answer holds only what the contract names. */
export async function handle(
  handlers: CallHandlers,
  name: string,
  caller: Ctx,
  input: unknown,
  options: CallOptions = {},
) {
  const row = handlers.get(name);
  if (!row) throw new ShopError("not_found");
  const { call } = row;
  if (!call.through_maintenance && (await maintenance(caller)))
    throw new ShopError("maintenance", { retry_after_seconds: 300 });
  // Before the input is validated: a stranger learns no field of a call that is not theirs.
  const ctx = await authorise(row, caller);
  const parsed = parse(call, input);
  if (call.limit && call.limit.per !== "owner") await takeLimit(ctx, name, call.limit);
  const lang = (parsed as { lang?: Ctx["locale"] }).lang;
  const { idempotency_key: submission } = options;
  const asking = submission ? { ...ctx, submission } : ctx;
  const said = lang ? { ...asking, locale: lang } : asking;
  const speaking = typeof call.who === "object" ? await audited(name, said, parsed) : said;
  if (call.same_for_all) return closed(call, await sharedAnswer(row, speaking, parsed));
  const key = call.safe || !call.answer_stored ? undefined : options.idempotency_key;
  const once = () =>
    orAsk(row, speaking, parsed, () =>
      key
        ? keyedAnswer(row, speaking, parsed, { key, awaits_first: options.awaits_first })
        : row.run(speaking, parsed).then((answer) => closed(call, answer)),
    );
  // Where the answer is not stored, tries are counted against the session, also those that fail.
  return call.opens_session && call.answer_stored ? withoutTrace(ctx, once) : once();
}

/** Whatever must not wait for a second connection, or be undone with a refusal, comes before the transaction. */
function keyedAnswer(
  { name, call, run }: Row,
  ctx: Ctx,
  input: unknown,
  submission: { key: string; awaits_first?: boolean },
): Promise<unknown> {
  let found: unknown;
  const prepare = async () => {
    found = await run.steps?.prepare(ctx, input);
    if (call.opens_session) await ctx.openSession();
  };
  const work = async (tx: Ctx) => closed(call, await (run.steps?.run(tx, input, found) ?? run(tx, input)));
  return answerOnce(ctx, { ...submission, call: name, input }, work, prepare);
}

/** A refused first write leaves no session behind. */
async function withoutTrace<T>(ctx: Ctx, write: () => Promise<T>): Promise<T> {
  if (await ctx.session()) return write();
  try {
    return await write();
  } catch (error) {
    await ctx.discardOpened();
    throw error;
  }
}

/** Each caller gets a closed copy, so no caller holds what another may change. */
function sharedAnswer({ name, run }: Row, ctx: Ctx, input: unknown): Promise<unknown> {
  const key = `${name} ${ctx.locale} ${JSON.stringify(input)}`;
  return coalesce(ctx, key, () => run(nobodys(ctx), input));
}

const closedAnswers = new WeakMap<z.ZodType, WeakMap<object, unknown>>();

/** Only what the contract names. What a domain caches and answers again, frozen, is closed once. */
function closed({ output }: Call, answer: unknown): unknown {
  if (typeof answer !== "object" || answer === null || !Object.isFrozen(answer)) return output.parse(answer);
  const known = closedAnswers.get(output) ?? new WeakMap<object, unknown>();
  closedAnswers.set(output, known);
  let found = known.get(answer);
  if (found === undefined) {
    found = output.parse(answer);
    known.set(answer, found);
  }
  return found;
}

/** Throws invalid, with every field that is wrong. */
export function parse(call: Call, input: unknown): unknown {
  return parseFields(call.input, input);
}

/** Of a form that comes with a file, which no row of the contract takes; `wrong`: what is wrong beside its fields. */
export function parseFields<S extends z.ZodType>(
  schema: S,
  input: unknown,
  wrong: ErrorOptions["fields"] = {},
): z.output<S> {
  const result = schema.safeParse(input ?? {}, { reportInput: true });
  if (result.success && Object.keys(wrong).length === 0) return result.data;
  const fields: Record<string, FieldError[]> = Object.assign(Object.create(null), wrong);
  for (const issue of result.error?.issues ?? []) {
    for (const { path, message } of refusalsOf(issue)) {
      const field = path.join(".") || "_";
      fields[field] ??= [];
      fields[field].push(message);
    }
  }
  throw new ShopError("invalid", { fields });
}

type Refusal = { path: PropertyKey[]; message: ReturnType<typeof messageOf> };

/** Fields that a call for staff does not name are refused each at its own path. */
function refusalsOf(issue: z.core.$ZodIssue): Refusal[] {
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({ path: [...issue.path, key], message: { key: "unknown_field" } }));
  // "Nothing, or one of these": the paths of a part are its own.
  const inLast = issue.code === "invalid_union" ? (issue.errors.at(-1) ?? []) : [];
  const unknown = inLast.filter(({ code }) => code === "unrecognized_keys");
  if (unknown.length > 0)
    return unknown.flatMap(refusalsOf).map(({ path, message }) => ({ path: [...issue.path, ...path], message }));
  return [{ path: issue.path, message: messageOf(issue) }];
}

/** Our own schemas put a message key into `message`; zod's built-in texts become a key by the kind of issue. */
function messageOf(issue: z.core.$ZodIssue): { key: string; params?: Record<string, string | number> } {
  if (issue.code === "custom") {
    return { key: issue.message, params: (issue.params ?? {}) as Record<string, string | number> };
  }
  // What is absent is required, unless its schema has a message of its own for that ("shipping_required").
  if (issue.input === undefined)
    return { key: /^[a-z_]*required[a-z_]*$/.test(issue.message) ? issue.message : "required" };
  // "Nothing, or one of these": what is wrong with it as the thing itself is what helps.
  const ofLast = issue.code === "invalid_union" ? issue.errors.at(-1)?.[0] : undefined;
  if (ofLast) return messageOf(ofLast);
  if (/^[a-z][a-z0-9_]*$/.test(issue.message)) return { key: issue.message };
  if (issue.code === "too_big" && issue.origin === "string")
    return { key: "max_length", params: { length: Number(issue.maximum) + 1 } };
  if (issue.code === "too_small" && issue.origin !== "number" && Number(issue.minimum) === 1)
    return { key: "required" };
  if (issue.code === "too_big") return { key: "too_big", params: { maximum: Number(issue.maximum) } };
  if (issue.code === "too_small") return { key: "too_small", params: { minimum: Number(issue.minimum) } };
  return { key: "malformed_value" };
}

/**
 * The context the call runs in: of a call for staff, one in which that staff account acts. A shopper's session is none of
 * staff, and no staff session is a shopper's. Throws unauthenticated, password_pending, forbidden, and as authoriseStaff.
 */
async function authorise({ name, call }: Row, ctx: Ctx): Promise<Ctx> {
  const { who } = call;
  if (who === "anyone") return ctx;
  if (typeof who === "object") return authoriseStaff({ name, call, asked: who.staff }, ctx);
  const session = await ctx.session();
  if (!session || session.kind === "visitor")
    throw new ShopError("unauthenticated", call.log_in_key ? { message_key: call.log_in_key } : {});
  if (session.pending_password && !call.while_pending_password) throw new ShopError("password_pending");
  return ctx;
}

type StaffCall = { name: string; call: Call; asked: Permission | "any" };

/** Throws unauthenticated, forbidden, factor_pending, step_up_required. An API key is no person. Notes who lacks a permission. */
async function authoriseStaff({ name, call, asked }: StaffCall, ctx: Ctx): Promise<Ctx> {
  const staff = await ctx.staff();
  if (!staff) throw new ShopError("unauthenticated");
  if (staff.must_set_factor && !call.while_pending_factor) throw new ShopError("factor_pending");
  const may = asked === "any" ? staff.session_id !== null : staff.permissions.includes(asked);
  if (!may) {
    const by = { staff: staff.account_id, ...(staff.session_id === null && { key: staff.caller }) };
    await noteSecurityHourly(ctx, "staff_refused", { ...by, call: name, permission: asked });
    throw new ShopError("forbidden");
  }
  if (call.step_up && !staff.must_set_factor && staff.proved_until === null) throw new ShopError("step_up_required");
  if (call.keeps_session) await ctx.noteStaffUse();
  return actingAs(ctx, `staff:${staff.account_id}`);
}

/** What one person may not do alone is undone, and made a request: the call's input is stored. Throws approval_asked. */
async function orAsk<T>({ name }: Row, ctx: Ctx, input: unknown, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SecondPersonNeeded)) throw error;
    const { reason } = (input ?? {}) as { reason?: unknown };
    const asking = { ask: error.ask, call: name, input, reason: typeof reason === "string" ? reason : "" };
    throw new ShopError("approval_asked", { params: { code: await ctx.askSecondPerson(ctx, asking) } });
  }
}

/** The act of an approved request: its call with the input that was stored, in the transaction of `ctx`. */
export async function runApproved(handlers: CallHandlers, ctx: Ctx, { call, input }: { call: string; input: unknown }) {
  const row = handlers.get(call);
  if (!row) throw new ShopError("not_found");
  await row.run(ctx, input);
}

/** What a call for staff writes stands in the audit log, with who called, from where, and the reason they gave. */
async function audited(name: string, ctx: Ctx, input: unknown): Promise<Ctx> {
  const { reason } = (input ?? {}) as { reason?: unknown };
  const acting = {
    actor: await ctx.actor(),
    call: name,
    request_id: ctx.request_id,
    session_id: (await ctx.staff())?.session_id ?? null,
    network: networkOf(ctx.client),
    device: ctx.machine.agent.slice(0, DEVICE_LENGTH),
    ...(typeof reason === "string" && reason !== "" && { reason }),
  };
  return { ...ctx, sql: actingSql(ctx.sql, acting) };
}

/** The transport of the site's loaders and of tests: same checks as the wire, no HTTP. Rejects with a WireFailure. */
export function inProcess(handlers: CallHandlers, ctxOf: () => Ctx): Transport {
  return async (name, input, options) => {
    const ctx = ctxOf();
    try {
      return await handle(handlers, name, ctx, input, options);
    } catch (error) {
      const { status, body, retry_after_seconds } = errorToWire(ctx, error, input);
      throw new WireFailure(status, body, retry_after_seconds);
    }
  };
}

export type ShopClient = Client<typeof contract>;
