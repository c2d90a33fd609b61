/** Steps that work on any screen: look, type, navigate on and back, lose the connection. */
import { localeOfPath, locales } from "contract/values/locale.ts";
import type { Locator, Page } from "playwright-core";
import { barriers } from "./axe.ts";
import { holdScripts, patient, phone, type RequestOrigin, untilActive, untilSilent, wide } from "./browser.ts";
import { sidewaysAt, wrongs } from "./invariants.ts";
import { type Cell, type Fixture, situationOf, smallest, widths } from "./screens.ts";
import { lost, typeEverywhere, withoutSecrets } from "./typing.ts";

/** Hydrates a page whose scripts are not held. */
export async function hydrate(page: Page): Promise<void> {
  await page.keyboard.press("Shift");
  await untilActive(page);
}

/** Before hydration at every width, then hydrated; both read by axe. `links` collects the links. */
export async function beforeAndAfterHydration(
  fixture: Fixture,
  cell: Cell,
  opened: RequestOrigin,
  links: Map<string, string>,
): Promise<string[]> {
  const { page } = opened;
  const scripts = await holdScripts(page);
  const found = await beforeHydration(fixture, cell, opened, links);
  await page.setViewportSize(phone);
  found.push(...(await barriers(page)));
  await page.setViewportSize(wide);
  await scripts.letGo();
  await hydrate(page);
  found.push(...(await barriers(page)));
  found.push(...(await wrongs(opened, situationOf(cell, "hydrated"))));
  return found;
}

/** At every width, while no script runs. `links` collects the links. */
export async function beforeHydration(
  fixture: Fixture,
  cell: Cell,
  opened: RequestOrigin,
  links: Map<string, string>,
): Promise<string[]> {
  const { page } = opened;
  await page.goto(fixture.addressOf(cell), { waitUntil: "domcontentloaded" });
  await page.evaluate(() => document.fonts.ready);
  const found = await wrongs(opened, situationOf(cell, "not hydrated"));
  for (const address of await ownLinks(page)) links.set(address, page.url());
  found.push(...(await sidewaysAt(page, widths)));
  return found;
}

/** Before hydration in the dark look, on a very wide screen and with text of twice the size. */
export async function inOtherLooks(fixture: Fixture, cell: Cell, opened: RequestOrigin): Promise<string[]> {
  const { page } = opened;
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await holdScripts(page);
  await page.goto(fixture.addressOf(cell), { waitUntil: "domcontentloaded" });
  await page.evaluate(() => document.fonts.ready);
  await page.setViewportSize(phone);
  const found = (await barriers(page, ["color-contrast"])).map((what) => `in the dark: ${what}`);
  found.push(...(await sidewaysAt(page, [widest])));
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  found.push(...(await sidewaysAt(page, [phone.width, wide.width])).map((what) => `text of twice the size: ${what}`));
  return found;
}

const widest = 1903;

/** With scripts off; with a long word in every search field. */
export async function withScriptsOff(fixture: Fixture, cell: Cell, opened: RequestOrigin): Promise<string[]> {
  const { page } = opened;
  // Without scripts no picture waits until it is seen: all of a page are requested at once.
  await page.goto(fixture.addressOf(cell), { timeout: 110_000 });
  const found = await wrongs(opened, situationOf(cell, "scripts off"));
  found.push(...(await sidewaysAt(page, widths)), ...(await withLongLabels(page)));
  return found;
}

/** Each button in turn gets a longer text than any of ours, on the narrowest screen. */
async function withLongLabels(page: Page): Promise<string[]> {
  await page.setViewportSize(smallest);
  return page.evaluate((long) => {
    const { documentElement: root } = document;
    const fits = (button: Element) =>
      root.scrollWidth <= root.clientWidth && button.getBoundingClientRect().right <= root.clientWidth + 1;
    return [...document.querySelectorAll(".button")].flatMap((button) => {
      const words = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
      while (words.nextNode()) if (words.currentNode.nodeValue?.trim()) break;
      const { nodeValue: label } = words.currentNode;
      // What is out of sight, or further on in a row that scrolls, is not in the way; beside a field a word has to do.
      const { display, flexWrap } = getComputedStyle(button.parentElement ?? root);
      const isBeside = display === "flex" && flexWrap === "nowrap" && button.parentElement?.children.length !== 1;
      if (!label || isBeside || !button.checkVisibility() || !fits(button)) return [];
      words.currentNode.nodeValue = long;
      const found = fits(button) ? [] : [`"${label}" sticks out with a long label`];
      words.currentNode.nodeValue = label;
      return found;
    });
  }, LONG_LABEL);
}

