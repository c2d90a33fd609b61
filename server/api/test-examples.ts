/**
 * What has to be true before a call's example can be sent: a session, an order, a code that was asked for. The
 * example itself stays as it is documented; only names that no two shops share (codes, proofs, ids) are put in.
 */

import type { Shop } from "contract/contract.ts";
import { groupedCardCode } from "contract/loyalty/card-code.ts";
import { sql } from "kysely";
import { chatSetups } from "../chat/test-examples.ts";
import { contactSetups } from "../contact/test-examples.ts";
import { deskSetups } from "../desks/test-examples.ts";
import { putCard } from "../loyalty/gift-cards/test-cards.ts";
import { customerIdOf, putPoints } from "../loyalty/test-points.ts";
import { orderDeskSetups } from "../orders/desk/test-examples.ts";
import { juicer, orderForm, RICE_COOKER, setStock } from "../orders/test-orders.ts";
import { makePreview } from "../pages/preview.ts";
import { saveDraft } from "../pages/writing.ts";
import { partnersSetups } from "../partners/test-examples.ts";
import { keepCard } from "../payments/card/saved-cards.ts";
import { moneyDeskSetups } from "../payments/desk/test-examples.ts";
import { promotionsSetups } from "../promotions/desk/test-examples.ts";
import { recruitmentSetups } from "../recruitment/desk/test-examples.ts";
import { reviewSetups } from "../reviews/test-examples.ts";
import { serviceSetups } from "../service/test-examples.ts";
import { staffSetups } from "../staff/test-examples.ts";
import { surveysSetups } from "../surveys/test-examples.ts";
import { codeFor } from "../testing/test-codes.ts";
import type { TestGoogle } from "../testing/test-google.ts";
import type { DemoAccountKey, TestShop } from "../testing/test-shop.ts";
import { warrantySetups } from "../warranty/test-examples.ts";

/** `token`: whose call it is, none for a visitor. `input` takes the place of the example's own fields. */
export type Prepared = { token?: string; input?: Record<string, unknown> };
export type World = { shop: TestShop; google: TestGoogle };
export type Setup = (world: World) => Promise<Prepared>;

const person = async ({ shop }: World, key: DemoAccountKey): Promise<{ token: string; she: Shop }> => {
  const token = await shop.token(key);
  return { token, she: shop.visitor({ token }) };
};
const place = { city_code: "01", ward_code: "00229", street: "18 phố Men Ngọc" };

/** A voucher alone in the exchange cart of an account with points for it. */
async function giftOf(world: World) {
  const { token, she } = await person(world, "tuan");
  await putPoints(world.shop, await customerIdOf(world.shop, "tuan"), 300);
  const { items } = await she.cart.exchange({});
  for (const { key } of items) await she.cart.removeReward({ key });
  const [gift] = (await she.cart.addReward({ product_id: 8016 })).items;
  return { token, she, key: gift?.key ?? "" };
}

/** A visitor with something in the cart and a place for it, without cookies. */
async function cartOf({ shop }: World): Promise<{ session_id: string; key: string }> {
  const visitor = shop.visitor();
  const { session_id, items } = await visitor.cart.addItem({ product_id: juicer });
  await visitor.cart.setShippingAddress(place);
  return { session_id: session_id ?? "", key: items[0]?.key ?? "" };
}

const withCart: Setup = async (world) => ({ input: { session_id: (await cartOf(world)).session_id } });

async function orderOf(she: Shop, change: Parameters<typeof orderForm>[0] = {}) {
  const form = { ...orderForm(change), items: [{ product_id: RICE_COOKER, quantity: 1 }] };
  return she.orders.place(form, { idempotency_key: crypto.randomUUID() }); // else it were the order before
}

/** An order Lan placed as a guest, shown by its phone; `status` as the office would have moved it. */
const guestOrder =
  (status?: "delivered"): Setup =>
  async ({ shop }) => {
    const { order_code: id } = await orderOf(shop.visitor());
    if (status) {
      const moved = { status, delivered_at: shop.now };
      await shop.sql.updateTable("orders.orders").set(moved).where("code", "=", id).execute();
    }
    return { input: { id } };
  };

const transfer = async ({ shop }: World) => orderOf(shop.visitor(), { payment_method: "bank_transfer" });

/** An order whose payment waits, as its transfer would pay it: another way is begun by its proof. */
const waiting: Setup = async (world) => {
  const { order_code, uid_payment } = await transfer(world);
  return { input: { order_code, uid_payment } };
};

const cardBrowser = {
  ...{ user_agent: "Mozilla/5.0", language: "vi-VN", colour_depth: 24 },
  ...{ screen_height: 1080, screen_width: 1920, time_zone_minutes: -420 },
};

