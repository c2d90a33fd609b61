/**
 * An explorer: walks through the shop by random, the same walk for the same seed, in every language, with scripts and
 * without, small and wide, as each account and as a guest. After each step all of invariants.ts holds, and
 * a page with a failed request keeps what it shows. A walk that finds something is shortened and recorded so
 * that it can be replayed. Needs a shop of its own: it orders, changes and erases.
 */
import { type Locale, localeOfPath, locales } from "contract/values/locale.ts";
import type { Browser } from "playwright-core";
import { atRest, phone, type RequestOrigin, untilSilent, visit, wide } from "./browser.ts";
import { type Footing, firstStep, nextStep, type Step, standing, take } from "./explorer-steps.ts";
import { wrongs } from "./invariants.ts";
import { giveCookies, memberCookies } from "./member.ts";
import { randomOf } from "./random.ts";
import { headingOf } from "./screen-states.ts";
import { demoAccounts } from "./screens.ts";

const people = ["nobody", "nobody", ...demoAccounts] as const;
const MAX_STEPS = 20;
const MAX_REPLAYS = 8;
const MAX_LOOKS = 3;

type Walker = { who: (typeof people)[number]; locale: Locale; scripts: boolean; is_phone: boolean };
export type Finding = { walk: number; walker: Walker; what: string[]; steps: Step[] };
export type Explored = { walks: number; steps: number; missed: number; findings: Finding[] };
type Fixture = { browser: Browser; url: string };

function walkerOf(seed: string, walk: number): Walker {
  const { oneOf, is } = randomOf(`${seed}/${walk}/who`);
  return { who: oneOf(people), locale: oneOf(locales), scripts: is(85), is_phone: is(50) };
}

/** Walks until `isOver`, a few at a time: each waits more than it works. */
export async function explore(
  fixture: Fixture,
  seed: string,
  isOver: (walks: number) => boolean,
  report: (finding: Finding) => void,
): Promise<Explored> {
  const all: Explored = { walks: 0, steps: 0, missed: 0, findings: [] };
  let next = 1;
  const worker = async () => {
    while (!isOver(next - 1) && fixture.browser.isConnected()) {
      const walk = next++;
      const found = await walkOnce(fixture, seed, walk);
      all.walks += 1;
      all.steps += found.taken;
      all.missed += found.missed;
      if (!found.finding) continue;
      const finding = await shortened(fixture, seed, found.finding);
      all.findings.push(finding);
      report(finding);
    }
  };
  await Promise.all([worker(), worker(), worker()]);
  return all;
}

type Outcome = { taken: number; missed: number; finding?: Finding };

/** One walk, by random or along `given` steps. */
export async function walkOnce(
  fixture: Fixture,
  seed: string,
  walk: number,
  given?: readonly Step[],
): Promise<Outcome> {
  const walker = walkerOf(seed, walk);
  const luck = randomOf(`${seed}/${walk}`);
  const opened = await begin(fixture, walker);
  const steps: Step[] = [];
  const going = new Going(opened, walker);
  let missed = 0;
  try {
    for (let count = 0; count < (given?.length ?? MAX_STEPS); count++) {
      const isMember = walker.who !== "nobody";
      const last = count === MAX_STEPS - 1;
      const chosen = given?.[count] ?? (count === 0 ? firstStep(luck, isMember) : undefined);
      const step = chosen ?? (last ? { do: "rest" as const } : await nextStep(luck, opened.page, going, isMember));
      steps.push(step);
      const { isTaken, what } = await going.step(fixture.url, step);
      if (!isTaken) missed++;
      if (what.length > 0) return { taken: steps.length, missed, finding: { walk, walker, what, steps } };
    }
    return { taken: steps.length, missed };
  } catch (error) {
    // No error of a page may end the exploration: it is a finding as well.
    const what = [`the walk broke: ${error instanceof Error ? error.message : error}`];
    return { taken: steps.length, missed, finding: { walk, walker, what, steps } };
  } finally {
    await opened.close();
  }
}

