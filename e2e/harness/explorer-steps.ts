/** The steps of the explorer: chosen at random from what a page offers, written as data, and replayable from there. */
import { type locales, localisedPath } from "contract/values/locale.ts";
import type { Page, Route } from "playwright-core";
import type { RequestOrigin } from "./browser.ts";
import type { Random } from "./random.ts";
import { hydrate } from "./screen-states.ts";

const failures = ["abort", "503", "429"] as const;
type Failure = (typeof failures)[number];

/** One line of a script to replay. `at` is a selector; `of` says for people what it was. */
export type Step =
  | { do: "open"; path: string; isMissing?: true }
  | { do: "click" | "dblclick"; at: string; of: string }
  | { do: "type"; at: string; of: string; text: string }
  | { do: "choose"; at: string; of: string; value: string }
  | { do: "press"; key: string }
  | { do: "hydrate" | "back" | "forward" | "reload" | "go offline" | "go online" | "rest" }
  | { do: "fail next"; how: Failure };

/** Where a walk stands. */
export type Footing = { isOffline: boolean; isHydrated: boolean; scripts: boolean };

/** What people type, and what they should not. */
const typed: Readonly<Record<string, readonly [string, ...string[]]>> = {
  tel: ["0590001234", "059 000 0011", "12", "+84 590000022"],
  email: ["ai-do@mutosi.example", "ai-do@", "a@b"],
  password: ["Matkhau1!", "123", "mật khẩu dài lắm 123!"],
  search: ["nồi chiên", "noi com", "robot hút bụi", "srm-af35-bk", "dưới 2 triệu"],
  number: ["2", "0", "-5", "99999"],
  any: ["Đặng Thị Ngọc Ánh", "Số 12 ngõ 6 phố Sen Hồng", "kim lien", "ha noi", "123456"],
};
const malformed = [
  "Nghiêngnghiêngngảngả".repeat(12),
  "a".repeat(500),
  "👩‍👩‍👧‍👦🎉🇻🇳",
  "\0",
  "\u202Eمرحبا بالعالم",
  "<b onclick=alert(1)>'\"; --",
  "  ",
  "１２３ ١٢٣",
  "%00%zz&a=b",
] as const;
const commonPaths = [
  "/",
  "/san-pham",
  "/san-pham/noi-com-dien",
  "/thanh-toan/gio-hang",
  "/tim-kiem?name=noi",
  "/faq",
] as const;
const memberPaths = ["/tai-khoan", "/tai-khoan/so-dia-chi?add=1", "/tai-khoan/quan-ly-don-hang"] as const;
const otherPaths = ["/login", "/register", "/tim-kiem-don-hang", "/tin-tuc", "/diem-ban", "/so-sanh-san-pham"] as const;
const fryer = "/san-pham/noi-chien-khong-dau/noi-chien-khong-dau-sorami-af-35-3-5-lit";
const missingPaths = [
  "/SAN-PHAM",
  "/Tin-Tuc",
  "/khong-co",
  "/tai-khoan/quan-ly-don-hang/undefined",
  "/san-pham/x/y",
] as const;
const malformedQueries = [
  "/san-pham?page=0",
  "/tin-tuc?page=abc",
  "/diem-ban?city_code=xx",
  "/tim-kiem?name=%00",
  "/faq?q=%00",
] as const;

type Control = {
  at: string;
  of: string;
  kind: "press" | "text" | "choice";
  type: string;
  values: string[];
  place: string;
};

/** In the page: everything one could use now, with a selector that finds it again. */
function controls(): Control[] {
  const all = [...document.querySelectorAll<HTMLElement>("a[href], button, summary, input, select, textarea")];
  const top = [...document.querySelectorAll("dialog:modal, :popover-open")].at(-1);
  const isOurs = (link: HTMLAnchorElement) =>
    link.origin === location.origin &&
    !link.download &&
    !/^\/(?:v1|v0|qr|docs|dev|images|assets)\/|\.(?:json|xml|txt|pdf)$/.test(link.pathname);
  const usable = all.filter((element) => {
    if (!element.checkVisibility() || element.closest("[aria-hidden=true], [inert]")) return false;
    if (element instanceof HTMLAnchorElement) return isOurs(element);
    return !element.matches(":disabled, [type=hidden], [type=file], [type=date]");
  });
  const quote = (text: string) => `"${text.replace(/["\\]/g, "\\$&")}"`;
  return usable.map((element) => {
    const tag = element.localName;
    const own = ["href", "name", "value", "aria-label", "commandfor"].flatMap((name) => {
      const text = element.getAttribute(name);
      return text && (name !== "value" || tag !== "input" || /radio|checkbox/.test((element as HTMLInputElement).type))
        ? [`[${name}=${quote(text)}]`]
        : [];
    });
    const bare = element.id ? `[id=${quote(element.id)}]` : tag + own.join("");
    const same = [...document.querySelectorAll<HTMLElement>(bare)].filter((each) => each.checkVisibility());
    const input = element as HTMLInputElement;
    const isText = tag === "textarea" || (tag === "input" && !/checkbox|radio|submit|button|range/.test(input.type));
    return {
      at: `${bare} >> visible=true >> nth=${Math.max(same.indexOf(element), 0)}`,
      of: (element.textContent?.trim() || element.ariaLabel || input.name || tag).slice(0, 40),
      kind: tag === "select" ? "choice" : isText ? "text" : "press",
      type: input.inputMode === "numeric" ? "number" : (input.type ?? ""),
      values: element instanceof HTMLSelectElement ? [...element.options].map(({ value }) => value) : [],
      place: top?.contains(element) ? "top" : element.closest("main") ? "main" : "frame",
    };
  });
}