/** An order whose card has been given to the gateway's own fields, and has come so far. */
const cardAt =
  (stage: "begin" | "fields" | "checked" | "initiated" | "authenticated"): Setup =>
  async (world) => {
    const { shop } = world;
    const { order_code, uid_payment } = await transfer(world);
    if (stage === "begin") return { input: { order_code, uid_payment } };
    const { payments } = shop.visitor();
    const begun = await payments.cardSession({ order_code, uid_payment });
    const asked = { order_code, uid_payment: begun.uid_payment };
    const values = { number: "5123450000000008", expiryMonth: "01", expiryYear: "39", securityCode: "100" };
    for (const [field, value] of Object.entries(values)) {
      const body = new URLSearchParams({ session: begun.session_id, field, value });
      await fetch(`${shop.base.config.env.MPGS_URL}/form/session`, { method: "POST", body });
    }
    if (stage !== "fields") await payments.cardChecked(asked);
    if (stage === "initiated" || stage === "authenticated") await payments.cardInitiated(asked);
    if (stage === "authenticated") await payments.cardAuthenticated({ ...asked, browser: cardBrowser });
    return { input: asked };
  };

/** One of the caller's, as the gateway keeps it. */
const savedCard: Setup = async (world) => {
  const { token, she } = await person(world, "minh");
  const { shop } = world;
  const [known] = await she.payments.savedCards({});
  if (known) return { input: { code: known.code }, token };
  const { rows } = await sql<{ id: number }>`
    select id from identity.customers where email = 'minh@mutosi.example'`.execute(shop.sql);
  const saved = { token: "9512345678901234", brand: "VISA", last_four: "4410", expires: "2029-08" };
  await keepCard(shop.ctx(), { provider: "mpgs", customer_id: rows[0]?.id ?? 0, locale: "vi", saved });
  const [made] = await she.payments.savedCards({});
  return { input: { code: made?.code }, token };
};

async function addressOf(she: Shop): Promise<string> {
  return (await she.fulfilment.addAddress({ full_name: "Tạ Mai Lan", phone: "0590000011", ...place })).id;
}
/** As the office knows her. */
const lanForStaff: Setup = async ({ shop }) => {
  const { rows } = await sql<{ code: string }>`
    select code from identity.customers where email = 'lan@mutosi.example'`.execute(shop.sql);
  return { input: { code: rows[0]?.code } };
};

const withAddress: Setup = async (world) => {
  const { token, she } = await person(world, "lan");
  return { token, input: { id: await addressOf(she) } };
};

/** A visitor who asked for a code, and the code. */
const withCode =
  (target: string, ask: (visitor: Shop) => Promise<{ session_id: string | null }>): Setup =>
  async ({ shop }) => {
    const { session_id } = await ask(shop.visitor());
    return { input: { otp: await codeFor(shop, target), session_id } };
  };

async function proofOf({ shop }: World, phone: string): Promise<string> {
  const visitor = shop.visitor();
  await visitor.identity.registerSend({ phone });
  const otp = await codeFor(shop, phone.replace(/^0/, "+84"));
  return (await visitor.identity.registerCheckOtp({ phone, otp })).otp_proof;
}

const customerId = async ({ shop }: World, key: DemoAccountKey): Promise<number> => {
  const email = `${key}@mutosi.example`;
  const row = shop.sql.selectFrom("identity.customers").select("id").where("email", "=", email);
  return (await row.executeTakeFirstOrThrow()).id;
};
const changed = async (world: World, key: DemoAccountKey, values: object): Promise<void> => {
  const id = await customerId(world, key);
  await world.shop.sql.updateTable("identity.customers").set(values).where("id", "=", id).execute();
};

async function joinedGoogle(world: World, key: DemoAccountKey, sub: string) {
  const { token, she } = await person(world, key);
  const { url, sealed } = await she.identity.googleLinkStart({});
  const answer = await world.google.answer(url, { sub, email: `${sub}@gmail.example`, name: "Người Dùng Google" });
  const { code = "", state = "", iss } = Object.fromEntries(answer.searchParams);
  return { token, she, input: { code, state, ...(iss && { iss }), sealed } };
}

const endedHero = {
  ...{ id: "hero", type: "hero" as const, title: { vi: "Đã qua" }, text: { vi: "Đã qua." } },
  ...{ needs: [], actions: [], figures: [] },
};

