/** Typed text and submissions: on a failing connection, by double clicks, in each state of a page. */
import type { Locator, Page, Route } from "playwright-core";
import { holdScripts, patient, type RequestOrigin, untilSilent } from "./browser.ts";
import { type State, wrongs } from "./invariants.ts";
import { headingOf, hydrate } from "./screen-states.ts";
import { type Cell, type Fixture, situationOf } from "./screens.ts";
import { lost, typeEverywhere } from "./typing.ts";

/**
 * Background reads fail, one way or another, and every form is sent on a failing connection: what was typed
 * before hydration stays, the page stays, a message is shown, and each click sends once.
 */
export async function onABadLine(
  fixture: Fixture,
  cell: Cell,
  opened: RequestOrigin,
  { maxForms, isThorough }: Effort,
): Promise<string[]> {
  const { page } = opened;
  const disturbed = { ...situationOf(cell, "hydrated" as State), isDisturbed: true };
  const ways = [(route: Route) => route.abort(), ...[503, 429].map((status) => answered(status))];
  let background = 0;
  await page.route(/\/-\/[^?]*(?:\?|$)/, (route) => {
    if (route.request().isNavigationRequest()) return route.continue();
    return ways[background++ % ways.length]?.(route);
  });
  const scripts = await holdScripts(page);
  await page.goto(fixture.addressOf(cell), { waitUntil: "domcontentloaded" });
  const heading = await headingOf(page);
  const typed = await typeEverywhere(page);
  const twice = await clickedTwice(page, maxForms);
  if (twice.some(({ length }) => length > 1)) return ["before hydration a form is sent twice"];
  await scripts.letGo();
  await hydrate(page);
  await untilSilent(opened);
  const found = await lost(page, typed);
  if (found.length > 0) return found;
  const search = page.locator("input[type=search]").filter({ visible: true }).first();
  if (isThorough && (await search.count())) {
    await search.pressSequentially("a");
    await untilSilent(opened);
  }
  await leaveSearch(page);
  const stays = async (after: string) => {
    if ((await headingOf(page)) !== heading) found.push(`${after}: "${heading}" became "${await headingOf(page)}"`);
    found.push(...(await wrongs(opened, disturbed)).map((what) => `${after}: ${what}`));
  };
  await stays("background reads failed");
  if (found.length === 0) found.push(...(await formsOnACutLine(opened, { maxForms, isThorough }, stays)));
  return found;
}

/** On a phone a search in use fills the screen, where its script has come: it is closed before the page is clicked. */
async function leaveSearch(page: Page): Promise<void> {
  const cancel = page.locator(".search-cancel").filter({ visible: true });
  if (await cancel.count()) await cancel.click();
}

const answered = (status: number) => (route: Route) => route.fulfill({ status, contentType: "text/plain", body: "no" });

/** The forms of a page that change something, each once, by the button that sends it. Favourite buttons count once. */
function buttons(page: Page): Locator {
  return page
    .locator("main form[method=post] button:not([type=button], [data-favourite], [aria-hidden=true])")
    .filter({ visible: true });
}

type Effort = { maxForms: number; isThorough: boolean };

async function formsOnACutLine(
  opened: RequestOrigin,
  { maxForms, isThorough }: Effort,
  stays: (after: string) => Promise<void>,
) {
  const { page, toasts } = opened;
  const found: string[] = [];
  const sent: Route[] = [];
  let isCut = false; // what is retried automatically fails as well
  await page.route("**/*", (route) => {
    const request = route.request();
    if (request.method() === "GET" || request.method() === "HEAD") return route.fallback();
    if (request.isNavigationRequest()) return route.fallback(); // sent by the browser: pressedTwice
    if (isCut) return route.abort("internetdisconnected");
    sent.push(route);
    return undefined; // pending until it is aborted
  });
  const count = Math.min(await buttons(page).count(), maxForms);
  for (let place = 0; place < count; place++) {
    const button = buttons(page).nth(place);
    if (!(await button.isEnabled())) continue;
    const name = ((await button.textContent()) ?? "").trim() || ((await button.getAttribute("aria-label")) ?? "");
    isCut = true; // the quantity of a line is sent on blur
    const typed = await typeEverywhere(page, "2");
    await untilSilent(opened);
    await leaveSearch(page);
    if ("quantity" in typed) {
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await untilGivenUp(opened);
    }
    const clicks = [() => button.dblclick(), () => button.click({ noWaitAfter: true })];
    for (const click of isThorough ? clicks : clicks.slice(0, 1)) {
      toasts.length = 0;
      isCut = false;
      await click();
      await page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
      isCut = true;
      const [first, ...others] = sent.splice(0);
      if (first && others.length > 0) {
        const requests = [first, ...others].map((route) => route.request());
        const what = requests.map((request) => `${new URL(request.url()).pathname} ${request.postData()}`);
        found.push(`"${name}" was sent ${what.length} times: ${what.join(", ")}`);
      }
      if (!first) continue;
      for (const route of [first, ...others]) await route.abort("internetdisconnected");
      await untilGivenUp(opened);
      await stays(`"${name}" sent into a cut line`);
      found.push(...(await lost(page, typed)).map((what) => `"${name}" sent into a cut line: ${what}`));
      if (found.length > 0) return found;
      if (!(await isSaid(opened))) found.push(`"${name}" sent into a cut line: nothing is said`);
    }
  }
  return found;
}

