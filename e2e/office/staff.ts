/** Staff in a browser: a shop of the test's own, people who are signed in, their e-mails, and keys that are counted. */

import type { Page } from "playwright-core";
import { openDatabase } from "server/database/sql.ts";
import { jobs } from "server/jobs.ts";
import { laidOut } from "server/notifications/outbox.ts";
import { startWorker } from "server/platform/worker.ts";
import { totpNow } from "server/staff/second-factor.ts";
import type { DemoStaffKey } from "server/testing/test-shop.ts";
import { openBrowser, patient, type RequestOrigin, untilActive, visit, wide } from "../harness/browser.ts";
import { openShop } from "../harness/open-shop.ts";
import { freePort } from "../harness/shop-process.ts";
import { soon } from "../harness/shopper.ts";

export const narrow = { width: 360, height: 740 };
export { wide };

/** Where browsers reach the shop by plain http, on another machine as it were: a context that is not secure. */
export const notSecure = "shop.test";

export type Way = { name: string; viewport: typeof wide; state: "hydrated" | "not hydrated" | "without scripts" };
const atDesk: Way = { name: "at 1280, with scripts", viewport: wide, state: "hydrated" };
/** The three states of a page, on small and wide screens; by `npm run journeys` at a desk too. */
export const ways: readonly Way[] = [
  { name: "at 360, with scripts", viewport: narrow, state: "hydrated" },
  { name: "at 1280, before hydration", viewport: wide, state: "not hydrated" },
  { name: "at 360, without scripts", viewport: narrow, state: "without scripts" },
  ...(process.env.JOURNEYS === "all" ? [atDesk] : []),
];
/** A script that may not run; a header that counts by https alone. */
const harmless =
  /^csp |^The Cross-Origin-Opener-Policy header has been ignored, because the URL's origin was untrustworthy/;

export type Office = Awaited<ReturnType<typeof openOffice>>;
export type Member = RequestOrigin & {
  /** A page of the office, by its path there. */
  open(path: string): Promise<void>;
  /** The path without the base. */
  path(): string;
};

export async function openOffice() {
  // Passkeys are of the origin that the shop knows as its own: it is told beforehand where it will listen.
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const args = [`--host-resolver-rules=MAP ${notSecure} 127.0.0.1`];
  const shopThere = openShop({ config: { public_url: url } }, port);
  const [browser, opened] = await Promise.all([openBrowser({ args }), shopThere]);
  const { shop } = opened;
  const database = openDatabase(shop.url, { max: 3 });
  const worker = await startWorker({
    pool: database.pool,
    log: shop.base.log,
    jobs,
    ctxOf: () => shop.ctx(),
  });
  const visits: RequestOrigin[] = [];
  const base = `${url}/quan-tri`;

  async function arrive(way: Way): Promise<Member> {
    const { viewport, state } = way;
    const javaScriptEnabled = state !== "without scripts";
    const opened = await visit(browser, {
      viewport,
      javaScriptEnabled,
      hasTouch: viewport === narrow,
      locale: "vi-VN",
    });
    visits.push(opened);
    const { page } = opened;
    // Held back for good: each act finds the page as plain HTML, whatever comes after it.
    if (state === "not hydrated") await page.route("**/assets/*.js", () => undefined);
    return {
      ...opened,
      async open(path) {
        // Scripts that never come keep a page from being loaded; it is whole all the same.
        await page.goto(base + (path === "/" ? "" : path), { waitUntil: "domcontentloaded" });
        if (state === "hydrated") await untilActive(page);
      },
      path: () => page.url().replace(base, "").replace(/^$/, "/"),
    };
  }

  return {
    ...{ browser, shop, url, arrive },
    /** One of the demo's staff, signed in a moment ago. */
    async enter(key: DemoStaffKey, way: Way = atDesk): Promise<Member> {
      const member = await arrive(way);
      const cookie = { name: "staff", value: await shop.staffToken(key), url: base, httpOnly: true };
      await member.page.context().addCookies([cookie]);
      return member;
    },
    /** The newest link an e-mail to this address brought. */
    async linkTo(email: string): Promise<string> {
      const newest = async () => {
        const [message] = await laidOut(shop.ctx(), email);
        return /https?:\/\/\S+\/quan-tri(\/\S+)/.exec(message?.text ?? "")?.[1];
      };
      await soon(newest).toBeDefined();
      return (await newest()) ?? "";
    },
    /** What was found wrong with the pages since it was asked last, but for what is no fault of theirs. */
    complaints: () => visits.flatMap(({ complaints }) => complaints.splice(0).filter((what) => !harmless.test(what))),
    async close(): Promise<void> {
      await browser.close();
      await worker.stop();
      await database.close();
      await opened.close();
    },
  };
}

/** The code of this moment for a secret as the page shows it. */
export async function codeOf(office: Office, page: Page): Promise<string> {
  const secret = (await page.locator(".totp-setup code").textContent()) ?? "";
  return totpNow(secret.replaceAll(" ", ""), office.shop.now);
}

/** By keyboard alone: each press is counted, but for what moves the focus and what is typed into a field. */
export function keyboard(page: Page) {
  let count = 0;
  return {
    async pressKey(key: string): Promise<void> {
      if (!/Tab$/.test(key)) count += 1;
      await page.keyboard.press(key);
    },
    type: (text: string) => page.keyboard.type(text),
    /** Tab until the element that fits has the focus. */
    async tabTo(selector: string, most = 80): Promise<void> {
      for (let tabs = 0; tabs < most; tabs++) {
        if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector)) return;
        await page.keyboard.press("Tab");
      }
      throw new Error(`Tab does not reach ${selector}`);
    },
    count: () => count,
  };
}

/** Waits until the path of the office is this one. */
export async function comesTo(member: Member, path: string | RegExp): Promise<void> {
  const fits = () => (typeof path === "string" ? member.path() === path : path.test(member.path()));
  await member.page.waitForURL(() => fits(), { waitUntil: "domcontentloaded", ...patient });
}
