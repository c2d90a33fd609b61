/**
 * `call()` declares one row of the contract's table; client.ts turns the table into functions over any transport.
 * Spec §7; rules/wire#contract
 */
import { z } from "zod";
import type { ErrorCode } from "./errors.ts";
import type { Permission } from "./staff/permissions.ts";
import { strictInput } from "./strict-input.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";
export type Route = `${Method} /${string}`;

/**
 * Who may make a call: staff by a permission, or any person with an active staff account (`any`, which no API key is).
 * Ownership of the object is the domain's business: "not yours" is `not_found`.
 */
export type Who = "anyone" | "customer" | { readonly staff: Permission | "any" };

/**
 * At most `times` calls within `seconds`, counted per `per`. `owner`: per session of who owns what the call is about; who
 * proves it in another way is counted by IP address. The domain counts it, once it knows.
 */
export type Limit = { times: number; seconds: number; per: "client" | "session" | "everyone" | "owner" };

export type Call<R extends Route = Route, I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  route: R;
  summary: string;
  who: Who;
  input: I;
  /** Schema of what the handler returns. */
  output: O;
  /** `data`: sent as `{ data }`. `bare`: sent as it is (lists with `meta`, and the few shapes the specification names). */
  envelope: "data" | "bare";
  /** Codes beyond `malformed`, `invalid`, `too_many`, `maintenance`, which any call may answer. */
  errors: readonly ErrorCode[];
  limit: Limit | undefined;
  /** True when the call must go on during maintenance (health, payment notifications). */
  through_maintenance: boolean;
  /** Input fields that arrive as request headers: `{ order_phone: "x-order-phone" }`. */
  headers: Readonly<Record<string, string>>;
  /** A call that changes nothing although its method says otherwise (filters sent in a body). */
  safe: boolean;
  /** The answer depends on input and language alone: callers at the same moment may share one answer. */
  same_for_all: boolean;
  /** A visitor without a session gets one: cart writes. */
  opens_session: boolean;
  /** Allowed to an account that must change its password first; its other calls answer `password_pending`. */
  while_pending_password: boolean;
  /** Allowed to staff who came in by a recovery code and must set a new second factor; other calls: `factor_pending`. */
  while_pending_factor: boolean;
  /** Of staff: the second factor must have been shown within minutes, else `step_up_required`. */
  step_up: boolean;
  /** False for a call that a page makes by itself: it does not keep a staff session from ending. */
  keeps_session: boolean;
  /**
   * False: the answer is not stored for repeats under one Idempotency-Key, because it signs the caller in (the cookie
   * that goes with it could not be given again) or counts tries that fail, which no refusal may undo; a repeat does no
   * harm.
   */
  answer_stored: boolean;
  /** What a visitor is told, where it is more than that one must log in: a key of `messages/<locale>/errors.ts`. */
  log_in_key: string | undefined;
  /** For the documentation: what summary and schemas cannot say. */
  details: string | undefined;
  /** What an app would send, for the documentation, the fuzzer and server/api/examples.test.ts. */
  example: { input: z.input<I> };
};

type Spec<I extends z.ZodType, O extends z.ZodType> = {
  summary: string;
  who: Who;
  input: I;
  output: O;
  envelope?: "data" | "bare";
  errors?: readonly ErrorCode[];
  limit?: Limit;
  through_maintenance?: boolean;
  headers?: Readonly<Record<string, string>>;
  safe?: boolean;
  same_for_all?: boolean;
  opens_session?: boolean;
  while_pending_password?: boolean;
  while_pending_factor?: boolean;
  step_up?: boolean;
  keeps_session?: boolean;
  answer_stored?: boolean;
  log_in_key?: string;
  details?: string;
  example: { input: z.input<I> };
};

export function call<const R extends Route, I extends z.ZodType, O extends z.ZodType>(
  route: R,
  spec: Spec<I, O>,
): Call<R, I, O> {
  return {
    route,
    summary: spec.summary,
    who: spec.who,
    input: isForStaff(route, spec.who) ? strictInput(spec.input) : spec.input,
    output: spec.output,
    envelope: spec.envelope ?? "data",
    errors: spec.errors ?? [],
    limit: spec.limit,
    through_maintenance: spec.through_maintenance ?? false,
    headers: spec.headers ?? {},
    safe: spec.safe ?? route.startsWith("GET "),
    same_for_all: spec.same_for_all ?? false,
    opens_session: spec.opens_session ?? false,
    while_pending_password: spec.while_pending_password ?? false,
    while_pending_factor: spec.while_pending_factor ?? false,
    step_up: spec.step_up ?? false,
    keeps_session: spec.keeps_session ?? true,
    answer_stored: spec.answer_stored ?? true,
    log_in_key: spec.log_in_key,
    details: spec.details,
    example: spec.example,
  };
}

/** Signing in as staff is open to anyone, and refuses unknown fields as every call for staff does. */
const isForStaff = (route: Route, who: Who): boolean => typeof who === "object" || route.includes(" /v1/staff/");

/** `meta` of every list. */
export const Meta = z.object({
  current_page: z.int(),
  last_page: z.int(),
  per_page: z.int(),
  total: z.int(),
});
export type Meta = z.infer<typeof Meta>;

/** Output schema of a paged list; use with `envelope: "bare"`. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({ data: z.array(item), meta: Meta });
}

// biome-ignore-start lint/suspicious/noExplicitAny: the widest call, only used as a constraint
type AnyCall = Call<Route, any, any>;
// biome-ignore-end lint/suspicious/noExplicitAny: end
export type Domain = Record<string, AnyCall>;
export type Contract = Record<string, Domain>;

export type CallInput<C extends AnyCall> = z.output<C["input"]>;
export type CallOutput<C extends AnyCall> = z.output<C["output"]>;
