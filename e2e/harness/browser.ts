/** Chromium for the journeys, and pages that record their requests and errors. */
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Page,
  type Request,
} from "playwright-core";

/** `images: false` for tests that never look at one: to decode and draw them takes a third of the work of opening a page. */
export function openBrowser({
  images = true,
  ...options
}: LaunchOptions & { images?: boolean } = {}): Promise<Browser> {
  return chromium.launch({
    ...options,
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
      ...["--disable-component-update", "--disable-sync", ...(options.args ?? [])],
      ...(images ? [] : ["--blink-settings=imagesEnabled=false"]),
    ],
  });
}

export const phone = { width: 375, height: 740 };
export const wide = { width: 1280, height: 900 };
/** For whatever a page does by itself: long enough for a machine that is busy with other things. */
export const patient = { timeout: 30_000 };

/** The files of a page; the page itself and answers to its forms may well be refusals. */
const parts: ReadonlySet<string> = new Set(["stylesheet", "image", "media", "font", "script", "manifest"]);

/**
 * Known and harmless: the browser's own rejection of a cross-document view transition (CSS `@view-transition`) that the next
 * navigation skips. The page has no promise of it to catch; Chromium reports it on the document that is being left.
 */
const harmless = /^Transition was /;

export type RequestOrigin = {
  page: Page;
  traffic: Traffic;
  /** URLs of requested scripts, in order. */
  scripts: string[];
  /** Violations of the content policy, uncaught errors, failed requests, and other errors of the console. */
  complaints: string[];
  /** Every toast there was; one is gone after 2.5 s, which a busy machine may let pass before it looks. */
  toasts: string[];
  close(): Promise<void>;
};

/** The requests of a visit, but for streams, which stay open. */
type Traffic = {
  /** "GET /faq", in order, from the first page on. */
  asked: string[];
  /** How many of them were for a document that is then shown. */
  documents: number;
  /** Not answered yet. */
  waiting: Set<Request>;
  /** A request failed. Where a test meant that, and removed it from the complaints, the page is incomplete. */
  hasFailed: boolean;
};

const streams: ReadonlySet<string> = new Set(["eventsource", "websocket", "ping"]);
/** A request the page itself has aborted: the next page came, or another response is needed by now. */
const LET_GO = "net::ERR_ABORTED";

function isPrefetch(request: Request): boolean {
  return request.headers()["sec-purpose"] !== undefined;
}

function watchTraffic(context: BrowserContext, complaints: string[]): Traffic {
  const traffic: Traffic = { asked: [], documents: 0, waiting: new Set(), hasFailed: false };
  context.on("request", (request) => {
    if (streams.has(request.resourceType()) || !request.url().startsWith("http")) return;
    if (request.serviceWorker()) return; // caches pages, once and beside the page
    traffic.asked.push(`${request.method()} ${request.url()}`);
    traffic.waiting.add(request);
    if (request.isNavigationRequest() && !isPrefetch(request)) traffic.documents += 1;
  });
  context.on("requestfinished", (request) => traffic.waiting.delete(request));
  context.on("requestfailed", (request) => {
    traffic.waiting.delete(request);
    const { errorText = "" } = request.failure() ?? {};
    // The shop may refuse a prefetch (409), which the browser reports as a failure that no visitor sees.
    if (errorText === LET_GO || isPrefetch(request) || streams.has(request.resourceType())) return;
    traffic.hasFailed = true;
    complaints.push(`${errorText} ${request.url()}`);
  });
  context.on("response", (response) => {
    const isPart = parts.has(response.request().resourceType());
    if (response.status() < (isPart ? 400 : 500)) return;
    traffic.hasFailed = true;
    complaints.push(`${response.status()} ${response.url()}`);
  });
  return traffic;
}

export async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<RequestOrigin> {
  const context = await browser.newContext({ viewport: wide, ...options });
  context.setDefaultTimeout(patient.timeout);
  const page = await context.newPage();
  const scripts: string[] = [];
  const complaints: string[] = [];
  const toasts: string[] = [];
  const traffic = watchTraffic(context, complaints);
  await context.exposeBinding("keepToast", (_, text: string) => toasts.push(text));
  await context.addInitScript(watchToasts);
  context.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
  context.on("weberror", (caught) => {
    const { message } = caught.error();
    if (!harmless.test(message)) complaints.push(message);
  });
  context.on("console", (message) => {
    // Missing files are reported by the responses below.
    if (message.type() !== "error" || message.text().startsWith("Failed to load resource")) return;
    complaints.push(`${message.text()} ${message.location().url}`);
  });
  return { page, traffic, scripts, complaints, toasts, close: () => context.close() };
}

/** In the page: reports each toast as it comes, from the response or from a script. */
function watchToasts(): void {
  const told = new WeakSet<Element>();
  new MutationObserver(() => {
    for (const toast of document.querySelectorAll(".toasts .toast .grow")) {
      if (told.has(toast) || !toast.textContent) continue;
      told.add(toast);
      Reflect.get(window, "keepToast")(toast.textContent);
    }
  }).observe(document, { childList: true, subtree: true });
}

