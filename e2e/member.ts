/** Somebody of the cast with an account, on the device of a journey. */
import { demo_password } from "server/identity/demo.ts";
import type { CastKey } from "server/test-shop.ts";
import { expect } from "vitest";
import type { Shopper } from "./shopper.ts";

/** The browser gets the cookie of a session, as after signing in by password. */
export async function signIn({ page, url }: Shopper, key: CastKey = "lan"): Promise<void> {
  const answer = await page.context().request.post(`${url}/api/auth/login`, {
    data: { login: `${key}@mutosi.example`, password: demo_password },
  });
  expect(answer.status()).toBe(200);
}