async function begin({ browser, url }: Fixture, { who, scripts, is_phone }: Walker): Promise<RequestOrigin> {
  const device = is_phone ? { viewport: phone, hasTouch: true } : { viewport: wide };
  const opened = await visit(browser, { ...device, javaScriptEnabled: scripts });
  opened.page.on("dialog", (dialog) => dialog.accept());
  opened.page.context().on("page", (other) => other !== opened.page && other.close());
  // An earlier walk has erased or locked the account: the walk goes on as a guest.
  const cookies = who === "nobody" ? new Map() : await memberCookies(who, url).catch(() => new Map());
  await giveCookies({ page: opened.page, url }, cookies);
  return opened;
}

const opensAnew = (step: Step): boolean => step.do === "open" || step.do === "reload" || step.do === "go online";

/** The page of the tab; `document` distinguishes documents, 0 where it is not ours. */
type Here = { address: string; heading: string; document: number; isOurs: boolean; isHydrated: boolean };

/** The state of a walk, and what it may see. */
class Going implements Footing {
  isOffline = false;
  isHydrated = false;
  readonly scripts: boolean;
  private readonly opened: RequestOrigin;
  private readonly locale: Locale;
  /** A request was made to fail, and the page has not been loaded again since. */
  private isDisturbed = false;
  private readonly missing = new Set<string>();

  constructor(opened: RequestOrigin, { scripts, locale }: Walker) {
    this.opened = opened;
    this.scripts = scripts;
    this.locale = locale;
  }

  async step(url: string, step: Step): Promise<{ isTaken: boolean; what: string[] }> {
    const { opened } = this;
    const before = await this.here();
    if (step.do === "open" && step.isMissing) this.missing.add(step.path.split("?")[0] ?? "");
    if (step.do === "go offline" || step.do === "fail next") this.isDisturbed = true;
    if (step.do === "go offline") this.isOffline = true;
    // What was to fail and was never requested fails nothing of the next page.
    if (opensAnew(step)) await opened.page.unrouteAll({ behavior: "ignoreErrors" });
    const isTaken = await take(opened, url, step, this.locale);
    if (step.do === "go online") await this.mend();
    if (opened.page.url() === "about:blank") await this.returnFromStart();
    await untilSilent(opened, 150);
    const what = step.do === "rest" && !this.isDisturbed ? await atRest(opened) : [];
    for (let looks = 1; ; looks++) {
      const now = await this.here();
      const found = await this.look(step, before, now, isTaken);
      // A page that went on meanwhile, to the browser's own where there is no network, is looked at where it has come to. On
      // a busy machine a click may begin its navigation after a silence: what is wrong is still so once the page has arrived.
      const hasMoved = (await this.here()).address !== now.address;
      if (looks < MAX_LOOKS && (hasMoved || found.length > 0)) {
        await untilSilent(opened);
        continue;
      }
      return { isTaken, what: [...what, ...found] };
    }
  }

  private async look(step: Step, before: Here, now: Here, isTaken: boolean): Promise<string[]> {
    const { opened } = this;
    this.isHydrated = now.isHydrated;
    const isNew = !this.isOffline && now.document !== before.document;
    if (isNew && opensAnew(step)) this.isDisturbed = false;
    // The shop read a request too late: the machine is overloaded, and the page is incomplete.
    if (opened.complaints.some((what) => what.startsWith("408 "))) this.isDisturbed = true;
    if (this.isDisturbed || this.isAskedToSendAgain()) opened.complaints.length = 0;
    if (!now.isOurs) return this.isOffline || !isTaken ? [] : [`left for ${opened.page.url()}`];
    const what: string[] = [];
    const isSamePage = before.isHydrated && now.address === before.address && !opensAnew(step);
    if (this.isDisturbed && isSamePage && now.heading !== before.heading) {
      const own = await this.headingAt(now.address).catch(() => now.heading); // pending
      if (now.heading !== own) what.push(`the page stays: "${before.heading}" became "${now.heading}"`);
    }
    const { locale, path } = localeOfPath(new URL(opened.page.url()).pathname);
    const state = now.isHydrated ? "hydrated" : this.scripts ? "not hydrated" : "scripts off";
    const isMissing = this.missing.has(path);
    what.push(...(await wrongs(opened, { locale, state, isMissing, isDisturbed: this.isDisturbed })));
    return what;
  }