/** Until no request is pending: between two tries of one form none is, either. */
async function untilGivenUp(opened: RequestOrigin): Promise<void> {
  await untilSilent(opened);
  await opened.page.locator(".progress-bar-idle").waitFor({ state: "attached", ...patient });
}

/** Whether a message is shown: in a toast, or beside the form. */
async function isSaid({ page, toasts }: RequestOrigin): Promise<boolean> {
  if (toasts.length > 0) return true;
  const said = page
    .locator("[role=alert], .not-reached, .offline-notice, .toasts .toast")
    .filter({ visible: true, hasText: /\S/ });
  return said
    .first()
    .waitFor(patient)
    .then(() => true)
    .catch(() => false); // nothing came: that is the finding
}

/**
 * Clicks each button that sends a form twice, while the browser submits it: what was sent by each pair. A response 204
 * is given instead of the shop's, from now on.
 */
async function clickedTwice(page: Page, most: number): Promise<URLSearchParams[][]> {
  let sent: URLSearchParams[] = [];
  const pairs: URLSearchParams[][] = [];
  await page.route("**/*", (route) => {
    const request = route.request();
    if (request.method() !== "POST" || !request.isNavigationRequest()) return route.fallback();
    sent.push(new URLSearchParams(request.postData() ?? ""));
    return route.fulfill({ status: 204 });
  });
  const count = Math.min(await buttons(page).count(), most);
  for (let place = 0; place < count; place++) {
    const button = buttons(page).nth(place);
    const isFree = await button.evaluate(({ form, disabled }: HTMLButtonElement) => {
      return !disabled && form !== null && (form.noValidate || form.checkValidity());
    });
    if (!isFree) continue;
    sent = [];
    pairs.push(sent);
    await button.dblclick({ noWaitAfter: true });
    const until = Date.now() + patient.timeout;
    while (sent.length === 0 && Date.now() < until) await new Promise((done) => setTimeout(done, 50));
    await new Promise((done) => setTimeout(done, 300)); // where no script runs a page has no clock
  }
  return pairs;
}

/** Idempotent forms: they set a value or look something up, so that a repeat without a key changes nothing. */
const repeatable =
  /(?:^|&)(?:intent=(?:update|default|remove|like|remove_avatar|look_up|personal|watch_all|consent|allow|sign_out_all)(?:&|$)|act_as=|favourite=)|^code=[A-Z0-9]+$|^$/;
/** Refused the second time, because the first has changed what it asks for (decision 0264), or said the same. */
const refusedAgain = /(?:^|&)intent=(?:change$|(?:reply|report|ask)(?:&|$))/;
/**
 * Decision 0264: a cached page cannot carry a key of one submission. The cart shows the second unit; a message to the shop that
 * comes again is answered with the first one's code.
 */
const cachedPages = /(?:^|&)intent=(?:add|send)(?:&|$)/;

/** With scripts off a browser may well send both: then they are one submission, by the key that the form carries. */
export async function sentTwiceIsOne(page: Page, most: number): Promise<string[]> {
  const pairs = await clickedTwice(page, most);
  return pairs.flatMap(([first, second]) => {
    if (!first) return [];
    const text = String(first);
    const isNamed = /^[\w-]{22,64}$/.test(first.get("idempotency_key") ?? "");
    const isSame = !second || String(second) === text;
    if (isSame && (isNamed || [repeatable, refusedAgain, cachedPages].some((each) => each.test(text)))) return [];
    return [`twice is not once: ${decodeURIComponent(text).slice(0, 200)}`];
  });
}
