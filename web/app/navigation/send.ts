/**
 * Sends every request of the hydrated application: those of the router, whose `fetch` this is (web/plugins/bundle-trim.ts), and
 * direct calls. Reads, and writes with an idempotency key, are tried again twice where the connection or a proxy in front of
 * the shop failed. Spec §7; docs/decisions/0231
 */
import { localeOfPath } from "contract/values/locale.ts";
import { storeForm } from "../forms/stored-form.ts";
import { pathsIn } from "../paths.ts";
import { formAtWork, textOf } from "./last-submission.ts";
import { NoResponse, type Why } from "./request-failure.ts";

/** Before the second and the third try. ASSUMED(0231) */
const PAUSES_MS = [300, 900];
/** Statuses of a proxy in front of the shop; the shop's own responses carry the router's mark and are read by it. */
const outages: ReadonlySet<number> = new Set([502, 503, 504]);
const mark = "X-Remix-Response";

/** Throws NoResponse when there is no usable response; returns every other one. */
export async function send(address: URL | string, init: RequestInit = {}): Promise<Response> {
  const writes = init.method !== undefined && !/^(?:GET|HEAD)$/i.test(init.method);
  const { is_keyed, answered } = named(String(address), init, writes);
  const pauses = writes && !is_keyed ? [] : [...PAUSES_MS];
  for (;;) {
    const { answer, cause } = await attempt(address, init);
    if (answer?.status === 401 && !answer.headers.has(mark)) return leave(answer);
    if (answer && isReadable(answer, writes)) {
      answered();
      return answer;
    }
    const pause = pauses.shift();
    const mayHelp = answer ? isShortOutage(answer) : navigator.onLine;
    if (pause === undefined || !mayHelp) throw new NoResponse(reason(answer), cause);
    await new Promise((done) => setTimeout(done, pause));
    init.signal?.throwIfAborted();
  }
}

/** The whole response: one that breaks off is none, and an aborted one is not read on. */
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

/** A proxy got no response of the shop, and names no time to retry. */
function isShortOutage({ status, headers }: Response): boolean {
  return outages.has(status) && !headers.has(mark) && !headers.has("retry-after");
}

/** Without the mark a refusal has an unknown format; 404 is known by its status. */
function isReadable({ status, headers }: Response, writes: boolean): boolean {
  return headers.has(mark) ? !writes || status < 500 : status < 400 || status === 404;
}

/** Another 5xx without the mark may come after the shop has acted. */
function reason(answer: Response | undefined): Why {
  if (!answer) return navigator.onLine ? "unclear" : "unsent";
  const { status, headers } = answer;
  return headers.has(mark) || status < 500 || status === 503 ? "failed" : "unclear";
}

/** Keys of submissions without a response: sent again unchanged, they are the same submission. */
const names = new Map<string, string>();

/** A form has its own key, or requests one by an empty `idempotency_key`. Any other gets one for a retry by hand. */
function named(address: string, { body, headers }: RequestInit, writes: boolean) {
  const nothing = { is_keyed: new Headers(headers).has("idempotency-key"), answered: () => {} };
  if (!writes || !(body instanceof FormData || body instanceof URLSearchParams)) return nothing;
  const own = body.get("idempotency_key");
  if (own) return { ...nothing, is_keyed: true };
  const submission = address + textOf(body);
  const name = names.get(submission) ?? submissionKey();
  names.set(submission, name);
  body.set("idempotency_key", name);
  return { is_keyed: own === "", answered: () => names.delete(submission) };
}

/** `crypto.randomUUID` is missing on plain http, as when a phone tries the shop over the local network. */
function submissionKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16).padStart(8, "0")).join("");
}

/**
 * The session has ended: the sign-out page has the return path, where what was typed is filled in again. The request gets no other response. Spec §8.
 */
function leave(answer: Response): Promise<Response> {
  const { locale, path } = localeOfPath(location.pathname);
  if (path.startsWith("/dang-xuat")) return Promise.resolve(answer);
  const form = formAtWork();
  if (form) storeForm(form);
  location.assign(pathsIn(locale).signOut(location.pathname + location.search));
  return new Promise(() => {});
}

/** Whether the shop responds at all. */
export async function isThere(address: URL | string): Promise<boolean> {
  try {
    const answer = await fetch(address, { method: "HEAD" });
    return !outages.has(answer.status);
  } catch {
    return false; // that is the result
  }
}
