/**
 * Between the router and the shop: handles a navigation, submission or background read without a response. The page stays:
 * a navigation ends where it began, a form stays as it was typed, a background read keeps its data. A failure of what the
 * shopper did is shown, with a button to try again (request-failure.ts).
 * docs/decisions/0231-requests-without-a-response.md
 */
import { localeOfPath } from "contract/values/locale.ts";
import {
  createPath,
  type DataStrategyFunction,
  type DataStrategyFunctionArgs,
  type DataStrategyResult,
  IDLE_NAVIGATION,
  type UNSAFE_createRouter,
} from "react-router";
import type { FormProblem } from "../forms/forms.ts";
import { storeForm } from "../forms/stored-form.ts";
import { toast } from "../ui/overlays/toast.tsx";
import { formAtWork, sentTo } from "./last-submission.ts";
import { NoResponse, showFailure, type Why } from "./request-failure.ts";
import { modulesLoaded } from "./route-modules.ts";
import { isThere } from "./send.ts";

export type Router = ReturnType<typeof UNSAFE_createRouter>;
type Results = Record<string, DataStrategyResult>;

const RETRY_READS_MS = 30_000; // ASSUMED(0231)
const RELOAD_GUARD_MS = 60_000; // Spec §9

/** Around the way React Router asks. */
export function resilient(routerOf: () => Router, ask: DataStrategyFunction): DataStrategyFunction {
  return async (args) => {
    const router = routerOf();
    const { request, fetcherKey } = args;
    const writes = request.method !== "GET";
    const isNavigation = fetcherKey === null && router.state.navigation.state !== "idle";
    if ((isNavigation && !IS_RETURNING) || writes) showFailure(null);
    const body = writes && fetcherKey !== null ? request.clone() : null; // it can be read once
    if (IS_RETURNING && isNavigation) return {};
    const { results, why } = await responsesTo(args, ask);
    if (request.signal.aborted) return results;
    if (fetcherKey !== null && !writes) return keepFetcherData(args, router, results);
    if (why === undefined) return acrossLanguages(writes ? answered(results, fetcherKey === null) : results);
    if (body && fetcherKey !== null) {
      const formData = await body.formData();
      const again = () => void router.fetch(fetcherKey, "root", pathOf(request), { formMethod: "POST", formData });
      showFailure({ why, writes, again });
      return previousData(args, () => router.state.fetchers.get(fetcherKey)?.data);
    }
    if (!writes && pathOf(request) === createPath({ ...router.state.location, hash: "" })) {
      if (isNavigation) showFailure({ why, writes, again: () => void router.revalidate() });
      return previousData(args, (id) => router.state.loaderData[id]);
    }
    return cancelNavigation(router, request, why);
  };
}

type Outcome = { results: Results; why?: Why };

/** The page's files and the shop's answers; nothing is written before the files are there. */
async function responsesTo(args: DataStrategyFunctionArgs, ask: DataStrategyFunction): Promise<Outcome> {
  const files = modulesLoaded(args.matches.map(({ route }) => route.id));
  const lost = files.then(async (came) => (came ? new Promise<never>(() => {}) : moduleMissing(args)));
  if (args.request.method !== "GET" && !(await files)) return lost;
  const asked = ask(args).then((results): Outcome => {
    return { results, why: Object.values(results).flatMap(({ result }) => reasonOf(result) ?? [])[0] };
  });
  return Promise.race([asked, lost]);
}

/** The answer of an action comes with its status around it. */
function reasonOf(result: unknown): Why | undefined {
  const error = result instanceof NoResponse ? result : (result as { data?: unknown } | null | undefined)?.data;
  return error instanceof NoResponse ? error.why : undefined;
}

/** A file of this version may be gone: the shop has the page, and the new files. At most once a minute. Spec §8. */
async function moduleMissing({ request, fetcherKey }: DataStrategyFunctionArgs): Promise<Outcome> {
  const reads = fetcherKey === null && request.method === "GET";
  if (reads && navigator.onLine && !isGuarded() && (await isThere(request.url))) {
    sessionStorage.setItem("reloaded_at", String(Date.now())); // boot.ts
    location.assign(request.url);
    return new Promise(() => {});
  }
  return { results: {}, why: navigator.onLine ? "unclear" : "unsent" };
}

function isGuarded(): boolean {
  return Date.now() - Number(sessionStorage.getItem("reloaded_at")) < RELOAD_GUARD_MS;
}

