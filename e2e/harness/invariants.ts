/**
 * What holds on every screen, for every account and state: one table. The screens (screens.ts), the journeys
 * (shopper.ts) and the explorer (explorer.ts) all end their steps with it. A new rule for all screens is a row here.
 */
import type { Locale } from "contract/values/locale.ts";
import { messagesOf } from "messages/messages.ts";
import type { Page } from "playwright-core";
import type { RequestOrigin } from "./browser.ts";

/** Of a page, as the browser has it: before its scripts have come, with them, and where they are switched off. */
export type State = "not hydrated" | "hydrated" | "scripts off";

export type Situation = {
  locale: Locale;
  state: State;
  /** The address names nothing: the 404 page is what is right. */
  isMissing?: boolean;
  /** Requests are made to fail: pictures may be missing, and the browser's errors about them are expected. */
  isDisturbed?: boolean;
};

type Seen = Situation & Look & { complaints: readonly string[] };
type Invariant = { name: string; wrong(seen: Seen): readonly string[] };

const only = (wrong: boolean, what: string): string[] => (wrong ? [what] : []);

const invariants: readonly Invariant[] = [
  {
    name: "no error of the browser, no failed request, no 5xx",
    wrong: ({ complaints, isDisturbed }) => (isDisturbed ? [] : complaints),
  },
  {
    name: "no error page of the router",
    wrong: ({ text }) => only(/Application Error|Unexpected Server Error/.test(text), text.slice(0, 200)),
  },
  {
    name: "the page asked for is shown, not that something went wrong",
    wrong: ({ headings, locale, isDisturbed, isMissing }) => {
      const { common } = messagesOf(locale);
      const failures: string[] = [common.error_title, common.error_busy_title];
      if (!isMissing) failures.push(common.thisPageCouldNotBeFound, common.thisPageWasNotFound, common.order_not_found);
      return isDisturbed ? [] : headings.filter((heading) => failures.includes(heading));
    },
  },
  {
    name: "one heading, one main part, one frame around it",
    wrong: ({ headings, mains, headers }) => [
      ...only(headings.length !== 1, `${headings.length} h1: ${headings.join(", ")}`),
      ...only(mains !== 1, `${mains} main`),
      ...only(headers > 1, `${headers} headers`),
    ],
  },
  { name: "every id once", wrong: ({ doubled }) => doubled },
  { name: "a title", wrong: ({ title }) => only(title.trim().length < 3, `"${title}"`) },
  { name: "its language said", wrong: ({ lang, locale }) => only(lang !== locale, `"${lang}" instead of "${locale}"`) },
  {
    name: "words, not what a program calls them",
    wrong: ({ text, title }) => `${title}\n${text}`.match(unspoken) ?? [],
  },
  { name: "nothing sticks out to the side", wrong: ({ sideways }) => sideways },
  { name: "no bar at the foot lies on another", wrong: ({ covered }) => covered },
  { name: "telephone numbers stay on one line", wrong: ({ brokenPhones }) => brokenPhones },
  { name: "the account's menu marks where one is", wrong: ({ unmarked }) => unmarked },
  { name: "no inline style in what is sent", wrong: ({ styled, state }) => (state === "hydrated" ? [] : styled) },
  { name: "buttons, links and fields have names", wrong: ({ nameless }) => nameless },
  { name: "pictures come", wrong: ({ broken, isDisturbed }) => (isDisturbed ? [] : broken) },
  { name: "pictures have a text and keep their place", wrong: ({ bare }) => bare },
  { name: "nothing out of sight moves for ever", wrong: ({ moving }) => moving },
  { name: "the focus stays in an open dialog", wrong: ({ lostFocus }) => lostFocus },
];

const domains = "common|errors|cart|catalogue|listing|buying|orders|purchases|identity|profile|content|stores|payments";
/** A missing value, an object, a message's key, a byte that is no text. */
const unspoken = new RegExp(
  `\\bundefined\\b|\\bNaN\\b|\\[object |(?<![\\w.@/])null(?![\\w.@])|\\b(?:${domains})\\.[a-z]+_[a-z_]+\\b|[\\0\\uFFFD]`,
  "g",
);

/** Every defect of the page, each with the name of the row it breaks. */
export async function wrongs(
  visit: Pick<RequestOrigin, "page" | "complaints">,
  situation: Situation,
): Promise<string[]> {
  const seen = { ...(await inPage(visit.page, look)), ...situation, complaints: visit.complaints };
  return invariants.flatMap(({ name, wrong }) => wrong(seen).map((what) => `${name}: ${what}`));
}

/** Where a navigation is pending the next page is checked. */
async function inPage<T>(page: Page, read: () => T, tries = 5): Promise<T> {
  try {
    return (await page.evaluate(read)) as T;
  } catch (error) {
    if (tries === 0 || !/context was destroyed|navigat/.test(String(error))) throw error;
    await page.waitForLoadState("domcontentloaded");
    return inPage(page, read, tries - 1);
  }
}

