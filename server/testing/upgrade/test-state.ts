/**
 * What a shop holds at a moment when it is upgraded: encrypted, signed and hashed values of every kind, jobs of every name
 * that nobody has worked yet, orders whose money has not or only partly arrived. Made by the calls of the version it is
 * of; what only clients hold (tokens, codes, proofs) is returned, and stands in the fixture beside the dump.
 */

import { createECDH } from "node:crypto";
import { tokenPurposes } from "contract/identity/token-purposes.ts";
import { unchecked } from "contract/unchecked.ts";
import { sql } from "kysely";
import { setAvatar } from "../../identity/accounts/avatars.ts";
import { signPhoneProof } from "../../identity/signing-in/registration.ts";
import { enqueue } from "../../kernel/context.ts";
import type { JobName } from "../../kernel/jobs.ts";
import { NEWS_CHANNEL } from "../../notifications/notifications.ts";
import { orderForm, juicer as PRODUCT, RICE_COOKER, setStock } from "../../orders/test-orders.ts";
import { receiveIpn } from "../../payments/ipn/ipn.ts";
import { sepayIpn } from "../../payments/providers/bank-transfer/simulator.ts";
import { type SettingKey, setSetting, setting } from "../../platform/settings.ts";
import { findUnusedAccounts } from "../../privacy/unused.ts";
import { mintBearer } from "../../security/bearer.ts";
import { encrypt } from "../../security/encryption.ts";
import { signedTokens } from "../../security/signed-tokens.ts";
import { codeFor } from "../test-codes.ts";
import type { TestShop } from "../test-shop.ts";
import { changedSettings } from "./test-settings.ts";

/** Of the fixture alone: no shop has these. */
export const fixtureKeys = {
  signing_key: "signing key of the upgrade test",
  data_key: "data key of the upgrade test",
  sepay_hmac_secret: "sepay secret of the upgrade test",
  sepay_api_key: "sepay key of the upgrade test",
  default_store_token: "store token of the upgrade test",
  vapid_private_key: Buffer.alloc(32, 7).toString("base64url"),
};

export const PUSH_HOST = "127.0.0.1:9";
/** Tokens and proofs that would lapse before the next test run live this long. */
const YEARS = 20 * 365 * 86_400;
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

export type ClientState = Awaited<ReturnType<typeof makeState>>;

export async function makeState(shop: TestShop) {
  const customer = await makeCustomer(shop);
  const orders = await makeOrders(shop, customer.session);
  const codes = await makeCodes(shop);
  await makeUnworkedJobs(shop);
  for (const [key, value] of Object.entries(changedSettings)) await setSetting(shop.ctx(), key as SettingKey, value);
  return {
    customer,
    ...orders,
    codes,
    signed: await signedBy(shop, orders.cash.order_code),
    channels: { notifications: NEWS_CHANNEL, pages: "pages_changed" },
  };
}

async function makeCustomer(shop: TestShop) {
  const session = await shop.token("lan");
  const lan = shop.visitor({ token: session });
  const bank = { bank: "VCB", account_number: "0123456789", account_name: "TA MAI LAN" };
  await lan.identity.updateProfile(bank);
  await lan.fulfilment.addAddress({
    full_name: "Tạ Mai Lan",
    phone: "0590000011",
    city_code: "01",
    ward_code: "00229",
    street: "18 phố Men Ngọc",
  });
  await lan.catalogue.toggleFavourite({ product_id: RICE_COOKER, favourite: true });
  await lan.notifications.saveSettings({
    settings: [
      { topic: "orders", channel: "email", is_on: true },
      { topic: "orders", channel: "push", is_on: true },
    ],
  });
  const browser = createECDH("prime256v1");
  browser.setPrivateKey(Buffer.alloc(32, 9));
  const keys = { p256dh: browser.getPublicKey("base64url"), auth: Buffer.alloc(16, 9).toString("base64url") };
  await lan.notifications.subscribe({ endpoint: `http://${PUSH_HOST}/push/lan`, keys });
  const ctx = shop.ctx({ token: session });
  const { id: session_id, customer_id } = (await ctx.session()) ?? {};
  if (session_id === undefined || !customer_id) throw new Error("the customer has just signed in");
  const removedFile = (await setAvatar(ctx, customer_id, pixel)).slice(1);
  await setAvatar(ctx, customer_id, pixel);
  await lan.privacy.askExport({});
  const identity = { issuer: "https://accounts.google.com", subject: "1", email: "lan@mutosi.example", name: "Lan" };
  const until = shop.now.getTime() + YEARS * 1000;
  return {
    session,
    bearer: await mintBearer(shop.base.config, session_id, new Date(until)),
    google_link: encrypt(shop.base.config, JSON.stringify({ ...identity, customer_id, until }), "google link").toString(
      "base64url",
    ),
    bank,
    streets: (await lan.fulfilment.addresses({})).map(({ street }) => street),
    removed_file: removedFile,
  };
}

