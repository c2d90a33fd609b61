/**
 * Every row of the route table: its head, and all of invariants.ts, for every account, in
 * every language, on every screen size, with scripts, before them and without; with images in one of its tests. `npm run screens` tries every
 * language and width in each state; here each screen is seen in each state, and languages (of what axe reads and of dark), widths and accounts take turns.
 */
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { locales } from "contract/values/locale.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { atRest, holdScripts, type RequestOrigin } from "./browser.ts";
import { headerOf } from "./member.ts";
import { onABadLine, sentTwiceIsOne } from "./screen-forms.ts";
import {
  askedForLongWords,
  beforeAndAfterHydration,
  beforeHydration,
  goesOn,
  inOtherLooks,
  withScriptsOff,
} from "./screen-states.ts";
import { type Cell, demoAccounts, type Fixture, prepare, type Screen, screens, smallest, widths } from "./screens.ts";
import { atOnce } from "./wire.ts";

let fixture: Fixture;
/** Every URL of ours that any of the pages links to, and one page that does. */
const links = new Map<string, string>();
/** Pages at rest for a while: their requests meanwhile, if too many. */
const resting: Promise<string[]>[] = [];
const searched = new Set<string>();

beforeAll(async () => {
  fixture = await prepare();
});
afterAll(() => fixture.close());

const TRIES_ALL = process.env.SCREENS === "all";
const maxForms = TRIES_ALL ? 4 : 1;
const counted = { passed: 0, failed: [] as string[] };

/**
 * The runs of a screen in one state: one of its accounts in one language and width, others for each screen and state. By
 * command every language and width with the first of its accounts, and once each of the others.
 */
function cellsOf(screen: Screen, turn: number): Cell[] {
  const people = screen.isForMembers && screen.as === "lan" ? demoAccounts : [screen.as];
  const place = screens.indexOf(screen) + turn;
  const cellAt = (place: number, as: Cell["as"]): Cell => ({
    screen,
    as,
    locale: at(locales, place),
    width: at(widths, Math.floor(place / locales.length)),
  });
  if (!TRIES_ALL) return [cellAt(place, at(people, place))];
  const [first, ...others] = people;
  return [
    ...locales.flatMap((locale) => widths.map((width): Cell => ({ screen, locale, width, as: first ?? screen.as }))),
    ...others.map((as, further) => cellAt(place + further, as)),
  ];
}

/** Round and round. */
function at<T>(all: readonly T[], place: number): T {
  return all[place % all.length] as T;
}

afterEach(({ task }) => {
  if (task.result?.state === "fail") counted.failed.push(`${task.suite?.name}: ${task.name}`);
  else counted.passed += 1;
});
afterAll(() => {
  if (!TRIES_ALL) return;
  const found = counted.failed.map((name) => `\n- ${name}`).join("");
  const said = `${counted.passed} passed, ${counted.failed.length} failed, ${new Date().toISOString().slice(0, 10)}`;
  writeFileSync(
    resolve(import.meta.dirname, "../../docs/screens-run.md"),
    `# Every screen in every state, language and width, and by every account\n\n\`npm run screens\`: ${said}.\n${found}\n`,
  );
});

async function rests(opened: RequestOrigin, { screen }: Cell): Promise<string[]> {
  try {
    return (await atRest(opened)).map((what) => `/${screen.path} ${what}`);
  } finally {
    await opened.close();
  }
}

