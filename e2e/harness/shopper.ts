/**
 * A shopper in the shop of the run, on a device and in a language of their own. No page may report an error:
 * each test of a file that uses `shoppers` ends with that check.
 */
import { join } from "node:path";
import { type Locale, localeOfPath, localisedPath } from "contract/values/locale.ts";
import { errors as en } from "messages/en/errors.ts";
import { errors as ja } from "messages/ja/errors.ts";
import { loadMessages, type Messages, messagesOf } from "messages/messages.ts";
import { type Errors, errors as vi } from "messages/vi/errors.ts";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { runShop } from "../run-shop.ts";
import { atRest, openBrowser, patient, phone, type RequestOrigin, visit, wide } from "./browser.ts";
import { type State, wrongs } from "./invariants.ts";
import { actBeforeHydration, actWhenHydrated } from "./states.ts";

const errors: Record<Locale, Errors> = { vi, en, ja };

/** Without a `state` a page hydrates at the first interaction. */
export type Way = { name: string; locale: Locale; scripts: boolean; is_phone: boolean; state?: State };

/** On a wide screen without scripts: beside `ways` by `npm run journeys` only, for it adds no state and no language. */
export const WIDE_WITHOUT_SCRIPTS: Way = {
  ...{ name: "on a wide screen with scripts off", locale: "vi", scripts: false, is_phone: false },
};
/** The ways of a journey: small and wide screens, the three states of a page, every language. */
export const ways: readonly Way[] = [
  { name: "on a phone, hydrated", locale: "vi", scripts: true, is_phone: true, state: "hydrated" },
  {
    ...{ name: "on a wide screen before hydration, in English", locale: "en", scripts: true, is_phone: false },
    state: "not hydrated",
  },
  { name: "on a phone with scripts off, in Japanese", locale: "ja", scripts: false, is_phone: true },
  ...(process.env.JOURNEYS === "all" ? [WIDE_WITHOUT_SCRIPTS] : []),
];
/** The way of a test that says no other: a wide screen, scripts on, in Vietnamese. */
export const DEFAULT_WAY: Way = { name: "on a wide screen", locale: "vi", scripts: true, is_phone: false };

export type Shopper = Way & {
  page: Page;
  words: Messages;
  /** The error texts in the shopper's language. */
  errors: Errors;
  url: string;
  /** The URL of a page, given in Vietnamese, in the shopper's language. */
  at(path: string): string;
  open(path: string): Promise<void>;
  complaints: string[];
  toasts: string[];
};

/** ms. Each page of a file may take its time to come to rest, and on a busy machine all of them do so at once. */
const MAX_MS_TO_REST = 600_000;

/** `const shopper = shoppers();` in a test file, then `await shopper(way)` in its tests; of another shop with `where`. */
export function shoppers(
  where = () => runShop().url,
): (way?: Way, options?: BrowserContextOptions & { images?: boolean }) => Promise<Shopper> {
  let browser: Browser;
  /** For the tests that look at images: opened by the first of them. */
  let withImages: Promise<Browser> | undefined;
  let visits: RequestOrigin[] = [];
  /** Pages at rest while the next tests go on: their requests, if too many. */
  const resting: Promise<string[]>[] = [];
  beforeAll(async () => {
    [browser] = await Promise.all([openBrowser({ images: false }), loadMessages()]);
  });
  afterAll(async () => {
    const found = (await Promise.all(resting)).flat();
    await Promise.all([browser.close(), withImages?.then((opened) => opened.close())]);
    expect(found).toEqual([]);
  }, MAX_MS_TO_REST);
  afterEach(async ({ task }) => {
    const didFail = task.result?.state === "fail";
    // A screenshot puts styles of its own on the fields of a page, so it comes after the checks.
    const found = (await Promise.all(visits.map(wrongAtTheEnd))).flat();
    if (didFail) await Promise.all(visits.map((each, place) => keepPicture(each, `${task.id}-${place}`)));
    for (const each of visits) resting.push(didFail ? each.close().then(() => []) : rests(each, task.name));
    visits = [];
    expect(found).toEqual([]);
  });
  return async (way = DEFAULT_WAY, { images = false, ...options } = {}) => {
    // Who has no scripts wants no motion either: software takes a third of a journey to draw it.
    const motion = way.scripts ? {} : { reducedMotion: "reduce" as const };
    const device = way.is_phone ? { viewport: phone, hasTouch: true } : { viewport: wide };
    if (images) withImages ??= openBrowser();
    const chosen = images && withImages ? await withImages : browser;
    const opened = await visit(chosen, { ...device, ...motion, javaScriptEnabled: way.scripts, ...options });
    visits.push(opened);
    if (way.state === "hydrated") await actWhenHydrated(opened.page);
    if (way.state === "not hydrated") await actBeforeHydration(opened.page);
    const url = where();
    const { page, complaints, toasts } = opened;
    const at = (path: string) => url + localisedPath(path, way.locale);
    // A script waits for the styles before it; without one nothing says that they are there until all is.
    const waitUntil = way.scripts ? "domcontentloaded" : "load";
    const open = async (path: string) => {
      const address = at(path);
      // Without scripts no picture waits until it is seen: all of a page are requested at once.
      const arrive = () => page.goto(address, { waitUntil, timeout: 110_000 });
      const waited = async (error: unknown): Promise<unknown> => {
        const message = String(error);
        // The browser shows its prerendered page.
        if (message.includes(`interrupted by another navigation to "${address}"`))
          return page.waitForURL(address, { waitUntil });
        // The page that answers a form sent before came between.
        if (message.includes("is interrupted by another navigation")) return arrive();
        throw error;
      };
      await arrive().catch(waited).catch(waited);
    };
    return {
      ...way,
      page,
      words: messagesOf(way.locale),
      errors: errors[way.locale],
      url,
      at,
      open,
      complaints,
      toasts,
    };
  };
}