async function makeOrders(shop: TestShop, session: string) {
  const items = [{ product_id: PRODUCT, quantity: 1 }];
  const lan = shop.visitor({ token: session });
  const transfer = orderForm({ items, payment_method: "bank_transfer" });
  const open = await lan.orders.place(transfer);

  // A visitor's first write opens their session; its answer names it.
  const cart = await shop.visitor().cart.addItem({ product_id: RICE_COOKER, quantity: 2 });
  const visitor = { session: cart.session_id ?? "", quantity: 2 };
  const guest = shop.visitor({ token: visitor.session });
  await guest.catalogue.toggleFavourite({ product_id: PRODUCT, favourite: true });
  const form = orderForm({ items, full_name: "Nguyễn Thị Đoan Trang", phone: "0590000012" });
  const idempotency_key = "one submission of the fixture";
  const cash = await guest.orders.place(form, { idempotency_key });

  const half = await shop.visitor({ client: "10.0.0.2" }).orders.place({ ...transfer, phone: "0590000013" });
  const received = 1_000_000;
  const { account_number } = await setting(shop.ctx(), "bank_account");
  const content = half.payment.transfer?.content ?? "";
  const ipn = sepayIpn(
    { account_number, content, amount: received, txn: 1 },
    shop.base.config.sepay_hmac_secret,
    shop.now,
  );
  await receiveIpn(shop.ctx(), ipn);
  return { visitor, open, cash, half, received, repeat: { form, idempotency_key } };
}

async function makeCodes(shop: TestShop) {
  const visitorOf = async (client: string) => {
    const { session_id } = await shop.visitor({ client }).cart.addItem({ product_id: RICE_COOKER, quantity: 1 });
    const session = session_id ?? "";
    return { session, client, calls: shop.visitor({ token: session, client }) };
  };
  const read = await visitorOf("10.0.0.3");
  await read.calls.identity.sendCode({ phone: "0590000033", purpose: "login" });
  const otp = await codeFor(shop, "+84590000033");

  const tuan = await shop.as("tuan");
  await tuan.identity.updatePhone({ phone: "0590000144" });
  const [fresh, old] = [await codeFor(shop, "+84590000144"), await codeFor(shop, "+84590000044")];
  await tuan.identity.updatePhoneOtp({ phone: "0590000144", otp: fresh, old_otp: old });

  const waiting = await visitorOf("10.0.0.4");
  await waiting.calls.identity.sendCode({ phone: "0590000022", purpose: "login" });
  return {
    /** Read by its owner, not typed yet. */
    read: { session: read.session, client: read.client, phone: "0590000033", otp },
    /** Not sent yet. */
    waiting: { session: waiting.session, client: waiting.client, phone: "0590000022" },
    former_phone: "+84590000044",
  };
}

/** Every name that the calls above have not left a job of. */
async function makeUnworkedJobs(shop: TestShop): Promise<void> {
  const ctx = shop.ctx();
  await sql`update identity.customers set last_active_at = ${ctx.now}::timestamptz - interval '40 months'
    where email = 'john@mutosi.example'`.execute(shop.sql);
  await findUnusedAccounts(ctx);
  const scheduled = [
    ...["expire_payments", "complete_orders", "flash_sale_turns", "recount_sales", "shelve_outdated", "sweep"],
    ...["erase_accounts", "find_unused_accounts"],
  ] as const;
  for (const name of scheduled) await enqueue(ctx, name as JobName, unchecked({}));
  const token = (what: string) => encrypt(ctx.config, `${what}-0${what === "access" ? "-0" : ""}`, `zalo ${what}`);
  await sql`insert into notifications.carrier_tokens (carrier, access, refresh, expires_at)
    values ('zalo', ${token("access")}, ${token("refresh")}, ${ctx.now}::timestamptz + interval '1 day')`.execute(
    shop.sql,
  );
}

async function signedBy(shop: TestShop, order_code: string) {
  const { sign } = signedTokens(shop.base.config, () => shop.now.getTime());
  const later = new Date(shop.now.getTime() + YEARS * 1000);
  return {
    text: "a text of the fixture",
    tokens: Object.fromEntries(
      await Promise.all(
        tokenPurposes.map(async (purpose) => [purpose, await sign(purpose, "a text of the fixture", YEARS)] as const),
      ),
    ),
    look_up: await sign("order", `${order_code} +84590000012`, YEARS),
    phone_proof: await signPhoneProof({ ...shop.ctx(), now: later }, "+84590000177"),
  };
}

/** A shop of two products: what the state needs, and no more to dump. */
export async function reduceCatalogue(shop: TestShop): Promise<void> {
  for (const table of [
    "promotions.flash_sales",
    "content.posts",
    "content.policies",
    "content.faq_groups",
    "stores.stores",
  ])
    await sql`delete from ${sql.table(table)}`.execute(shop.sql);
  await sql`delete from catalogue.products where id not in (
    select product_id from catalogue.variants where id in (${PRODUCT}, ${RICE_COOKER}))`.execute(shop.sql);
  for (const variant of [PRODUCT, RICE_COOKER]) await setStock(shop.sql, variant, 50);
}
