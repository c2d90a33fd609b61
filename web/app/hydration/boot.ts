/**
 * The inline script at the end of every page: shows what this device stores (cart badge, favourites, language, theme), keeps
 * typed text over a switch of language, and loads the application at the first interaction or in idle time. It is part of every
 * page, so it imports only small modules. Spec §9 "Delayed page activation";
 * docs/decisions/0041-sleeping-pages.md, 0265
 */
import type { EntryContext, UNSAFE_RouteModules } from "react-router";
import { applyTheme, isTheme, themeCookie, themeOf } from "../session/theme.ts";

type PagePlan = {
  /** Files to fetch at once. */
  preload: string[];
  manifest: string;
  modules: [id: string, file: string][];
  entry: string;
};

/** React Router's context of a page, without its data. */
type HydrationData = Pick<EntryContext, "future" | "routeDiscovery" | "ssr" | "isSpaMode"> & { basename: string };

declare global {
  interface Window {
    /** `stream` is the text of the hydration data. */
    __reactRouterContext?: HydrationData & { stream: string };
    __reactRouterRouteModules?: UNSAFE_RouteModules;
  }
}

/** The same for every page; none of the router's future flags is set (react-router.config.ts). */
const context = {
  basename: "/",
  future: {},
  routeDiscovery: { mode: "initial" },
  ssr: true,
  isSpaMode: false,
} as HydrationData;
// `innerWidth` would force a layout before the fonts are loaded.
const isNarrow = matchMedia("(max-width: 639.98px)").matches;
const activationDelayMs = isNarrow ? 6000 : 5000;
const MAX_WAIT_MS = 7000;
const RELOAD_GUARD_MS = 60_000;
/** A second click within this time is a double click on a slow connection. */
const DOUBLE_SUBMIT_MS = 10_000;
const interactions = ["pointerdown", "touchstart", "keydown", "focusin"];
const root = document.documentElement;
const address = location.pathname + location.search;

let state: "waiting" | "loading" | "active" = "waiting";
const pendingClicks = new Set<HTMLElement>();

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** Typed text of one page, in any language; `form` is the index of a form, and a page has the same forms in each language. */
type TypedText = { page: string; fields: [form: number, name: string, value: string, checked: boolean][] };

/** Fields that the visitor has changed on this page. */
const changedFields = new Set<unknown>();
/** Matched against type and name: secrets, files, and choices of a list that has to be fetched. */
const NOT_CARRIED_OVER = /^file|password|otp|card|captcha|(?:city|district|ward)_code$/i;
const IS_CHOICE = /^(?:radio|checkbox)$/;

function cookie(name: string): string {
  return new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1] ?? "";
}

function paint(): void {
  const count = /^cart\.([1-9]\d{0,3})$/.exec(cookie("visitor"))?.[1];
  if (count) {
    for (const badge of document.querySelectorAll("[data-cart-count]")) badge.textContent = count;
  }
  if (state !== "active") tryOptional(paintFavourites);
  if (cookie("member")) root.dataset.member = "";
  else delete root.dataset.member;
  paintTheme();
  const locale = cookie("i18n_locale");
  if (locale && locale !== root.lang) root.dataset.offer = locale;
}

/** Also for a page restored from the back/forward cache: another page may have changed the theme since. */
function paintTheme(): void {
  const theme = themeOf(document.cookie);
  applyTheme(theme);
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-theme-choice]")) {
    button.ariaPressed = String(button.value === (theme ?? ""));
  }
}

function chooseTheme(value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is asynchronous and not everywhere
  document.cookie = themeCookie(isTheme(value) ? value : undefined);
  paintTheme();
}

function text(id: string): string {
  return document.getElementById(id)?.textContent ?? "";
}

/** A module file is missing, so a newer version has been deployed: reloads the page, at most once a minute. Spec §8. */
function onMissingFile(error: unknown): void {
  delete root.dataset.waking;
  if (navigator.onLine && Date.now() - (sessionStorage.reloaded_at ?? 0) > RELOAD_GUARD_MS) {
    sessionStorage.reloaded_at = Date.now();
    location.reload();
    return;
  }
  root.dataset.stale = "";
  console.error(error);
}