/** Recorded errors, and what of invariants.ts does not hold on the page where a test ends. */
async function wrongAtTheEnd(opened: RequestOrigin): Promise<string[]> {
  const { page, complaints } = opened;
  // Another site's page, or a simulator's, is not ours to look at.
  const isOurs = await page.locator("html[lang] link[rel=manifest]").count();
  if (!page.url().startsWith("http") || isOurs === 0) return complaints;
  const { locale } = localeOfPath(new URL(page.url()).pathname);
  const isHydrated = await page.evaluate(() => document.documentElement.dataset.active !== undefined);
  const state = isHydrated ? "hydrated" : "not hydrated";
  // A journey may well end where something is missing, or could not be had.
  const situation = { locale, state, isMissing: true, isDisturbed: opened.traffic.hasFailed } as const;
  const found = await wrongs({ page, complaints: [] }, situation);
  return [...complaints, ...found];
}

async function rests(opened: RequestOrigin, name: string): Promise<string[]> {
  const known = opened.complaints.length;
  try {
    if (opened.traffic.hasFailed) return [];
    const found = [...(await atRest(opened)), ...opened.complaints.slice(known)];
    // A server of the test itself is gone by now.
    if (found.some((what) => what.includes("net::ERR_CONNECTION_REFUSED"))) return [];
    return found.map((what) => `after "${name}" ${opened.page.url()} ${what}`);
  } finally {
    await opened.close();
  }
}

/** What the page looked like when its test failed. */
async function keepPicture({ page }: RequestOrigin, name: string): Promise<void> {
  const path = join(import.meta.dirname, "../output", `${name}.png`);
  await page.screenshot({ path, fullPage: true });
  console.error(`${page.url()} looked like ${path}`);
}

/** Waits until it can be seen. */
export async function sees(place: Page | Locator, what: string | RegExp): Promise<void> {
  await place.getByText(what).filter({ visible: true }).first().waitFor();
}

/** Waits until a toast has said it, each toast once; without scripts a toast stays in its page. */
export async function hears({ page, toasts }: Pick<Shopper, "page" | "toasts">, words: string): Promise<void> {
  const told = async () => [...toasts, ...(await page.locator(".toasts .toast").allTextContents())].join("\n");
  await soon(told).toContain(words);
  toasts.length = 0;
}

/** Waits for what comes after a delay (`come` in base.css): until then all below it may move. */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const coming = document
      .getAnimations()
      .filter((each) => each instanceof CSSAnimation && each.animationName === "come");
    await Promise.allSettled(coming.map(({ finished }) => finished));
  });
}

/** Waits until the URL fulfils `is`. */
export async function comesTo(page: Page, is: (address: URL) => boolean): Promise<void> {
  const wait = () => page.waitForURL(is, { waitUntil: "domcontentloaded" });
  // A page that navigates by itself aborts the pending navigation.
  await wait().catch((error: unknown) => {
    if (!String(error).includes("net::ERR_ABORTED")) throw error;
    return wait();
  });
}

/** The page's own heading. */
export function heading(page: Page): Promise<string | null> {
  return page.locator("h1").textContent();
}

/** The visible text: the page may hold hidden texts for another choice. */
export function shownText(place: Locator): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: hidden words are what is left out
  return place.innerText();
}

/** "1,290,000 đ" → 1290000. */
export function dong(text: string): number {
  return Number(text.replace(/\D/g, ""));
}

/** `expect.poll` with a time-out for busy machines. */
export function soon<T>(ask: () => T | Promise<T>) {
  return expect.poll(ask, patient);
}
