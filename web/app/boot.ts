/**
 * The one inline script of every page: paints what this device knows (cart badge, language), waits for the first
 * interaction or for idle time, and only then loads the application. Runs before anything else is there, so it imports
 * nothing that costs. Spec §9 "Delayed page activation"; stack.md trap 6. docs/decisions/0041-sleeping-pages.md
 */
type Plan = {
  /** React Router's own hand-off object. */
  context: object;
  /** Files to fetch at once. */
  preload: string[];
  manifest: string;
  modules: [id: string, file: string][];
  entry: string;
};

declare global {
  interface Window {
    /** `stream` is still the text of the hand-off, until the application has made a stream of it. */
    __reactRouterContext?: { stream: unknown };
    __reactRouterRouteModules?: Record<string, unknown>;
  }
}

export {}; // a module, so that what it declares of the window is one with what others do

// `innerWidth` would have the page laid out at once, before its letters are there.
const is_narrow = matchMedia("(max-width: 639.98px)").matches;
const wait_ms = is_narrow ? 6000 : 5000;
const longest_ms = 7000;
const reload_guard_ms = 60_000;
const interactions = ["pointerdown", "touchstart", "keydown", "focusin"];
const root = document.documentElement;

let state: "waiting" | "loading" | "active" = "waiting";
const clicks = new Set<HTMLElement>();

function cookie(name: string): string {
  return new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1] ?? "";
}

function paint(): void {
  const count = /^cart\.(\d{1,4})$/.exec(cookie("visitor"))?.[1];
  if (count && count !== "0") {
    for (const badge of document.querySelectorAll("[data-cart-count]")) badge.textContent = count;
  }
  if (cookie("member")) root.dataset.member = "";
  else delete root.dataset.member;
  const locale = cookie("i18n_locale");
  if (locale && locale !== root.lang) root.dataset.offer = locale;
}

function text(id: string): string {
  return document.getElementById(id)?.textContent ?? "";
}

/** A file of this version is gone: the next version is there. Reload, but not in circles. Spec §8. */
function stale(error: unknown): void {
  delete root.dataset.waking;
  const key = "reloaded_at";
  const last = Number(sessionStorage.getItem(key));
  if (navigator.onLine && Date.now() - last > reload_guard_ms) {
    sessionStorage.setItem(key, String(Date.now()));
    location.reload();
    return;
  }
  root.dataset.stale = "";
  console.error(error);
}

async function activate(): Promise<void> {
  if (state !== "waiting") return;
  state = "loading";
  const plan: Plan = JSON.parse(text("page-plan"));
  for (const href of plan.preload) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = href;
    document.head.append(link);
  }
  window.__reactRouterContext = { ...plan.context, stream: text("page-state") };
  try {
    const [, ...modules] = await Promise.all([plan.manifest, ...plan.modules.map(([, file]) => file)].map(load));
    window.__reactRouterRouteModules = Object.fromEntries(plan.modules.map(([id], index) => [id, modules[index]]));
    await load(plan.entry);
  } catch (error) {
    stale(error);
  }
}

function load(file: string): Promise<unknown> {
  return import(/* @vite-ignore */ file);
}

/** A heart is sent by the browser itself; that there is one, the running page learns here, and asks the shop. favourites-list.ts */
function rememberHeart({ dataset }: HTMLElement): void {
  try {
    localStorage.favourites ??= dataset.heart;
  } catch {
    // forbidden: hearts are painted after the next press instead
  }
}

function onClick(event: Event): void {
  const target = event.target as Element;
  const heart = target.closest<HTMLElement>("[data-heart]");
  if (heart && state !== "active") rememberHeart(heart);
  const wanted = target.closest<HTMLElement>("[data-hydrate]");
  if (!wanted || state === "active") return;
  clicks.add(wanted);
  root.dataset.waking = ""; // seen in the progress bar
}

function wait(): void {
  setTimeout(() => {
    if ("requestIdleCallback" in window) requestIdleCallback(activate, { timeout: longest_ms - wait_ms });
    else activate();
  }, wait_ms);
}

paint();
for (const name of interactions) addEventListener(name, activate, { capture: true, passive: true, once: true });
addEventListener("click", onClick, { capture: true });
addEventListener(
  "shop:active",
  () => {
    state = "active";
    delete root.dataset.waking;
    for (const element of clicks) if (element.isConnected) element.click();
    clicks.clear();
  },
  { once: true },
);
addEventListener("pageshow", (event) => event.persisted && paint());
// A page rendered ahead of the visit starts its clock when the visitor comes.
if ("prerendering" in document && document.prerendering) addEventListener("prerenderingchange", wait, { once: true });
else wait();