async function activate(): Promise<void> {
  if (state !== "waiting") return;
  state = "loading";
  const plan: PagePlan = JSON.parse(text("page-plan"));
  const files = plan.preload.map((href) =>
    Object.assign(document.createElement("link"), { rel: "modulepreload", href }),
  );
  document.head.append(...files);
  window.__reactRouterContext = { ...context, stream: text("page-state") };
  try {
    const modules = plan.modules.map(async ([id, file]) => [id, await import(/* @vite-ignore */ file)]);
    window.__reactRouterRouteModules = Object.fromEntries(await Promise.all(modules));
    await import(/* @vite-ignore */ plan.manifest);
    await import(/* @vite-ignore */ plan.entry);
  } catch (error) {
    onMissingFile(error);
  }
}

/** Runs what the page can do without: storage may be forbidden, full, or changed by others. */
function tryOptional(use: () => void): void {
  try {
    use();
  } catch (error) {
    console.warn(error); // the page works without it
  }
}

const favourites = (): string[] => (localStorage.favourites ?? "").split(" ");

function paintFavourites(): void {
  const slugs = favourites();
  for (const button of document.querySelectorAll<HTMLElement>("[data-favourite]")) {
    button.ariaPressed = String(slugs.includes(button.dataset.favourite ?? ""));
  }
}

/**
 * The browser submits it; the next page is the same for everyone and is painted from what is stored here. "?" is
 * no slug: with it the hydrated page requests the favourites, also when none is left. favourites-list.ts
 */
function toggleFavourite(slug = ""): void {
  const before = favourites();
  const others = before.filter((each) => each !== slug);
  localStorage.favourites = [others.length < before.length ? "?" : slug, ...others].join(" ");
  paintFavourites();
}

function pageInAnyLanguage(): string {
  return location.pathname.replace(new RegExp(`^/${root.lang}(?=/|$)`), "") || "/";
}

/** The order form stores its choices itself, once it is hydrated (cart/parts/order-draft.ts). */
function isCarriedOver({ name, type, form }: Field): boolean {
  if (!name || NOT_CARRIED_OVER.test(type + name)) return false;
  return !IS_CHOICE.test(type) || (form?.method === "post" && form.id !== "order");
}

function storeTyped(): void {
  const fields = [...document.forms].flatMap((form, place) =>
    ([...form.elements] as Field[]).flatMap((field): TypedText["fields"] =>
      changedFields.has(field) && isCarriedOver(field)
        ? [[place, field.name, field.value, (field as HTMLInputElement).checked]]
        : [],
    ),
  );
  sessionStorage.typed = JSON.stringify({ page: pageInAnyLanguage(), fields } satisfies TypedText);
}

/** Runs before hydration, which keeps the values of the fields. */
function restoreTyped(): void {
  const { page, fields }: TypedText = JSON.parse(sessionStorage.typed ?? "{}");
  sessionStorage.removeItem("typed");
  if (page !== pageInAnyLanguage()) return;
  for (const [place, name, value, checked] of fields) {
    for (const field of [...(document.forms[place]?.elements ?? [])] as Field[]) {
      if (field.name !== name) continue;
      if (!IS_CHOICE.test(field.type)) field.value = value;
      else if (field.value === value) (field as HTMLInputElement).checked = checked;
      changedFields.add(field);
    }
  }
}

/** Changes the field itself, so that a form submitted before hydration has the quantity. */
function stepQuantity(button: HTMLElement): void {
  const field = button.parentElement?.querySelector("input");
  field?.stepUp(Number((button as HTMLButtonElement).value));
  changedFields.add(field);
}

