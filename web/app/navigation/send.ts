/**
 * Sends every request of the hydrated application: direct calls and those of the router, whose `fetch` it replaces
 * (web/plugins/bundle-trim.ts). Reads, and writes with an idempotency key, are retried twice where the connection or a proxy
 * in front of the shop failed. Spec §7; docs/decisions/0231
 */
import { localeOfPath } from "contract/values/locale.ts";
import { storeForm } from "../forms/stored-form.ts";
import { pathsIn } from "../paths.ts";
import { activeForm, textOf } from "./last-submission.ts";
import { type FailureReason, NoResponse } from "./request-failure.ts";

/** The pauses before the second and the third attempt. ASSUMED(0231) */
const PAUSES_MS = [300, 900];
/** Statuses of a proxy in front of the shop. The shop's own responses have the router's header `mark`. */
const outages: ReadonlySet<number> = new Set([502, 503, 504]);
const mark = "X-Remix-Response";

/** Throws NoResponse when there is no usable response; returns every other one. */
export async function send(address: URL | string, init: RequestInit = {}): Promise<Response> {
  const writes = init.method !== undefined && !/^(?:GET|HEAD)$/i.test(init.method);
  const { is_keyed, forgetKey } = withKey(String(address), init, writes);
  const pauses = writes && !is_keyed ? [] : [...PAUSES_MS];
  for (;;) {
    const { answer, cause } = await attempt(address, init);
    if (answer?.status === 401 && !answer.headers.has(mark)) return leaveForSignOut(answer);
    if (answer && isReadable(answer, writes)) {
      forgetKey();
      return answer;
    }
    const pause = pauses.shift();
    const mayHelp = answer ? isShortOutage(answer) : navigator.onLine;
    if (pause === undefined || !mayHelp) throw new NoResponse(failureReason(answer), cause);
    await new Promise((done) => setTimeout(done, pause));
    init.signal?.throwIfAborted();
  }
}

/** The response with its whole body; a response that breaks off is a failed attempt. Throws when the caller has aborted. */
async function attempt(address: URL | string, init: RequestInit): Promise<{ answer?: Response; cause?: unknown }> {
  try {
    const answer = await fetch(address, init);
    const body = await answer.arrayBuffer();
    return { answer: new Response(body.byteLength > 0 ? body : null, answer) };
  } catch (cause) {
    if (init.signal?.aborted) throw cause; // aborted by the caller
    return { cause };
  }
}

/** A proxy got no response from the shop and sent no Retry-After. */
function isShortOutage({ status, headers }: Response): boolean {
  return outages.has(status) && !headers.has(mark) && !headers.has("retry-after");
}

/** An error without the mark has an unknown format; only a 404 is understood by its status. */
function isReadable({ status, headers }: Response, writes: boolean): boolean {
  return headers.has(mark) ? !writes || status < 500 : status < 400 || status === 404;
}

/** Any 5xx but 503 without the mark may have been sent after the shop had acted. */
function failureReason(answer: Response | undefined): FailureReason {
  if (!answer) return navigator.onLine ? "outcome_unknown" : "offline";
  const { status, headers } = answer;
  return headers.has(mark) || status < 500 || status === 503 ? "failed" : "outcome_unknown";
}

/** Idempotency keys of submissions without a response: an unchanged submission is sent again with its key. */
const keys = new Map<string, string>();

/** A form has its own idempotency key, or requests one by an empty field. Any other form gets one for a retry by its user. */
function withKey(address: string, { body, headers }: RequestInit, writes: boolean) {
  const nothing = { is_keyed: new Headers(headers).has("idempotency-key"), forgetKey: () => {} };
  if (!writes || !(body instanceof FormData || body instanceof URLSearchParams)) return nothing;
  const own = body.get("idempotency_key");
  if (own) return { ...nothing, is_keyed: true };
  const submission = address + textOf(body);
  const key = keys.get(submission) ?? submissionKey();
  keys.set(submission, key);
  body.set("idempotency_key", key);
  return { is_keyed: own === "", forgetKey: () => keys.delete(submission) };
}

/** `crypto.randomUUID` is missing on plain http, as when a phone tries the shop over the local network. */
function submissionKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16).padStart(8, "0")).join("");
}

/**
 * The session has ended: opens the sign-out page with the return path, where the typed values are filled in again. The
 * request gets no response. Spec §8.
 */
function leaveForSignOut(answer: Response): Promise<Response> {
  const { locale, path } = localeOfPath(location.pathname);
  if (path.startsWith("/dang-xuat")) return Promise.resolve(answer);
  const form = activeForm();
  if (form) storeForm(form);
  location.assign(pathsIn(locale).signOut(location.pathname + location.search));
  return new Promise(() => {});
}

/** Whether the shop, and not only a proxy in front of it, responds at the URL. */
export async function isReachable(address: URL | string): Promise<boolean> {
  try {
    const answer = await fetch(address, { method: "HEAD" });
    return !outages.has(answer.status);
  } catch {
    return false; // that is the result
  }
}