// Each page waits as much as it works: with two at a time a run takes little more than half as long.
describe.concurrent.each(screens)("/$path as $as", (screen) => {
  it.each(locales)("in %s has one heading, its language, and no missing text", async (locale) => {
    const cell = { screen, locale, width: smallest.width, as: screen.as };
    await fixture.ask(cell);
    const headers = { cookie: headerOf(fixture.cookiesOf(screen.as)) };
    const answer = await fetch(fixture.addressOf(cell), { headers });
    const html = await answer.text();
    expect(answer.status).toBe(screen.isMissing ? 404 : 200);
    expect(html).toContain(`<html lang="${locale}">`);
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    expect(html.match(/<main[ >]/g)).toHaveLength(1);
    expect(html.match(/<title>[^<]{3,}<\/title>/g)).toHaveLength(1);
    const shown = html.slice(html.indexOf("<body"), html.indexOf('<script type="application/json"'));
    expect(shown.replace(/<[^>]+>/g, " ")).not.toMatch(/\bundefined\b|\bNaN\b|\[object |\bnull\b/);
    if (/<meta name="robots" content="noindex"/.test(html)) return;
    expect(html).toMatch(/<meta name="description" content="[^"]{10,}"/);
    expect(html).toMatch(/<link rel="canonical" href="http/);
    expect([...html.matchAll(/hrefLang="([\w-]+)" href/g)].map(([, language]) => language)).toEqual([
      "vi",
      "en",
      "ja",
      "x-default",
    ]);
  });

  const inTurn = TRIES_ALL ? locales : [at(locales, screens.indexOf(screen))];

  // Touch screens get larger buttons than a mouse does: what fits must fit with those.
  const onTouch = { viewport: smallest, hasTouch: true };

  it.each(inTurn)("in %s fits every width and is accessible, before hydration and after", async (locale) => {
    const cell = { screen, locale, width: smallest.width, as: screen.as };
    const opened = await fixture.come(cell, { ...onTouch, images: true });
    const found = await beforeAndAfterHydration(fixture, cell, opened, links);
    resting.push(rests(opened, cell));
    expect(found).toEqual([]);
  });

  // The third language is seen at every width with scripts off: the same page. Screens alternate between it and the dark theme.
  const isDark = TRIES_ALL || screens.indexOf(screen) % 2 === 0;
  it.each(isDark ? [] : [at(locales, screens.indexOf(screen) + 2)])(
    "in %s fits every width before hydration",
    async (locale) => {
      const cell = { screen, locale, width: smallest.width, as: screen.as };
      const opened = await fixture.come(cell, onTouch);
      await holdScripts(opened.page);
      const found = await beforeHydration(fixture, cell, opened, links);
      await opened.close();
      expect(found).toEqual([]);
    },
  );

  it.each(isDark ? inTurn : [])(
    "in %s holds in the dark theme, on a very wide screen and with text of twice the size",
    async (locale) => {
      const cell = { screen, locale, width: smallest.width, as: screen.as };
      const opened = await fixture.come(cell);
      const found = await inOtherLooks(fixture, cell, opened);
      await opened.close();
      expect(found).toEqual([]);
    },
  );

  it.each(cellsOf(screen, 1))(
    "$locale, $width px, $as: holds with scripts off, also for a form sent twice and a search without spaces",
    async (cell) => {
      const opened = await fixture.come(cell, { javaScriptEnabled: false, reducedMotion: "reduce" });
      const found = await withScriptsOff(fixture, cell, opened);
      found.push(...(await sentTwiceIsOne(opened.page, maxForms)));
      found.push(...(await askedForLongWords(opened.page, searched)));
      await opened.close();
      expect(found).toEqual([]);
    },
  );

  it.each(cellsOf(screen, 2))(
    "$locale, $width px, $as: keeps typed text when requests fail, and submits once",
    async (cell) => {
      const opened = await fixture.come(cell);
      const found = await onABadLine(fixture, cell, opened, {
        maxForms,
        isThorough: TRIES_ALL || screens.indexOf(screen) % 9 === 0,
      });
      await opened.close();
      expect(found).toEqual([]);
    },
  );

  it.each(cellsOf(screen, 0))(
    "$locale, $width px, $as: language, Back and Forward, menu, offline and wrong case",
    async (cell) => {
      const opened = await fixture.come(cell);
      const found = await goesOn(fixture, cell, opened, TRIES_ALL ? undefined : screens.indexOf(screen));
      await opened.close();
      expect(found).toEqual([]);
    },
  );
});

describe("all these pages", () => {
  it("send no requests at rest", async () => {
    expect((await Promise.all(resting)).flat()).toEqual([]);
  });

  it("link to existing pages", { timeout: 300_000 }, async () => {
    expect(links.size).toBeGreaterThan(300);
    const broken: string[] = [];
    // What belongs to one account is not there for another.
    const visitors = (["anybody", ...demoAccounts] as const).map((who) => headerOf(fixture.cookiesOf(who)));
    await atOnce(4, [...links], async ([address, from]) => {
      let status = 0;
      for (const cookie of visitors) {
        ({ status } = await fetch(fixture.url + address, { redirect: "manual", headers: { cookie } }));
        if (status < 400) return;
      }
      broken.push(`${status} ${address} on ${from}`);
    });
    expect(broken).toEqual([]);
  });
});