function onClick(event: MouseEvent): void {
  const target = event.target as Element;
  if (target.closest("a[href^='/-/language']")) tryOptional(storeTyped);
  const theme = target.closest<HTMLButtonElement>("[data-theme-choice]");
  if (theme) {
    event.preventDefault(); // its form is for scripts off
    chooseTheme(theme.value);
  }
  if (state === "active") return;
  const step = target.closest<HTMLElement>("[data-step]");
  if (step) {
    event.stopImmediatePropagation(); // hydration may end within this very event
    stepQuantity(step);
  }
  const favourite = target.closest<HTMLElement>("[data-favourite]");
  if (favourite) tryOptional(() => toggleFavourite(favourite.dataset.favourite));
  const wanted = target.closest<HTMLElement>("[data-hydrate], .gallery-slides a");
  if (!wanted) return;
  // A picture opens in its dialog once hydrated; in a tab of its own at once.
  if (wanted.matches("a") && !event.ctrlKey && !event.metaKey) event.preventDefault();
  pendingClicks.add(wanted);
  root.dataset.waking = ""; // shows the progress bar
}

let sent_by: HTMLElement | null = null;
let sent_at = 0;

/**
 * A form that the browser submits is sent once, however often its button is clicked; steps and favourites count each
 * click. Clicked again much later it is sent again: the first submission may have been stopped. With scripts off two may
 * arrive: ASSUMED(0264)
 */
function onSubmit(event: SubmitEvent): void {
  const { submitter } = event;
  if (state === "active" || submitter?.matches("[data-step], [data-favourite]")) return;
  if (submitter && submitter === sent_by && Date.now() - sent_at < DOUBLE_SUBMIT_MS) {
    event.preventDefault();
    return;
  }
  sent_by = submitter;
  sent_at = Date.now();
}

/**
 * Activates the application in idle time after the delay; at once where an element needs it: `data-wake`, or with a name, once
 * this tab has stored something under it that only the application can show.
 */
function scheduleActivation(): void {
  let isNeeded: unknown;
  tryOptional(() => {
    const wake = document.querySelector<HTMLElement>("[data-wake]")?.dataset.wake;
    isNeeded = wake === "" || sessionStorage[`${wake}`];
  });
  if (isNeeded) {
    activate();
    return;
  }
  setTimeout(() => {
    if ("requestIdleCallback" in window) requestIdleCallback(activate, { timeout: MAX_WAIT_MS - activationDelayMs });
    else activate();
  }, activationDelayMs);
}

/**
 * On the way back from a product its picture shrinks into the card it was opened from: the card is marked for as long as the
 * transition takes (product-card.css), before the first paint. Not beside another gallery.
 */
function markOpenedCard(): void {
  const { activation } = window.navigation ?? {};
  if (activation?.navigationType !== "traverse" || !activation.from?.url) return;
  const { pathname } = new URL(activation.from.url);
  const link = document.querySelector(`body:not(:has(.gallery)) .product-card-name a[href="${pathname}"]`);
  link?.toggleAttribute("data-opened", true);
  setTimeout(() => link?.toggleAttribute("data-opened", false), 1000);
}

paint();
tryOptional(restoreTyped);
tryOptional(markOpenedCard);
for (const name of interactions) addEventListener(name, activate, { capture: true, passive: true, once: true });
addEventListener("click", onClick, true);
addEventListener("input", ({ target }) => changedFields.add(target), true);
addEventListener("submit", onSubmit);
addEventListener("shop:active", () => {
  state = "active";
  delete root.dataset.waking;
  for (const element of pendingClicks) if (element.isConnected) element.click();
  pendingClicks.clear();
});
addEventListener("pageshow", (event) => {
  if (event.persisted) paint();
});
// Back right after a reload: the browser keeps this document, and there is no router yet to show the other page.
addEventListener("popstate", () => {
  if (state !== "active" && location.pathname + location.search !== address) location.reload();
});
// On a prerendered page the delay begins when the visitor opens it.
if ("prerendering" in document && document.prerendering) addEventListener("prerenderingchange", scheduleActivation);
else scheduleActivation();
