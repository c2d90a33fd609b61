/**
 * Somebody who walks into the shop of the run, on a device and in a language of his own. No page he sees may complain
 * about anything: each test of a file that uses `shoppers` ends with that.
 */
import { join } from "node:path";
import { type Locale, localisedPath } from "contract/locale.ts";
import { errors as en } from "messages/en/errors.ts";
import { errors as ja } from "messages/ja/errors.ts";
import { loadMessages, type Messages, messagesOf } from "messages/messages.ts";
import { type Errors, errors as vi } from "messages/vi/errors.ts";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject } from "vitest";
import { openBrowser, patient, phone, type Visit, visit, wide } from "./browser.ts";

const errors: Record<Locale, Errors> = { vi, en, ja };

export type Way = { name: string; locale: Locale; scripts: boolean; is_phone: boolean };

/** How people come: small and wide screens, with scripts and without, in every language. */
export const ways: readonly Way[] = [
  { name: "on a phone", locale: "vi", scripts: true, is_phone: true },
  { name: "on a wide screen, in English", locale: "en", scripts: true, is_phone: false },
  { name: "on a phone with scripts off, in Japanese", locale: "ja", scripts: false, is_phone: true },
  { name: "on a wide screen with scripts off", locale: "vi", scripts: false, is_phone: false },
];
/** Where the device changes nothing. */
export const at_home: Way = { name: "at home", locale: "vi", scripts: true, is_phone: false };

export type Shopper = Way & {
  page: Page;
  words: Messages;
  /** What the shop says in his language when something is wrong. */
  errors: Errors;
  url: string;
  /** The address of a page, given in Vietnamese, in his language. */
  at(path: string): string;
  open(path: string): Promise<void>;
  complaints: string[];
  toasts: string[];
};

/** `const shopper = shoppers();` in a test file, then `await shopper(way)` in its tests; of another shop with `where`. */
export function shoppers(
  where = () => inject("shop").url,
): (way?: Way, options?: BrowserContextOptions) => Promise<Shopper> {
  let browser: Browser;
  let visits: Visit[] = [];
  beforeAll(async () => {
    [browser] = await Promise.all([openBrowser(), loadMessages()]);
  });
  afterAll(() => browser.close());
  afterEach(async ({ task }) => {
    if (task.result?.state === "fail")
      await Promise.all(visits.map((each, place) => keepPicture(each, `${task.id}-${place}`)));
    const complaints = visits.flatMap((each) => each.complaints);
    await Promise.all(visits.map((each) => each.close()));
    visits = [];
    expect(complaints).toEqual([]);
  });
  return async (way = at_home, options = {}) => {
    const device = way.is_phone ? { viewport: phone, hasTouch: true } : { viewport: wide };
    const opened = await visit(browser, { ...device, javaScriptEnabled: way.scripts, ...options });
    visits.push(opened);
    const url = where();
    const { page, complaints, toasts } = opened;
    const at = (path: string) => url + localisedPath(path, way.locale);
    // A script waits for the styles before it; without one nothing says that they are there until all is.
    const waitUntil = way.scripts ? "domcontentloaded" : "load";
    const open = async (path: string) => {
      await page.goto(at(path), { waitUntil });
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

/** What the page looked like when its test failed. */
async function keepPicture({ page }: Visit, name: string): Promise<void> {
  const path = join(import.meta.dirname, "output", `${name}.png`);
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

/** Waits until the address has come to what `is` asks of it. */
export async function comesTo(page: Page, is: (address: URL) => boolean): Promise<void> {
  await page.waitForURL(is, { waitUntil: "domcontentloaded" });
}

/** The page's own heading. */
export function heading(page: Page): Promise<string | null> {
  return page.locator("h1").textContent();
}

/** "1,290,000 đ" → 1290000. */
export function dong(text: string): number {
  return Number(text.replace(/\D/g, ""));
}

/** `expect.poll` with the patience a busy machine asks for. */
export function soon<T>(ask: () => T | Promise<T>) {
  return expect.poll(ask, patient);
}
