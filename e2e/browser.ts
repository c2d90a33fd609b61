/** Chromium for the journeys, and pages that tell what they asked for and what they complained about. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
      ...["--disable-component-update", "--disable-sync"],
    ],
  });
}

export const phone = { width: 375, height: 740 };
export const wide = { width: 1280, height: 900 };
/** For whatever a page does by itself: long enough for a machine that is busy with other things. */
export const patient = { timeout: 30_000 };

/** What a page is made of; the page itself and what its forms are told may well be a refusal. */
const parts: ReadonlySet<string> = new Set(["stylesheet", "image", "media", "font", "script", "manifest"]);

/**
 * Errors nobody catches because nobody waits any more: the browser's word about a visit that the next one cut short (CSS
 * `@view-transition`), and React Router's about an answer that it stopped reading between its first line and its end.
 */
const harmless = /^Transition was |^signal is aborted without reason$/;

export type Visit = {
  page: Page;
  /** Addresses of scripts asked for, in order. */
  scripts: string[];
  /** Violations of the content policy, errors nobody caught, files that did not come, and other errors of the console. */
  complaints: string[];
  /** Every toast there was; one is gone after 2.5 s, which a busy machine may let pass before it looks. */
  toasts: string[];
  close(): Promise<void>;
};

export async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: wide, ...options });
  context.setDefaultTimeout(patient.timeout);
  const page = await context.newPage();
  const scripts: string[] = [];
  const complaints: string[] = [];
  const toasts: string[] = [];
  await context.exposeBinding("keepToast", (_, text: string) => toasts.push(text));
  await context.addInitScript(watchToasts);
  context.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
  context.on("weberror", (caught) => {
    const { message } = caught.error();
    if (!harmless.test(message)) complaints.push(message);
  });
  context.on("console", (message) => {
    // What did not come is told by the answers below.
    if (message.type() !== "error" || message.text().startsWith("Failed to load resource")) return;
    complaints.push(`${message.text()} ${message.location().url}`);
  });
  context.on("response", (response) => {
    const is_part = parts.has(response.request().resourceType());
    if (response.status() >= (is_part ? 400 : 500)) complaints.push(`${response.status()} ${response.url()}`);
  });
  return { page, scripts, complaints, toasts, close: () => context.close() };
}

/** In the page: tells of each toast as it comes, of the response or of a script. */
function watchToasts(): void {
  const told = new WeakSet<Element>();
  new MutationObserver(() => {
    for (const toast of document.querySelectorAll(".toasts .toast .grow")) {
      if (told.has(toast) || !toast.textContent) continue;
      told.add(toast);
      (window as unknown as { keepToast(text: string): void }).keepToast(toast.textContent);
    }
  }).observe(document, { childList: true, subtree: true });
}

export function isActive(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.dataset.active !== undefined);
}

/** Asks by the clock, not by the page's frames: a page need not paint to be active. One that stays asleep tells how far it came. */
export async function untilActive(page: Page): Promise<void> {
  try {
    await page.waitForFunction(() => document.documentElement.dataset.active !== undefined, undefined, { polling: 30 });
  } catch (cause) {
    const state = await page.evaluate(() => ({
      marks: { ...document.documentElement.dataset },
      is_loaded: "__reactRouterRouteModules" in window,
      scripts: performance.getEntriesByType("resource").flatMap(({ name }) => (/\.js$/.test(name) ? [name] : [])),
    }));
    throw new Error(`The page stayed asleep: ${JSON.stringify(state)}`, { cause });
  }
}
