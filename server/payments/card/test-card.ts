/** A shop with the sandbox gateway behind it, and a shopper with a card: for tests of the steps. */
import type { AddressInfo } from "node:net";
import type { Shop } from "contract/contract.ts";
import { startSandbox } from "../../../sandbox/start.ts";
import { buildApp } from "../../http/app.ts";
import { requestContext } from "../../http/request-context.ts";
import type { Config } from "../../kernel/config.ts";
import { orderForm, RICE_COOKER, setStock } from "../../orders/test-orders.ts";
import { shopHandlers } from "../../shop.ts";
import { testShop } from "../../testing/test-shop.ts";
import { mountIpn } from "../routes.ts";
import { reconcile } from "../settlement/reconcile.ts";
import { serveCardFrames } from "./frame-route.ts";

export const cards = {
  frictionless: "5123450000000008",
  challenge: "4508750015741019",
  declined: "4000000000000002",
  poor: "4000000000009995",
  refused: "5200000000000114",
  unavailable: "4111111111111111",
} as const;

export const browser = {
  ...{ user_agent: "Mozilla/5.0 (test)", language: "vi-VN", colour_depth: 24 },
  ...{ screen_height: 800, screen_width: 360, time_zone_minutes: -420 },
};

export async function cardShop(config: Partial<Config> = {}) {
  const shop = await testShop({ max: 20, config });
  await setStock(shop.sql, RICE_COOKER, 2000);
  const app = await buildApp({ base: shop.base, handlers: shopHandlers });
  const origin = { token: undefined, locale: "vi", client: "203.0.113.7", request_id: "card" } as const;
  const anonymousCtx = () => requestContext(shop.base, origin).ctx;
  mountIpn(app, anonymousCtx);
  serveCardFrames(app, anonymousCtx);
  await app.listen({ port: 0, host: "127.0.0.1" });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const sandbox = await startSandbox({ speed: 0, seed: "card", now: () => shop.now.getTime(), shop_url: url, env: {} });
  Object.assign(shop.base.config, { public_url: url, env: sandbox.environment() });
  let serial = 0;

  /** As the gateway's frames do: the shop has no part in it. */
  async function fill(session: string, number: string) {
    const values = { number, expiryMonth: "01", expiryYear: "39", securityCode: "100" };
    for (const [field, value] of Object.entries(values)) {
      await fetch(`${sandbox.url}/mpgs/form/session`, {
        method: "POST",
        body: new URLSearchParams({ session, field, value }),
      });
    }
  }

  /** An order by card with its fields filled, up to the first step; `payer` goes on from there. */
  async function order(number: string = cards.frictionless, who?: Shop, payer?: Shop) {
    const lan = who ?? shop.visitor({ client: `198.51.${100 + Math.floor(serial / 250)}.${serial % 250}` });
    serial += 1;
    const items = [{ product_id: RICE_COOKER, quantity: 1 }];
    const form = orderForm({ items, payment_method: "card", note: `card ${serial}` });
    const { order_code, uid_payment, totals } = await lan.orders.place(form);
    const begun = await lan.payments.cardSession({ order_code, uid_payment });
    await fill(begun.session_id, number);
    return cardOf(payer ?? lan, {
      order_code,
      uid_payment: begun.uid_payment,
      session: begun.session_id,
      total: totals.total,
    });
  }

  function cardOf(
    lan: Shop,
    {
      order_code,
      uid_payment,
      session,
      total,
    }: { order_code: string; uid_payment: string; session: string; total: number },
  ) {
    const asked = { order_code, uid_payment };
    const check = (more: { saved_card?: string; save_card?: "1" } = {}) =>
      lan.payments.cardChecked({ ...asked, ...more });
    const initiate = (captcha?: string) => lan.payments.cardInitiated({ ...asked, ...(captcha && { captcha }) });
    const authenticate = () => lan.payments.cardAuthenticated({ ...asked, browser });
    const pay = () => lan.payments.cardPaid(asked);
    return {
      ...{ lan, order_code, uid_payment, session, total, asked, check, initiate, authenticate, pay },
      /** All steps up to the challenge or the money. */
      steps: async (more: { saved_card?: string; save_card?: "1" } = {}) => {
        await check(more);
        const first = await initiate();
        if (first.next !== "authenticate") return first;
        const second = await authenticate();
        return second.next === "pay" ? pay() : second;
      },
      /** The next card for the same order. */
      again: async (number: string) => {
        const next = await lan.payments.cardSession(asked);
        await fill(next.session_id, number);
        return cardOf(lan, { order_code, uid_payment: next.uid_payment, session: next.session_id, total });
      },
      status: () => lan.payments.queryStatus(asked),
      guide: () => lan.payments.guide({ uid_payment }),
      order: () => lan.orders.byCode({ id: order_code, order_phone: "0590000011" }),
    };
  }

  /** As the payer at the issuer, in the frame. */
  async function challenge(uid_payment: string, otp: string, outcome = "confirm", meanwhile?: () => Promise<unknown>) {
    const framed = await (await fetch(`${url}/v1/payments/${uid_payment}/card-frame`)).text();
    const [, action = ""] = /action="([^"]+)"/.exec(framed) ?? [];
    const [, t = ""] = /name="t" value="([^"]+)"/.exec(framed) ?? [];
    await meanwhile?.();
    const answer = await fetch(action, { method: "POST", body: new URLSearchParams({ t, otp, outcome }) });
    return answer.text();
  }

  return {
    ...{ shop, sandbox, url, order, fill, challenge },
    pass: async (seconds: number) => {
      shop.advanceClock(seconds * 1000);
      await sandbox.advance(seconds);
      await reconcile(shop.ctx());
    },
    close: async () => {
      await sandbox.close();
      await app.close();
      await shop.close();
    },
  };
}