/** At each of these widths. */
export async function sidewaysAt(page: Page, widths: readonly number[], height = 740): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height });
    const isTooWide = await inPage(
      page,
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    if (isTooWide) found.push(...(await inPage(page, look)).sideways.map((what) => `sideways at ${width}: ${what}`));
  }
  return found;
}

type Look = ReturnType<typeof look>;

/** In the page: all data for the table, at one moment. */
function look() {
  const all = <T extends Element = HTMLElement>(selector: string) => [...document.querySelectorAll<T>(selector)];
  const short = (element: Element) => element.outerHTML.slice(0, 160);
  const words = (element: Element | null) => element?.textContent?.trim() ?? "";

  const ids = all("[id]").map(({ id }) => id);
  const isField = (element: Element) => element.matches("input, select, textarea");
  const isNamed = (element: HTMLElement): boolean => {
    const by = element.getAttribute("aria-labelledby")?.split(/\s+/) ?? [];
    if (element.ariaLabel?.trim() || element.title.trim()) return true;
    if (by.some((id) => words(document.getElementById(id)))) return true;
    const labels = (element as HTMLInputElement).labels ?? [];
    if ([...labels].some((label) => words(label))) return true;
    if (isField(element)) return false;
    return words(element) !== "" || element.querySelector("img[alt]:not([alt='']), [aria-label]") !== null;
  };
  const controls = all("a[href], button, input:not([type=hidden]), select, textarea").filter(
    (control) => control.checkVisibility() && !control.closest("[aria-hidden=true]"),
  );

  const { clientWidth, scrollWidth } = document.documentElement;
  // What scrolls by itself hides what sticks out of it.
  const scrolls = (element: Element) => getComputedStyle(element).overflowX !== "visible";
  const isHeld = (element: Element | null): boolean =>
    element !== null && element !== document.body && (scrolls(element) || isHeld(element.parentElement));
  const outside = (element: Element) =>
    element.getBoundingClientRect().right > clientWidth + 1 && !isHeld(element.parentElement);
  const isBar = (element: HTMLElement) => {
    const { position, bottom } = getComputedStyle(element);
    const isSticky = position === "fixed" || (position === "sticky" && bottom !== "auto");
    if (!isSticky || !element.checkVisibility({ visibilityProperty: true }) || element.closest("dialog, [popover]"))
      return false;
    return words(element) !== "" && element.getBoundingClientRect().top > innerHeight / 2;
  };
  const bars = all("body *").filter(isBar);
  const isOn = (one: Element, other: Element) => {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    return a.top < b.bottom - 1 && b.top < a.bottom - 1 && a.left < b.right - 1 && b.left < a.right - 1;
  };
  /** Each number in the text, where its figures do not stand at one height. */
  const brokenPhones: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    for (const { 0: number, index } of text.nodeValue?.matchAll(/(?:\+84|\b0)\d*(?:[\s-]\d{2,4}){2,3}\b/g) ?? []) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + number.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) brokenPhones.push(number);
    }
  }
  const dialog = all("dialog:modal").at(-1);
  const focused = document.activeElement;
  return {
    // biome-ignore lint/performance/useDomNodeTextContent: what can be read, not what is out of sight
    text: document.body.innerText,
    title: document.title,
    lang: document.documentElement.lang,
    headings: all("h1").map(words),
    mains: all("main").length,
    headers: all("body > header, body > * > header").length,
    doubled: ids.filter((id, place) => ids.indexOf(id) !== place),
    styled: all("[style]").map(short),
    sideways:
      scrollWidth > clientWidth
        ? [[`${scrollWidth} px of ${clientWidth}`, ...all("body *").filter(outside).slice(0, 4).map(short)].join(" ")]
        : [],
    covered: bars.flatMap((bar, place) => {
      const under = bars.slice(0, place).find((other) => !other.contains(bar) && isOn(bar, other));
      return under ? [`${short(bar)} on ${short(under)}`] : [];
    }),
    brokenPhones,
    unmarked: all("aside > .account-menu:not(:has([aria-current]))").map(short),
    nameless: controls.filter((control) => !isNamed(control)).map(short),
    broken: all<HTMLImageElement>("img")
      .filter((image) => image.complete && image.currentSrc !== "" && image.naturalWidth === 0)
      .map(short),
    bare: all<HTMLImageElement>("img")
      .filter((image) => !["alt", "width", "height"].every((name) => image.hasAttribute(name)))
      .map(short),
    moving: document.getAnimations().flatMap(({ effect, playState }) => {
      if (!(effect instanceof KeyframeEffect) || !effect.target || playState !== "running") return [];
      const isEndless = effect.getComputedTiming().iterations === Number.POSITIVE_INFINITY;
      return isEndless && !effect.target.checkVisibility({ visibilityProperty: true }) ? [short(effect.target)] : [];
    }),
    lostFocus: dialog && focused && focused !== document.body && !dialog.contains(focused) ? [short(focused)] : [],
  };
}
