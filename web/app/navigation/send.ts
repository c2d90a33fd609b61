/**
 * Every request of the running application goes out here: those of the router, whose `fetch` this is (web/plugins/bundle-trim.ts), and
 * direct calls. Reads, and writes that name themselves by an idempotency key, are tried again twice where the line or what
 * stands before the shop failed. Spec §7; docs/decisions/0231
 */
import { localeOfPath } from "contract/values/locale.ts";
import { storeForm } from "../forms/stored-form.ts";
import { pathsIn } from "../paths.ts";
import { formAtWork, textOf } from "./last-submission.ts";
import { NoResponse, type Why } from "./request-failure.ts";

/** Before the second and the third try. ASSUMED(0231) */
const pauses_ms = [300, 900];
/** What stands before the shop says so; the shop's own answers carry the router's mark and are read by it. */
const outages: ReadonlySet<number> = new Set([502, 503, 504]);
const mark = "X-Remix-Response";

/** Throws NoResponse when there is no answer to work with; whatever else the shop says is answered. */
export async function send(address: URL | string, init: RequestInit = {}): Promise<Response> {
  const writes = init.method !== undefined && !/^(?:GET|HEAD)$/i.test(init.method);
  const { is_keyed, answered } = named(String(address), init, writes);
  const pauses = writes && !is_keyed ? [] : [...pauses_ms];
  for (;;) {
    const { answer, cause } = await attempt(address, init);
    if (answer?.status === 401 && !answer.headers.has(mark)) return leave(answer);
    if (answer && isReadable(answer, writes)) {
      answered();
      return answer;
    }
    const pause = pauses.shift();
    const may_help = answer ? isShortOutage(answer) : navigator.onLine;
    if (pause === undefined || !may_help) throw new NoResponse(reason(answer), cause);
    await new Promise((done) => setTimeout(done, pause));
    init.signal?.throwIfAborted();
  }
}

/** The whole answer: one that is cut off halfway is none, and nobody is left reading what was given up. */
async function attempt(address: URL | string, init: RequestInit): Promise<{ answer?: Response; cause?: unknown }> {
  try {
    const answer = await fetch(address, init);
    const body = await answer.arrayBuffer();
    return { answer: new Response(body.byteLength > 0 ? body : null, answer) };
  } catch (cause) {
    if (init.signal?.aborted) throw cause; // given up by whoever asked
    return { cause };
  }
}

/** What stands before the shop has no answer of it for now, and names no time of its own. */
function isShortOutage({ status, headers }: Response): boolean {
  return outages.has(status) && !headers.has(mark) && !headers.has("retry-after");
}

/** Without the mark a refusal is in words that nobody here reads; what is not there is known by its status. */
function isReadable({ status, headers }: Response, writes: boolean): boolean {
  return headers.has(mark) ? !writes || status < 500 : status < 400 || status === 404;
}

/** Another 5xx without the mark may be told after the shop has acted. */
function reason(answer: Response | undefined): Why {
  if (!answer) return navigator.onLine ? "unclear" : "unsent";
  const { status, headers } = answer;
  return headers.has(mark) || status < 500 || status === 503 ? "failed" : "unclear";
}

/** Names of submissions that have no answer yet: sent again unchanged, they are the same submission. */
const names = new Map<string, string>();

/** A form names its submission itself, or asks for a name by an empty `idempotency_key`. Any other gets one for when it is sent again by hand. */
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
 * The session has ended: the page that says so knows the way back, where what was typed is filled in again. What was asked for is not answered any more. Spec §8.
 */
function leave(answer: Response): Promise<Response> {
  const { locale, path } = localeOfPath(location.pathname);
  if (path.startsWith("/dang-xuat")) return Promise.resolve(answer);
  const form = formAtWork();
  if (form) storeForm(form);
  location.assign(pathsIn(locale).signOut(location.pathname + location.search));
  return new Promise(() => {});
}

/** Whether the shop answers at all, whatever it says. */
export async function isThere(address: URL | string): Promise<boolean> {
  try {
    const answer = await fetch(address, { method: "HEAD" });
    return !outages.has(answer.status);
  } catch {
    return false; // that is the answer
  }
}
