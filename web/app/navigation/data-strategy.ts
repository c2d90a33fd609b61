/**
 * The router's data strategy: handles a navigation, submission or background read without a response. The page stays as it
 * is: a navigation is cancelled, a form keeps its typed values, a background read keeps its data. A failed navigation or
 * submission is reported with a button to try again (request-failure.ts).
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
import { activeForm, retryOf } from "./last-submission.ts";
import { type FailureReason, NoResponse, showFailure } from "./request-failure.ts";
import { modulesLoaded } from "./route-modules.ts";
import { isReachable } from "./send.ts";

export type Router = ReturnType<typeof UNSAFE_createRouter>;
type Results = Record<string, DataStrategyResult>;

const RETRY_READS_MS = 30_000; // ASSUMED(0231)
const RELOAD_GUARD_MS = 60_000; // Spec §9

/** Wraps React Router's own data strategy, `runHandlers`, which calls the server's loaders and actions. */
export function withFailureHandling(routerOf: () => Router, runHandlers: DataStrategyFunction): DataStrategyFunction {
  return async (args) => {
    const router = routerOf();
    const { request, fetcherKey } = args;
    const writes = request.method !== "GET";
    const isNavigation = fetcherKey === null && router.state.navigation.state !== "idle";
    if ((isNavigation && !isReturning) || writes) showFailure(null);
    const body = writes && fetcherKey !== null ? request.clone() : null; // a request's body can be read once
    if (isReturning && isNavigation) return {};
    const { results, reason } = await responsesTo(args, runHandlers);
    if (request.signal.aborted) return results;
    if (fetcherKey !== null && !writes) return keepFetcherData(args, router, results);
    if (reason === undefined)
      return reloadOnLocaleChange(writes ? handleFormResponse(results, fetcherKey === null) : results);
    if (body && fetcherKey !== null) {
      const formData = await body.formData();
      const retry = () => void router.fetch(fetcherKey, "root", pathOf(request), { formMethod: "POST", formData });
      showFailure({ reason, writes, retry });
      return previousData(args, () => router.state.fetchers.get(fetcherKey)?.data);
    }
    if (!writes && pathOf(request) === createPath({ ...router.state.location, hash: "" })) {
      if (isNavigation) showFailure({ reason, writes, retry: () => void router.revalidate() });
      return previousData(args, (id) => router.state.loaderData[id]);
    }
    return cancelNavigation(router, request, reason);
  };
}

type Outcome = { results: Results; reason?: FailureReason };

/** The page's module files and the shop's responses. A write is not sent before the files are loaded. */
async function responsesTo(args: DataStrategyFunctionArgs, runHandlers: DataStrategyFunction): Promise<Outcome> {
  const files = modulesLoaded(args.matches.map(({ route }) => route.id));
  const moduleFailure = files.then(async (loaded) =>
    loaded ? new Promise<never>(() => {}) : recoverMissingModule(args),
  );
  if (args.request.method !== "GET" && !(await files)) return moduleFailure;
  const responses = runHandlers(args).then((results): Outcome => {
    return { results, reason: Object.values(results).flatMap(({ result }) => failureReasonOf(result) ?? [])[0] };
  });
  return Promise.race([responses, moduleFailure]);
}

/** The reason of a NoResponse; that of an action is wrapped with its status. */
function failureReasonOf(result: unknown): FailureReason | undefined {
  const error = result instanceof NoResponse ? result : (result as { data?: unknown } | null | undefined)?.data;
  return error instanceof NoResponse ? error.reason : undefined;
}

/** A module file of this version may have been removed by a newer one: the document is loaded instead, at most once a minute. Spec §8. */
async function recoverMissingModule({ request, fetcherKey }: DataStrategyFunctionArgs): Promise<Outcome> {
  const reads = fetcherKey === null && request.method === "GET";
  if (reads && navigator.onLine && !reloadedRecently() && (await isReachable(request.url))) {
    sessionStorage.setItem("reloaded_at", String(Date.now())); // boot.ts
    location.assign(request.url);
    return new Promise(() => {});
  }
  return { results: {}, reason: navigator.onLine ? "outcome_unknown" : "offline" };
}

