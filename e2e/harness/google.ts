/** A shop with a provider in Google's place, and the way through it and the password form. */
import { startGoogleProvider, type TestGoogle } from "server/testing/test-google.ts";
import { afterAll, beforeAll } from "vitest";
import { wake } from "./checkout.ts";
import { type OpenShop, openShop } from "./open-shop.ts";
import { freePort } from "./shop-process.ts";
import { comesTo, type Shopper } from "./shopper.ts";

/** Around the tests of a file: open before the first of them. */
export function shopWithGoogle(): { readonly google: TestGoogle; readonly opened: OpenShop } {
  const both = {} as { google: TestGoogle; opened: OpenShop };
  beforeAll(async () => void Object.assign(both, await openShopWithGoogle()));
  afterAll(async () => {
    await both.opened.close();
    await both.google.close();
  });
  return both;
}

/** With its true limits. */
async function openShopWithGoogle(): Promise<{ google: TestGoogle; opened: OpenShop }> {
  const port = await freePort();
  const public_url = `http://127.0.0.1:${port}`;
  const google = await startGoogleProvider({ redirect_uris: [`${public_url}/auth/callback/google`] });
  const opened = await openShop({ config: { google: google.config, public_url, limit_factor: 1 } }, port);
  return { google, opened };
}

export const at = (path: string) => (address: URL) => address.pathname === path;

export function path({ at: whole }: Shopper, address: string): string {
  return new URL(whole(address)).pathname;
}

/** On the provider's page: signs in. */
export async function be({ page }: Shopper, email: string, name = "Phan Thu Mai"): Promise<void> {
  await comesTo(page, (address) => address.pathname.startsWith("/choose/"));
  await page.locator("[name=email]").fill(email);
  await page.locator("[name=name]").fill(name);
  await page.getByRole("button", { name: "Continue" }).click();
}

export async function goToGoogle(someone: Shopper, callbackurl = ""): Promise<void> {
  await someone.open(`/login${callbackurl && `?callbackurl=${path(someone, callbackurl)}`}`);
  await wake(someone);
  await someone.page.getByRole("button", { name: someone.words.identity.by_google }).click();
}

export async function logIn({ page, words }: Shopper, login: string, password: string): Promise<void> {
  await page.locator("#login").fill(login);
  await page.locator("#password").fill(password);
  await page.locator("main").getByRole("button", { name: words.identity.log_in, exact: true }).click();
}