  /** Back too far, before the first page. Without a network the browser's own page stands where the first one stood. */
  private async returnFromStart(): Promise<void> {
    try {
      await this.opened.page.goForward({ waitUntil: "domcontentloaded" });
    } catch (error) {
      if (!this.isOffline) throw error;
    }
  }

  /** The connection is back: a walk on the browser's own page, or on a failed one, tries again. */
  private async mend(): Promise<void> {
    this.isOffline = false;
    this.opened.complaints.length = 0; // of requests without a network
    await this.opened.page.reload({ waitUntil: "domcontentloaded" });
  }

  /** Back at the response to a form, which no browser stores: it asks whether to send it again, on a page of its own. */
  private isAskedToSendAgain(): boolean {
    const { complaints } = this.opened;
    return complaints.length > 0 && complaints.every((what) => what.startsWith("net::ERR_CACHE_MISS"));
  }

  /** The heading of this URL at the shop: a page whose URL came before its contents has it a moment later. */
  private async headingAt(address: string): Promise<string> {
    const { page } = this.opened;
    const html = await (await page.context().request.get(address)).text();
    return page.evaluate(
      (text) => new DOMParser().parseFromString(text, "text/html").querySelector("h1")?.textContent?.trim() ?? "",
      html,
    );
  }

  private async here(): Promise<Here> {
    const { page } = this.opened;
    const onItsWay = { isOurs: true, isHydrated: false, address: page.url() };
    const { isOurs, isHydrated, address } = await standing(page).catch(() => onItsWay);
    const heading = isOurs ? await headingOf(page).catch(() => "") : ""; // pending
    const document = isOurs ? await page.evaluate(() => performance.timeOrigin).catch(() => 0) : 0; // pending
    return { address, heading, document, isOurs, isHydrated };
  }
}

const kindOf = ({ what: [first = ""] }: Finding): string => first.split(":")[0] ?? "";

/** The same finding with fewer steps: each but the first is left out where it comes without it too. */
async function shortened(fixture: Fixture, seed: string, finding: Finding): Promise<Finding> {
  let best = finding;
  let tries = MAX_REPLAYS;
  for (let place = finding.steps.length - 2; place > 0 && tries > 0; place--, tries--) {
    const { finding: again } = await walkOnce(fixture, seed, finding.walk, best.steps.toSpliced(place, 1));
    if (again && kindOf(again) === kindOf(finding)) best = again;
  }
  return best;
}

/** For people, and for `npm run explore -- --seed … --walk …`. */
export function asText(seed: string, { walk, walker, what, steps }: Finding): string {
  const { who, locale, scripts, is_phone } = walker;
  return [
    `Walk ${walk} as ${who}, ${locale}, ${is_phone ? "phone" : "wide"}, scripts ${scripts ? "on" : "scripts off"}:`,
    ...what.slice(0, 5).map((each) => `  ${each.slice(0, 400)}`),
    `  again: npm run explore -- --seed ${seed} --walk ${walk} --steps '${JSON.stringify(steps).replaceAll("'", "\\u0027")}'`,
  ].join("\n");
}

export function summary(seed: string, { walks, steps, missed, findings }: Explored): string {
  return `seed ${seed}: ${walks} walks, ${steps} steps (${missed} could not be taken any more), ${findings.length} findings`;
}