export const setups: Readonly<Record<string, Setup>> = {
  "identity.loginSms": withCode("+84590000022", (v) => v.identity.sendCode({ phone: "0590000022", purpose: "login" })),
  "identity.registerCheckOtp": withCode("+84590000099", (v) => v.identity.registerSend({ phone: "0590000099" })),
  "identity.register": async (world) => ({ input: { otp_proof: await proofOf(world, "0590000099") } }),
  "identity.createPassword": withCode("+84590000066", (v) => v.identity.forgotPassword({ phone: "0590000066" })),
  "identity.confirmPhone": withCode("+84590000022", (v) =>
    v.identity.sendCode({ phone: "0590000022", purpose: "checkout" }),
  ),
  "identity.socialLogin": async ({ google }) => ({
    input: { id_token: await google.idToken({ sub: "g-app", email: "app@gmail.example", name: "Phan Thu Mai" }) },
  }),
  "identity.socialSync": async (world) => {
    await changed(world, "kim", { email_verified_at: world.shop.now });
    const proof = await world.shop.visitor().identity.socialLogin({
      id_token: await world.google.idToken({ sub: "g-kim", email: "kim@mutosi.example", name: "Kim" }),
    });
    const { token } = await person(world, "kim");
    return { token, input: { link_proof: "link_proof" in proof ? proof.link_proof : "" } };
  },
  "identity.ownerCode": async (world) => {
    await changed(world, "hoa", { password_hash: null });
    return person(world, "hoa");
  },
  "identity.googleLink": (world) => joinedGoogle(world, "tuan", "g-tuan"),
  "identity.socialUnlink": async (world) => {
    const { token, she, input } = await joinedGoogle(world, "sato", "g-sato");
    await she.identity.googleLink(input);
    return { token };
  },
  "identity.changePassword": (world) => person(world, "john"),
  "identity.updatePhoneOtp": async (world) => {
    const { token, she } = await person(world, "sato");
    await she.identity.updatePhone({ phone: "0590000097" });
    const otp = await codeFor(world.shop, "+84590000097");
    return { token, input: { otp, old_otp: await codeFor(world.shop, "+84590000077") } };
  },
  "identity.verifyEmailSend": async (world) => {
    await changed(world, "minh", { email_verified_at: null });
    return person(world, "minh");
  },
  "identity.verifyEmail": async (world) => {
    await changed(world, "lan", { email_verified_at: null });
    const { token, she } = await person(world, "lan");
    await she.identity.verifyEmailSend({});
    return { token, input: { otp: await codeFor(world.shop, "lan@mutosi.example") } };
  },
  "identity.customerInfo": async (world) => {
    const { token, she } = await person(world, "minh");
    return { token, input: { id: (await she.identity.profile({})).id } };
  },
  "identity.updateIsLogged": async (world) => {
    const { token, she } = await person(world, "minh");
    return { token, input: { id: (await she.identity.profile({})).id } };
  },
  "identity.signOutDevice": async (world) => {
    await world.shop.token("minh");
    const { token, she } = await person(world, "minh");
    return { token, input: { id: (await she.identity.devices({})).find((each) => !each.is_this)?.id } };
  },
  "pages.ended": async ({ shop }) => {
    const page = { title: { vi: "Khuyến mãi đã qua" }, description: { vi: "Đã qua." }, blocks: [endedHero], needs: [] };
    const named = { key: "khuyen-mai-da-qua", base_version: 0, kind: "landing" as const, slug: "khuyen-mai-da-qua" };
    await saveDraft(shop.ctx(), { ...named, page });
    await sql`update pages.pages set published_version = 1, published_at = now() - interval '3 days',
      starts_at = now() - interval '2 days', ends_at = now() - interval '1 day' where key = ${named.key}`.execute(
      shop.sql,
    );
    return {};
  },
  "pages.preview": async ({ shop }) => {
    const { vi } = await makePreview(shop.ctx(), "about", 1);
    return { input: { token: vi.split("/").at(-1) ?? "" } };
  },
  "pages.remove": async ({ shop }) => {
    const page = { title: { vi: "Nháp" }, description: { vi: "Nháp." }, blocks: [endedHero], needs: [] };
    const named = { key: "khong-co-trang-nay", base_version: 0, kind: "builder" as const, slug: "khong-co-trang-nay" };
    await saveDraft(shop.ctx(), { ...named, page });
    return {};
  },
  "fulfilment.editAddress": withAddress,
  "fulfilment.setDefaultAddress": withAddress,
  "fulfilment.removeAddress": withAddress,
  "notifications.watch": async (world) => {
    const { token, she } = await person(world, "lan");
    await orderOf(she, { phone: "0581239999" });
    return { token, input: { id: (await she.notifications.list({})).data[0]?.id } };
  },
  "notifications.list": async (world) => {
    const { token, she } = await person(world, "lan");
    await orderOf(she, { phone: "0581239999" });
    return { token };
  },
  "cart.get": withCart,
  "cart.updateItem": withCart,
  "cart.removeDetail": withCart,
  "cart.updateInfo": withCart,
  "cart.quotes": withCart,
  "cart.checkout": withCart,
  "cart.setShippingAddress": withCart,
  "cart.setShippingMethod": withCart,
  "cart.setPaymentMethod": withCart,
  "cart.addCoupon": withCart,
  "cart.addPromocode": withCart,
  "cart.removeCoupon": withCart,
  "cart.removeDeliveryCoupon": withCart,
  "cart.removeVoucher": withCart,
  "cart.addGiftCard": withCart,
  "cart.removeGiftCard": withCart,
  "loyalty.keepGiftCard": async (world) => {
    const { token } = await person(world, "minh");
    return { token, input: { code: groupedCardCode(await putCard(world.shop, 500_000)) } };
  },
  "cart.removePromocode": withCart,
  "cart.coupons": withCart,
  "cart.chooseCodes": withCart,
  "cart.removeItem": async (world) => ({ input: await cartOf(world) }),
  "cart.removeItems": async (world) => {
    const { session_id, key } = await cartOf(world);
    return { input: { session_id, keys: [key] } };
  },
  "cart.removeReward": async (world) => {
    const { token, key } = await giftOf(world);
    return { token, input: { key } };
  },
  "cart.updateReward": async (world) => ({ token: (await giftOf(world)).token }),
  "orders.placeExchange": async (world) => ({ token: (await giftOf(world)).token }),
  "orders.exchangeOrder": async (world) => {
    const { token, she } = await giftOf(world);
    const { order_code } = await she.orders.placeExchange({ full_name: "Tạ Mai Lan", phone: "0590000011" });
    return { token, input: { id: order_code } };
  },
  "orders.byCode": guestOrder(),
  "orders.cancel": guestOrder(),
  "orders.buyAgain": guestOrder(),
  "orders.slip": guestOrder(),
  "orders.confirmReceived": guestOrder("delivered"),
  "orders.list": async (world) => {
    const { token, she } = await person(world, "lan");
    const { order_code } = await orderOf(she);
    await world.shop.sql
      .updateTable("orders.orders")
      .set({ status: "delivering" })
      .where("code", "=", order_code)
      .execute();
    return { token };
  },
  "orders.setShippingAddress": async (world) => {
    const { token, she } = await person(world, "lan");
    return { token, input: { order: (await orderOf(she)).order_code } };
  },
  "orders.useAddress": async (world) => {
    const { token, she } = await person(world, "lan");
    return { token, input: { order_code: (await orderOf(she)).order_code, address_id: await addressOf(she) } };
  },
  "payments.queryStatus": async (world) => {
    const { order_code, uid_payment } = await transfer(world);
    return { input: { order_code, uid_payment } };
  },
  "payments.vnpay": waiting,
  "payments.momo": waiting,
  "payments.zalopay": waiting,
  "payments.shopeepay": waiting,
  "payments.napas": waiting,
  "payments.alepay": waiting,
  "payments.virtual": waiting,
  "payments.cardSession": cardAt("begin"),
  "payments.cardChecked": cardAt("fields"),
  "payments.cardInitiated": cardAt("checked"),
  "payments.cardAuthenticated": cardAt("initiated"),
  "payments.cardPaid": cardAt("authenticated"),
  "payments.savedCards": async (world) => {
    const { token } = await savedCard(world);
    return token === undefined ? {} : { token };
  },
  "payments.removeSavedCard": savedCard,
  "payments.guide": async (world) => ({ input: { uid_payment: (await transfer(world)).uid_payment } }),
  "payments.start": async (world) => ({ input: { uid_payment: (await transfer(world)).uid_payment } }),
  "payments.due": async (world) => ({ input: { id: (await transfer(world)).uid_payment } }),
  "payments.indirect": async (world) => {
    const { order_code, uid_payment } = await transfer(world);
    return { input: { order_code, uid_payment } };
  },
  "payments.makePayLink": async (world) => ({
    token: await world.shop.staffToken("an"),
    input: { order_code: (await transfer(world)).order_code },
  }),
  "payments.qr": async (world) => ({ input: { uid_payment: (await transfer(world)).uid_payment } }),
  "payments.qrPng": async (world) => ({ input: { uid_payment: (await transfer(world)).uid_payment } }),
  "privacy.askDeletion": (world) => person(world, "quang"),
  ...staffSetups,
  ...orderDeskSetups,
  ...deskSetups,
  ...surveysSetups,
  ...promotionsSetups,
  ...partnersSetups,
  ...recruitmentSetups,
  ...moneyDeskSetups,
  ...contactSetups,
  ...warrantySetups,
  ...serviceSetups,
  ...reviewSetups,
  ...chatSetups,
  "customers.record": lanForStaff,
  "loyalty.customerPoints": lanForStaff,
  "loyalty.adjust": lanForStaff,
  "customers.reveal": lanForStaff,
};

/** What the example of a stock notice waits for. */
const SOLD_OUT = 1081;

export async function stock({ shop }: World): Promise<void> {
  await setStock(shop.sql, juicer, 500);
  await setStock(shop.sql, RICE_COOKER, 500);
  await setStock(shop.sql, SOLD_OUT, 0);
}