/** Where a walk begins. */
export function firstStep({ is, oneOf }: Random, isMember: boolean): Step {
  if (isMember && is(40)) return { do: "open", path: oneOf(memberPaths) };
  return { do: "open", path: oneOf([...commonPaths, ...otherPaths, fryer]) };
}

/** What comes next, in this state; deterministic for what the page offers. */
export async function nextStep(random: Random, page: Page, footing: Footing, isMember: boolean): Promise<Step> {
  const { is, oneOf } = random;
  if (footing.isOffline && is(35)) return { do: "go online" };
  if (!footing.isHydrated && !footing.isOffline && footing.scripts && is(40)) return { do: "hydrate" };
  if (is(7)) return { do: oneOf(["back", "back", "forward", "reload"]) };
  if (is(3)) return firstStep(random, isMember);
  if (is(1)) return { do: "open", path: oneOf(missingPaths), isMissing: true };
  if (is(1)) return { do: "open", path: oneOf(malformedQueries) };
  if (is(3)) return { do: "press", key: oneOf(["Escape", "Tab", "Enter", "ArrowDown"]) };
  if (footing.scripts && !footing.isOffline && is(3)) return { do: "go offline" };
  if (footing.scripts && !footing.isOffline && is(3)) return { do: "fail next", how: oneOf(failures) };
  return fromControls(random, await page.evaluate(controls).catch(() => [])); // it is on its way to another page
}

function fromControls({ is, oneOf }: Random, all: readonly Control[]): Step {
  const among = (place: string) => all.filter(({ place: where }) => where === place);
  const wanted = is(85) ? "top" : "frame";
  const near = [among(wanted), is(75) ? among("main") : among("frame"), among("main"), among("frame")];
  const [first, ...others] = near.find((each) => each.length > 0) ?? [];
  if (!first) return { do: "open", path: "/" };
  const languages = all.filter(({ at }) => at.includes("/-/language"));
  const [language, ...more] = languages;
  const control = language && is(4) ? oneOf([language, ...more]) : oneOf([first, ...others]);
  const { at, of, kind, type, values } = control;
  if (kind === "choice") {
    const [value = "", ...rest] = values;
    return { do: "choose", at, of, value: oneOf([value, ...rest]) };
  }
  if (kind === "text") {
    return { do: "type", at, of, text: is(25) ? oneOf(malformed) : oneOf(typed[type] ?? typed.any ?? [""]) };
  }
  return { do: is(8) ? "dblclick" : "click", at, of };
}

const quick = { timeout: 3000 }; // what cannot be clicked by then has gone, or is covered: no finding

/** Takes one step. False where the page does not offer it any more. */
export async function take(
  visit: RequestOrigin,
  url: string,
  step: Step,
  locale: (typeof locales)[number],
): Promise<boolean> {
  const { page } = visit;
  const loaded = { waitUntil: "domcontentloaded" } as const;
  try {
    switch (step.do) {
      case "open":
        await page.goto(url + (step.isMissing ? step.path : localisedPath(step.path, locale)), loaded);
        return true;
      case "click":
        await page.locator(step.at).click(quick);
        return true;
      case "dblclick":
        await page.locator(step.at).dblclick(quick);
        return true;
      case "type":
        await page.locator(step.at).fill(step.text, quick);
        return true;
      case "choose":
        await page.locator(step.at).selectOption(step.value, quick);
        return true;
      case "press":
        await page.keyboard.press(step.key);
        return true;
      case "hydrate":
        await hydrate(page);
        return true;
      case "back":
        await page.goBack(loaded);
        return true;
      case "forward":
        await page.goForward(loaded);
        return true;
      case "reload":
        await page.reload(loaded);
        return true;
      case "go offline":
      case "go online":
        await page.context().setOffline(step.do === "go offline");
        return true;
      case "fail next":
        await loseNext(page, step.how);
        return true;
      case "rest":
        return true;
    }
  } catch (error) {
    // The page navigated meanwhile, or has no such element (any more). What that does to the page is checked next.
    if (error instanceof Error && /Timeout|net::ERR_|detached|interrupted|Malformed|Cannot type/.test(error.message))
      return false;
    throw error;
  }
}

/** The next data request of a hydrated page fails. */
async function loseNext(page: Page, how: Failure): Promise<void> {
  const isData = (address: URL) => address.pathname.includes(".data") || address.pathname.startsWith("/v1/");
  const lose = (route: Route) => (how === "abort" ? route.abort() : route.fulfill({ status: Number(how), body: "no" }));
  await page.route(isData, lose, { times: 1 });
}

/**
 * The page of the tab: whether it is ours, and hydrated. The page itself knows first: the browser's own offline page
 * comes before its URL does.
 */
export async function standing(page: Page): Promise<{ isOurs: boolean; isHydrated: boolean; address: string }> {
  if (!page.url().startsWith("http")) return { isOurs: false, isHydrated: false, address: page.url() };
  const { address, isHydrated } = await page.evaluate(() => ({
    address: location.href,
    isHydrated: document.documentElement.dataset.active !== undefined,
  }));
  return { isOurs: address.startsWith("http"), isHydrated, address };
}