const LONG_LABEL = "Đăng xuất khỏi tất cả các thiết bị khác ngay bây giờ";
const LONG_WORD = "Nghiêngnghiêngngảngả".repeat(6);

/** Every form that only asks (a search), answered for a word without a gap. `done` keeps what was tried elsewhere. */
export async function askedForLongWords(page: Page, done: Set<string>): Promise<string[]> {
  const addresses = await page.evaluate((word) => {
    const fields = document.querySelectorAll<HTMLInputElement>("form input[type=search], form input[type=text]");
    return [...fields].flatMap(({ form, name }) => {
      if (form?.method !== "get" || !name) return [];
      const address = new URL(form.action);
      address.search = String(new URLSearchParams({ [name]: word }));
      return [address.href];
    });
  }, LONG_WORD);
  const found: string[] = [];
  for (const address of addresses) {
    const what = new URL(address).pathname;
    if (done.has(what)) continue;
    done.add(what);
    await page.goto(address);
    found.push(...(await sidewaysAt(page, widths)).map((each) => `${what} asked for a long word: ${each}`));
  }
  return found;
}

/**
 * On a running page: into another language and back; on, back and forth again; without a connection; in the wrong case. Given
 * a `turn`, the language and one of the others, which alternate.
 */
export async function goesOn(fixture: Fixture, cell: Cell, opened: RequestOrigin, turn?: number): Promise<string[]> {
  const { page } = opened;
  const found: string[] = [];
  const hydrated = situationOf(cell, "hydrated");
  await page.goto(fixture.addressOf(cell), { waitUntil: "domcontentloaded" });
  await hydrate(page);
  const here = await placeOf(page);
  const isHere = async () => {
    const now = await placeWhen(opened, (place) => place.url === here.url && place.heading === here.heading);
    if (JSON.stringify(now) !== JSON.stringify(here)) found.push(`not as before: ${JSON.stringify(now)}`);
    found.push(...(await wrongs(opened, hydrated)));
  };
  const inLanguages: Step = ["another language and back", () => inAnotherLanguage(opened, cell, found)];
  const steps: Step[] = [
    ["on, back, forth and back", () => onAndBack(opened, footerLink(page), found)],
    ["by the menu, back, forth and back", () => byTheMenu(opened, found)],
    ["a link while the line was cut", () => onACutLine(opened, cell, found)],
  ];
  const place = turn === undefined ? undefined : turn % (steps.length + 1);
  const chosen = place === undefined ? steps : steps.slice(place, place + 1);
  for (const [name, step] of [inLanguages, ...chosen]) {
    await step();
    if (found.length === 0) await isHere();
    if (found.length > 0) return found.map((what) => `${name}: ${what}`);
  }
  return place === undefined || place === steps.length ? inWrongCase(fixture, cell, opened) : [];
}

type Step = [name: string, take: () => Promise<void>];

async function settles(opened: RequestOrigin): Promise<void> {
  await untilSilent(opened);
  await opened.page.waitForLoadState("domcontentloaded");
}

/** What was typed is there in the other language too, before hydration and after it, but for secrets. */
async function inAnotherLanguage(opened: RequestOrigin, cell: Cell, found: string[]): Promise<void> {
  const { page } = opened;
  const other = locales[(locales.indexOf(cell.locale) + 1) % locales.length] ?? "vi";
  const link = page.locator(`a[hreflang=${other}]`).first();
  if ((await link.count()) === 0) return;
  // Quantities have bounds, and on a hydrated page those of the cart are sent on blur.
  const { quantity: _, ...typed } = cell.screen.isMissing ? {} : withoutSecrets(await typeEverywhere(page));
  const scripts = await holdScripts(page);
  await link.dispatchEvent("click"); // in the menu of a phone it is out of sight
  await page.waitForURL(({ pathname }) => localeOfPath(pathname).locale === other, { waitUntil: "domcontentloaded" });
  await page.locator(`html[lang=${other}] h1`).waitFor({ state: "attached" });
  found.push(...(await lost(page, typed)));
  await scripts.letGo();
  await hydrate(page);
  await settles(opened);
  found.push(...(await lost(page, typed)).map((what) => `once hydrated: ${what}`));
  found.push(...(await wrongs(opened, { ...situationOf(cell, "hydrated"), locale: other })));
  if (found.length > 0) return;
  await page.goBack();
  await page.locator(`html[lang=${cell.locale}] h1`).waitFor({ state: "attached" });
  await hydrate(page);
}

/** A page that every screen leads to, other than the one it is. */
function footerLink(page: Page): Locator {
  const here = new URL(page.url()).pathname;
  return page.locator(`a[href]:is([href$='/faq'], [href$='/login'], .brand):not([href='${here}'])`);
}