export function isActive(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.dataset.active !== undefined);
}

/** Polls by the clock, not by the page's frames: a page need not paint to hydrate. One that does not hydrate reports how far it came. */
export async function untilActive(page: Page): Promise<void> {
  try {
    await page.waitForFunction(() => document.documentElement.dataset.active !== undefined, undefined, { polling: 30 });
  } catch (cause) {
    const state = await page.evaluate(() => {
      const plan = document.getElementById("page-plan")?.textContent ?? "";
      const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
      return {
        marks: { ...document.documentElement.dataset },
        heading: document.querySelector("h1")?.textContent,
        missing: (plan.match(/\/assets\/[\w.-]+\.js/g) ?? []).filter((file) => !loaded.includes(file)),
        has_modules: "__reactRouterRouteModules" in window,
      };
    });
    throw new Error(`The page stayed asleep: ${JSON.stringify(state)}`, { cause });
  }
}

/** The scripts of the pages to come wait until `letGo`: however slow the machine, until then nothing hydrates. */
export async function holdScripts(page: Page): Promise<{ letGo(): Promise<void> }> {
  const gone = Promise.withResolvers<void>();
  const files = "**/assets/*.js";
  await page.route(files, async (route) => {
    await gone.promise;
    await route.continue().catch(() => undefined); // the page that requested it is gone
  });
  return {
    async letGo() {
      gone.resolve();
      await page.unroute(files);
    },
  };
}

/** By the page's own clock, so that a busy page has its time; where no script runs a page has none. */
function pause(ms: number): Promise<void> | undefined {
  return matchMedia("(scripting: enabled)").matches ? new Promise((done) => setTimeout(done, ms)) : undefined;
}

const endless = 150; // requests without a pause: no page has so many parts

/** Waits until no request is pending and no more are sent. What never ends is left to `atRest`. */
export async function untilSilent(
  { page, traffic }: Pick<RequestOrigin, "page" | "traffic">,
  silentMs = 400,
): Promise<void> {
  const began = traffic.asked.length;
  const until = Date.now() + patient.timeout;
  for (let before = -1; traffic.asked.length - began < endless && Date.now() < until; ) {
    if (traffic.waiting.size === 0 && before === traffic.asked.length) return;
    before = traffic.asked.length;
    await page.evaluate(pause, silentMs).catch(() => undefined);
    await new Promise((done) => setTimeout(done, silentMs / 4));
  }
}

const REST_MS = 5000;
const MAX_AT_REST = 3; // requests in that time

/** A page of the site whose scripts are still to come: it would fetch them in its own time. */
function isToHydrate(): boolean {
  const isOurs = document.getElementById("page-plan") !== null;
  return isOurs && document.documentElement.dataset.active === undefined && matchMedia("(scripting: enabled)").matches;
}

/** Without scripts a page that waits for money refreshes itself every few seconds. */
const refreshesItself = (): boolean => document.querySelector("meta[http-equiv=refresh]") !== null;

/** Pages of other sites stay as they are. */
async function hydrated(tab: Page): Promise<void> {
  await tab.waitForLoadState("domcontentloaded");
  if (!(await tab.evaluate(isToHydrate))) return;
  await tab.keyboard.press("Shift");
  await untilActive(tab);
}

const MAX_DOCUMENTS = 3;
const MAX_WINDOWS = 3;

/**
 * The requests of a hydrated page at rest, where there are more than a page may send. One that navigates to
 * another document meanwhile, because its session has ended, is checked there; to navigate for ever is a defect. On a busy
 * machine a part of the page may load late: what was requested only once is watched for another while.
 */
export async function atRest(visit: Pick<RequestOrigin, "page" | "traffic">): Promise<string[]> {
  const { page, traffic } = visit;
  for (let count = 0; count < MAX_DOCUMENTS; count++) {
    await untilSilent(visit);
    const { documents } = traffic;
    for (const tab of page.context().pages()) await hydrated(tab);
    if (await page.evaluate(refreshesItself)) return [];
    await untilSilent(visit);
    const began = traffic.asked.length;
    const found = await askedAtRest(traffic);
    if (traffic.documents > documents) continue;
    if (found === 0) return [];
    return [`asked ${found} times at rest: ${[...new Set(traffic.asked.slice(began))].join(", ")}`];
  }
  return [`opened ${MAX_DOCUMENTS} documents at rest`];
}

/** How many requests it sent in the last of some periods, where that is more than a page may; else 0. */
async function askedAtRest({ asked }: Traffic): Promise<number> {
  const began = asked.length;
  for (let count = 1; ; count++) {
    const before = asked.length;
    await new Promise((done) => setTimeout(done, REST_MS));
    const recent = asked.length - before;
    if (recent <= MAX_AT_REST) return 0;
    const sinceBegan = asked.slice(began);
    const repeats = new Set(sinceBegan).size < sinceBegan.length;
    if (repeats || count === MAX_WINDOWS) return recent;
  }
}
