/** Chromium for the journeys, and pages that tell what they asked for and what they complained about. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
      ...["--disable-component-update", "--disable-sync"],
    ],
  });
}

export const phone = { width: 360, height: 740 };
export const wide = { width: 1280, height: 900 };

export type Visit = {
  page: Page;
  /** Addresses of scripts asked for, in order. */
  scripts: string[];
  /** Violations of the content policy, errors nobody caught, and whatever else the console calls an error. */
  complaints: string[];
  close(): Promise<void>;
};

export async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: wide, ...options });
  const page = await context.newPage();
  const scripts: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(`${message.text()} ${message.location().url}`);
  });
  return { page, scripts, complaints, close: () => context.close() };
}

export function isActive(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.dataset.active !== undefined);
}

export async function untilActive(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset.active !== undefined);
}