async function onAndBack(opened: RequestOrigin, links: Locator, found: string[]): Promise<void> {
  const { page } = opened;
  if ((await links.count()) === 0) return;
  const before = await placeOf(page);
  await links.first().dispatchEvent("click");
  const there = await placeWhen(opened, ({ url, heading }) => url !== before.url && heading !== before.heading);
  await page.goBack();
  const back = await placeWhen(opened, ({ url, heading }) => url === before.url && heading === before.heading);
  if (JSON.stringify(back) !== JSON.stringify(before)) found.push(`Back led to ${JSON.stringify(back)}`);
  // The entry of the menu has the same URL and is stepped over: Forward only after that.
  await page.waitForFunction(() => !history.state?.overlay);
  await page.goForward();
  const again = await placeWhen(opened, ({ url, heading }) => url === there.url && heading === there.heading);
  if (JSON.stringify(again) === JSON.stringify(there)) await page.goBack();
  else found.push(`Forward led to ${JSON.stringify(again)}, not to ${JSON.stringify(there)}`);
}

type Place = { url: string; heading: string };

async function placeOf(page: Page): Promise<Place> {
  return { url: page.url(), heading: await headingOf(page) };
}

/** The page's URL once it is the expected one; after the time-out, the URL it has instead. */
async function placeWhen(opened: RequestOrigin, is: (place: Place) => boolean): Promise<Place> {
  const until = Date.now() + patient.timeout;
  for (;;) {
    await untilSilent(opened, 100);
    // Between two documents there is no page to query.
    const place = await placeOf(opened.page).catch(() => ({ url: "", heading: "" }));
    if (is(place) || Date.now() > until) return place;
  }
}

async function byTheMenu(opened: RequestOrigin, found: string[]): Promise<void> {
  const { page } = opened;
  const button = page.locator("[commandfor=phone-menu]").filter({ visible: true });
  if ((await button.count()) === 0) return;
  await button.first().click();
  const menu = page.locator("#phone-menu");
  await menu.locator("a").first().waitFor();
  const here = new URL(page.url()).pathname;
  await onAndBack(opened, menu.locator(`a[href$='/diem-ban']:not([href='${here}']), a[href$='/faq']`), found);
}

/** A link clicked without a connection may fail; the page shown is the shop's all the same, and complete afterwards. */
async function onACutLine(opened: RequestOrigin, cell: Cell, found: string[]): Promise<void> {
  const { page, complaints } = opened;
  const before = page.url();
  await page.context().setOffline(true);
  const link = footerLink(page).first();
  if (await link.count()) await link.dispatchEvent("click");
  await untilSilent(opened);
  const isBrowsersOwn = page.url().startsWith("chrome-error:");
  if (!isBrowsersOwn && new URL(page.url()).href === before) {
    const situation = { ...situationOf(cell, "hydrated"), isDisturbed: true };
    found.push(...(await wrongs(opened, situation)));
  }
  await page.context().setOffline(false);
  complaints.length = 0; // of our own making
  if (page.url() !== before) await page.goto(before, { waitUntil: "domcontentloaded" });
}

/** One URL, one spelling: the others redirect there or are a 404, and what they show is complete. */
async function inWrongCase(fixture: Fixture, cell: Cell, opened: RequestOrigin): Promise<string[]> {
  const { page } = opened;
  const address = new URL(fixture.addressOf(cell));
  const prefix = /^\/(?:en|ja)(?=\/|$)/.exec(address.pathname)?.[0] ?? "";
  const path = prefix + address.pathname.slice(prefix.length).toUpperCase();
  if (path === address.pathname) return [];
  address.pathname = path;
  const answer = await page.goto(address.href, { waitUntil: "domcontentloaded" });
  const isMoved = new URL(page.url()).pathname !== path;
  const found = !isMoved && answer?.status() !== 404 ? [`${path} answers ${answer?.status()}`] : [];
  const stuck = await hydrate(page).then(
    () => [],
    () => [`${path} does not hydrate`],
  );
  await settles(opened);
  const situation = { ...situationOf(cell, "hydrated"), isMissing: true };
  return [...found, ...stuck, ...(await wrongs(opened, situation)).map((what) => `${path}: ${what}`)];
}

export async function headingOf(page: Page): Promise<string> {
  return page.evaluate(() => document.querySelector("h1")?.textContent?.trim() ?? "");
}

/** The links of the page, the language switch included, without the page itself. */
function ownLinks(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>("a[href]:not([href^='#'], [data-reload])")]
      .filter((link) => link.origin === location.origin)
      .map((link) => link.pathname + link.search),
  );
}