function reloadedRecently(): boolean {
  return Date.now() - Number(sessionStorage.getItem("reloaded_at")) < RELOAD_GUARD_MS;
}

/** For every requested route, the data it had before. */
function previousData({ matches }: DataStrategyFunctionArgs, known: (id: string) => unknown): Results {
  const requested = matches.filter((match) => match.shouldCallHandler());
  return Object.fromEntries(requested.map(({ route }) => [route.id, { type: "data", result: known(route.id) }]));
}

/** Cancels the navigation. React Router cancels one only by starting another, which would drop the responses to forms. */
function cancelNavigation(router: Router, request: Request, reason: FailureReason): Promise<Results> {
  const { formMethod, formData, formEncType } = router.state.navigation;
  const to = pathOf(request);
  const writes = request.method !== "GET";
  const submitAgain = () =>
    void router.navigate(to, { formMethod, formData, formEncType, preventScrollReset: true } as object);
  const openAgain = () => void router.navigate(to);
  showFailure({
    reason: reason,
    writes,
    retry: (writes && retryOf(request.url)) || (writes ? submitAgain : openAgain),
  });
  router._internalSetStateDoNotUseOrYouWillBreakYourApp({ navigation: IDLE_NAVIGATION });
  restoreHistory(router);
  return new Promise(() => {});
}

/** The router's history index of the shown page. */
let historyIndex = 0;
/** The browser is going back to the shown page after a cancelled navigation; nothing is requested for that. */
let isReturning = false;

/** After a step through the history the browser's URL has already changed: it goes back to the shown page. */
function restoreHistory({ state }: Router): void {
  const steps = createPath(location) === createPath(state.location) ? 0 : historyIndex - Number(history.state?.idx);
  if (!steps) return;
  isReturning = true;
  history.go(steps);
}

export function trackHistory(router: Router): void {
  router.subscribe(({ navigation, location: shown }) => {
    if (navigation.state !== "idle" || createPath(location) !== createPath(shown)) return;
    historyIndex = Number(history.state?.idx ?? historyIndex);
    isReturning = false;
  });
}

/** URLs of background reads without a response, by fetcher key. */
const failedReads = new Map<string, string>();
let timer: number | undefined;

function keepFetcherData(args: DataStrategyFunctionArgs, router: Router, results: Results): Results {
  const key = args.fetcherKey ?? "";
  const answers = Object.values(results);
  const failed = answers.find(({ type, result }) => type === "error" && !(result instanceof Response));
  failedReads.delete(key);
  if (!failed && answers.length > 0) return reloadOnLocaleChange(results);
  const { status = 500 } = (failed?.result ?? {}) as { status?: number };
  if (status >= 500 || status === 429) {
    failedReads.set(key, pathOf(args.request));
    timer ??= window.setTimeout(retryReads, RETRY_READS_MS, router);
  }
  return previousData(args, () => router.state.fetchers.get(key)?.data);
}

/** Repeats the failed background reads whose elements are still on the page. */
export function retryReads(router: Router): void {
  clearTimeout(timer);
  timer = undefined;
  for (const [key, path] of failedReads) {
    if (router.state.fetchers.has(key)) router.fetch(key, "root", path);
    else failedReads.delete(key);
  }
}

/** Shows the refusal in a response to a form, and stores the typed values when the session has ended. Spec §8. */
function handleFormResponse(results: Results, isNavigation: boolean): Results {
  for (const { result } of Object.values(results)) {
    const { data, init } = (result ?? {}) as { data?: Partial<FormProblem>; init?: { status?: number } | null };
    const isRefusal = init?.status === 400 || init?.status === 422 || (!isNavigation && (init?.status ?? 0) > 400);
    const text = Object.values(data?.errors ?? {}).at(-1)?.[0] || data?.message;
    if (isRefusal && text) toast({ kind: "error", text });
    const form = activeForm();
    if (form && /\/dang-xuat\?/.test(locationOf(result) ?? "")) storeForm(form);
  }
  return results;
}

function locationOf(result: unknown): string | null {
  return result instanceof Response ? result.headers.get("Location") : null;
}

/** A hydrated page has the messages of its own language only: after a redirect to another language the browser loads the document. */
function reloadOnLocaleChange(results: Results): Results {
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