/** The previous data, for every route that was requested. */
function previousData({ matches }: DataStrategyFunctionArgs, known: (id: string) => unknown): Results {
  const asked = matches.filter((match) => match.shouldCallHandler());
  return Object.fromEntries(asked.map(({ route }) => [route.id, { type: "data", result: known(route.id) }]));
}

/** The navigation ends where it began. React Router ends one only by another, which would drop the answers of forms. */
function cancelNavigation(router: Router, request: Request, why: Why): Promise<Results> {
  const { formMethod, formData, formEncType } = router.state.navigation;
  const to = pathOf(request);
  const writes = request.method !== "GET";
  const send = () =>
    void router.navigate(to, { formMethod, formData, formEncType, preventScrollReset: true } as object);
  const open = () => void router.navigate(to);
  showFailure({ why, writes, again: (writes && sentTo(request.url)) || (writes ? send : open) });
  router._internalSetStateDoNotUseOrYouWillBreakYourApp({ navigation: IDLE_NAVIGATION });
  restoreHistory(router);
  return new Promise(() => {});
}

/** Where in the history the shown page stands; and whether the browser is going back to it, for which nothing is requested. */
let place = 0;
let IS_RETURNING = false;

/** After a step through the history the address has already changed. */
function restoreHistory({ state }: Router): void {
  const steps = createPath(location) === createPath(state.location) ? 0 : place - Number(history.state?.idx);
  if (!steps) return;
  IS_RETURNING = true;
  history.go(steps);
}

export function trackHistory(router: Router): void {
  router.subscribe(({ navigation, location: shown }) => {
    if (navigation.state !== "idle" || createPath(location) !== createPath(shown)) return;
    place = Number(history.state?.idx ?? place);
    IS_RETURNING = false;
  });
}

/** Background reads without a response, by fetcher: the URL of each. */
const failedReads = new Map<string, string>();
let timer: number | undefined;

function keepFetcherData(args: DataStrategyFunctionArgs, router: Router, results: Results): Results {
  const key = args.fetcherKey ?? "";
  const answers = Object.values(results);
  const failed = answers.find(({ type, result }) => type === "error" && !(result instanceof Response));
  failedReads.delete(key);
  if (!failed && answers.length > 0) return acrossLanguages(results);
  const { status = 500 } = (failed?.result ?? {}) as { status?: number };
  if (status >= 500 || status === 429) {
    failedReads.set(key, pathOf(args.request));
    timer ??= window.setTimeout(retryReads, RETRY_READS_MS, router);
  }
  return previousData(args, () => router.state.fetchers.get(key)?.data);
}

/** Of elements still on the page. */
export function retryReads(router: Router): void {
  clearTimeout(timer);
  timer = undefined;
  for (const [key, path] of failedReads) {
    if (router.state.fetchers.has(key)) router.fetch(key, "root", path);
    else failedReads.delete(key);
  }
}

/** The answer to a form: a refusal is shown, and typed text survives the end of the session. Spec §8. */
function answered(results: Results, isNavigation: boolean): Results {
  for (const { result } of Object.values(results)) {
    const { data, init } = (result ?? {}) as { data?: Partial<FormProblem>; init?: { status?: number } | null };
    const isRefusal = init?.status === 400 || init?.status === 422 || (!isNavigation && (init?.status ?? 0) > 400);
    const text = Object.values(data?.errors ?? {}).at(-1)?.[0] || data?.message;
    if (isRefusal && text) toast({ kind: "error", text });
    const form = formAtWork();
    if (form && /\/dang-xuat\?/.test(locationOf(result) ?? "")) storeForm(form);
  }
  return results;
}

function locationOf(result: unknown): string | null {
  return result instanceof Response ? result.headers.get("Location") : null;
}

/** A hydrated page has the messages of its own language alone: the browser loads a page of another. */
function acrossLanguages(results: Results): Results {
  for (const { result } of Object.values(results)) {
    const to = locationOf(result);
    if (to === null) continue;
    const { origin, pathname } = new URL(to, location.href);
    const isOther = localeOfPath(pathname).locale !== localeOfPath(location.pathname).locale;
    if (isOther && origin === location.origin) (result as Response).headers.set("X-Remix-Reload-Document", "true");
  }
  return results;
}

function pathOf({ url }: Request): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
