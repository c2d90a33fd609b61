/**
 * Who may make which call, walked over the whole contract: without a token, with the store's token, with a dead one, as
 * two customers, a collaborator, an agent and staff of each role; and over one call for each permission of staff. And for every call that names a row of an account: to all others
 * it is exactly what a thing that never was would be. A call that stands in neither list below fails.
 * rules/security#authorisation
 */

import type { Call } from "contract/call.ts";
import { contract, type Shop } from "contract/contract.ts";
import { isWireFailure } from "contract/errors.ts";
import type { Permission } from "contract/staff/permissions.ts";
import { unchecked } from "contract/unchecked.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ownedChats } from "../chat/test-owned.ts";
import { buildApp } from "../http/app.ts";
import { juicer, orderForm, RICE_COOKER, setStock } from "../orders/test-orders.ts";
import { serviceOwned } from "../service/test-owned.ts";
import { shopHandlers } from "../shop.ts";
import { matrixOf } from "../staff/test-matrix.ts";
import { calls, exampleRequest } from "../testing/test-requests.ts";
import { type DemoAccountKey, type DemoStaffKey, type TestShop, testShop } from "../testing/test-shop.ts";
import { staffCalls } from "../testing/test-staff-calls.ts";
import { warrantyOwned } from "../warranty/test-owned.ts";
import { NO_CODE, type Owned, ownedRewards } from "./test-owned.ts";

let shop: TestShop;
let app: FastifyInstance;
beforeAll(async () => {
  shop = await testShop();
  app = await buildApp({ base: shop.base, handlers: new Map([...shopHandlers, ...staffCalls]) });
  await setStock(shop.sql, juicer, 500);
  await setStock(shop.sql, RICE_COOKER, 500);
});
afterAll(async () => {
  await app.close();
  await shop.close();
});

type Caller = {
  who: string;
  is_account: boolean;
  /** Of staff alone. */
  permissions?: readonly Permission[];
  bearer: () => Promise<string | null>;
};
const account = (key: DemoAccountKey): Caller => ({ who: key, is_account: true, bearer: () => shop.token(key) });
/** What the example of a call has done to the account before is undone with each session. */
const staffOf = (key: DemoStaffKey): Caller => ({
  who: `${key} of staff`,
  is_account: false,
  permissions: matrixOf(key),
  bearer: () => shop.staffToken(key),
});
const callers: Caller[] = [
  { who: "nobody", is_account: false, bearer: async () => null },
  { who: "the store's token", is_account: false, bearer: async () => shop.base.config.default_store_token },
  account("lan"),
  account("minh"),
  account("hoa"),
  account("cau-giay"),
  account("an"),
  ...(["an", "ngoc", "loc", "my", "quang", "chi", "quynh", "sen"] as const).map(staffOf),
];

/** What a caller is refused by; undefined where the call is theirs. */
function refusalOf({ is_account, permissions }: Caller, { who }: Call): string | undefined {
  if (who === "anyone") return undefined;
  if (who === "customer") return is_account ? undefined : "unauthenticated";
  if (!permissions) return "unauthenticated";
  return who.staff === "any" || permissions.includes(who.staff) ? undefined : "forbidden";
}

const all = [...calls, ...staffCalls.values()];

describe("every call is open to the callers it declares, and to no others", () => {
  for (const { name, call } of all) {
    test(name, async () => {
      for (const caller of callers) {
        const bearer = await caller.bearer();
        const answer = await app.inject(
          exampleRequest(call, bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
        );
        const { code } = (answer.json() ?? {}) as { code?: string };
        const refusal = refusalOf(caller, call);
        if (refusal) expect([caller.who, code]).toEqual([caller.who, refusal]);
        // createPassword without a session of its own is the one call whose answer depends on there being one.
        // And a staff session is none of the shop: where an open call looks for one, its bearer is a wrong one.
        else if (name !== "identity.createPassword" && !(caller.permissions && call.who === "anyone"))
          expect(["unauthenticated", "forbidden"], `${caller.who}: ${answer.body.slice(0, 200)}`).not.toContain(code);
        expect(answer.statusCode === 401, `${caller.who}: ${answer.body.slice(0, 200)}`).toBe(
          code === "unauthenticated",
        );
      }
    });
  }

  test("a token of yesterday is 401 wherever a session is looked for, never another account's rights", async () => {
    for (const { name, call } of all.filter(({ call }) => call.who !== "anyone")) {
      for (const dead of ["dead-token-of-yesterday", "b.1.9999999999.AAAA", `b.${"1".repeat(150)}`, "e30.e30.e30"]) {
        const answer = await app.inject(exampleRequest(call, { authorization: `Bearer ${dead}` }));
        expect([name, answer.statusCode]).toEqual([name, 401]);
      }
    }
  });

  test("while a password change is required only sign-out, the change and the own profile are allowed", async () => {
    const left = calls.filter(({ call }) => call.while_pending_password).map(({ name }) => name);
    for (const { name, call } of calls.filter(({ call }) => call.who === "customer")) {
      // Each time: the example of changing it changes it.
      await shop.sql
        .updateTable("identity.customers")
        .set({ must_change_password: true })
        .where("email", "=", "sato@mutosi.example")
        .execute();
      const answer = await app.inject(exampleRequest(call, { authorization: `Bearer ${await shop.token("sato")}` }));
      expect([name, answer.json().code === "password_pending"]).toEqual([name, !left.includes(name)]);
    }
    expect(left).toEqual([
      "identity.changePassword",
      "identity.logout",
      "identity.authUser",
      "identity.profile",
      "identity.updateIsLogged",
    ]);
  });
});

const place = { city_code: "01", ward_code: "00229", street: "18 phố Men Ngọc" };
const address = { full_name: "Tạ Mai Lan", phone: "0590000011", ...place };

async function orderOf(lan: Shop): Promise<string> {
  // To another phone, so that no account takes it for its own.
  const form = orderForm({ items: [{ product_id: RICE_COOKER, quantity: 1 }], phone: "0581239999" });
  return (await lan.orders.place({ ...form, note: crypto.randomUUID() })).order_code;
}
async function addressOf(lan: Shop): Promise<string> {
  const before = await lan.fulfilment.addresses({});
  for (const { id } of before.slice(15)) await lan.fulfilment.removeAddress({ id });
  const label = crypto.randomUUID().slice(0, 20);
  await lan.fulfilment.addAddress({ ...address, label });
  const made = (await lan.fulfilment.addresses({})).find((each) => each.label === label);
  return made?.id ?? expect.unreachable("the address was kept");
}
async function lineOf(lan: Shop): Promise<string> {
  const { items } = await lan.cart.addItem({ product_id: juicer, quantity: 1 });
  return items.find((each) => each.product_id === juicer)?.key ?? "";
}

const NO_ROW = 2_000_000_000;
const newWords = () => `Máy này có bền không ạ, ${crypto.randomUUID()}?`;
async function questionOf(lan: Shop): Promise<number> {
  return (await lan.reviews.write({ kind: "question", product_id: juicer, text: newWords() })).id;
}

/** Calls that name a row of an account. */
const owned: Record<string, Owned> = {
  "identity.customerInfo": {
    make: async (lan) => ({ id: (await lan.identity.profile({})).id }),
    missing: { id: NO_CODE },
  },
  "identity.updateIsLogged": {
    make: async (lan) => ({ id: (await lan.identity.profile({})).id }),
    missing: { id: NO_CODE },
  },
  "identity.signOutDevice": {
    make: async (lan) => {
      await shop.as("lan");
      return { id: (await lan.identity.devices({})).find((each) => !each.is_this)?.id };
    },
    missing: { id: "0".repeat(20) },
  },
  "identity.socialSync": {
    make: async () => ({ link_proof: "none" }),
    missing: { link_proof: "nothing" },
    owner_may: false,
  },
  "fulfilment.editAddress": {
    make: async (lan) => ({ ...address, id: await addressOf(lan) }),
    missing: { ...address, id: "none" },
  },
  "fulfilment.setDefaultAddress": { make: async (lan) => ({ id: await addressOf(lan) }), missing: { id: "none" } },
  "fulfilment.removeAddress": { make: async (lan) => ({ id: await addressOf(lan) }), missing: { id: "none" } },
  "notifications.watch": {
    make: async (lan) => {
      await orderOf(lan);
      return { id: (await lan.notifications.list({})).data[0]?.id };
    },
    missing: { id: "00000000-0000-4000-8000-000000000000" },
  },
  "reviews.edit": {
    make: async (lan) => ({ id: await questionOf(lan), text: newWords() }),
    missing: { id: NO_ROW, text: newWords() },
  },
  "reviews.remove": { make: async (lan) => ({ id: await questionOf(lan) }), missing: { id: NO_ROW } },
  "reviews.object": {
    make: async (lan) => {
      const id = await questionOf(lan);
      const hidden = { state: "hidden", hide_reason: "off_topic", hidden_by: "system" };
      await shop.sql.updateTable("reviews.comments").set(hidden).where("id", "=", id).execute();
      return { id, text: "Tôi hỏi đúng về sản phẩm." };
    },
    missing: { id: NO_ROW, text: "Tôi hỏi đúng về sản phẩm." },
  },
  ...warrantyOwned(() => shop),
  ...serviceOwned(() => shop),
  "cart.updateItem": {
    make: async (lan) => {
      await lineOf(lan);
      return { product_id: juicer, quantity: 2 };
    },
    missing: { product_id: 999_999, quantity: 2 },
  },
  "cart.removeItem": { make: async (lan) => ({ key: await lineOf(lan) }), missing: { key: "aaaaaaaa" } },
  "cart.removeItems": { make: async (lan) => ({ keys: [await lineOf(lan)] }), missing: { keys: ["aaaaaaaa"] } },
  "cart.removeGiftCard": {
    make: async (lan) => {
      const { gift_cards } = await lan.cart.get({});
      const added = async () => (await lan.cart.addGiftCard({ code: "DALP-HA96-X7BL-D96J" })).gift_cards[0];
      return { key: (gift_cards[0] ?? (await added()))?.key ?? "" };
    },
    missing: { key: "aaaaaaaa" },
  },
  "cart.removeDetail": {
    make: async (lan) => {
      await lineOf(lan);
      return { id: juicer };
    },
    missing: { id: 999_999 },
  },
  "cart.setShippingAddress": {
    make: async (lan) => ({ address_id: await addressOf(lan) }),
    missing: { address_id: "none" },
  },
  "orders.place": {
    make: async (lan) => {
      await lineOf(lan);
      return { ...orderForm(), cart_id: (await lan.cart.get({})).cart_id };
    },
    missing: { ...orderForm(), cart_id: "A".repeat(22) },
  },
  ...ownedRewards,
  "cart.updateExchangeInfo": {
    make: async (lan) => ({ address_id: await addressOf(lan) }),
    missing: { address_id: "none" },
  },
  ...ownedChats,
  "orders.byCode": { make: async (lan) => ({ id: await orderOf(lan) }), missing: { id: NO_CODE } },
  "orders.cancel": {
    make: async (lan) => ({ id: await orderOf(lan), reason: "changed_mind" }),
    missing: { id: NO_CODE, reason: "changed_mind" },
  },
  "orders.confirmReceived": {
    make: async (lan) => {
      const id = await orderOf(lan);
      await shop.sql
        .updateTable("orders.orders")
        .set({ status: "delivered", delivered_at: shop.now })
        .where("code", "=", id)
        .execute();
      return { id };
    },
    missing: { id: NO_CODE },
  },
  "orders.buyAgain": { make: async (lan) => ({ id: await orderOf(lan) }), missing: { id: NO_CODE } },
  "orders.setShippingAddress": {
    make: async (lan) => ({ order: await orderOf(lan), ...place }),
    missing: { order: NO_CODE, ...place },
  },
  "orders.useAddress": {
    make: async (lan) => ({ order_code: await orderOf(lan), address_id: await addressOf(lan) }),
    missing: { order_code: NO_CODE, address_id: "none" },
  },
  // A holder of uid_payment may ask; the order's code alone grants nothing, not to its owner either.
  "payments.queryStatus": {
    make: async (lan) => ({ order_code: await orderOf(lan), uid_payment: "0".repeat(22) }),
    missing: { order_code: NO_CODE, uid_payment: "0".repeat(22) },
    owner_may: false,
  },
  "payments.indirect": { make: async (lan) => ({ order_code: await orderOf(lan) }), missing: { order_code: NO_CODE } },
  "payments.virtual": { make: async (lan) => ({ order_code: await orderOf(lan) }), missing: { order_code: NO_CODE } },
  "payments.cardAuthenticated": {
    make: async (lan) => ({ ...contract.payments.cardAuthenticated.example.input, order_code: await orderOf(lan) }),
    missing: { ...contract.payments.cardAuthenticated.example.input, order_code: NO_CODE },
    owner_may: false,
  },
  // Their provider is not set up here: the owner is told so.
  ...Object.fromEntries(
    [
      ...[
        "payments.vnpay",
        "payments.momo",
        "payments.zalopay",
        "payments.shopeepay",
        "payments.napas",
        "payments.alepay",
      ],
      ...["payments.cardSession", "payments.cardChecked", "payments.cardInitiated", "payments.cardPaid"],
    ].map((name) => [
      name,
      {
        make: async (lan: Shop) => ({ order_code: await orderOf(lan) }),
        missing: { order_code: NO_CODE },
        owner_may: false,
      },
    ]),
  ),
};

/** Calls that name no row of an account: the caller's own whole, what all may see, or what only its holder can know. */
const nobodys = new Set(
  `identity: captcha sendCode login apiLogin loginSms registerSend registerCheckOtp register forgotPassword createPassword
    googleStart ownerCode googleLinkStart googleLink socialLogin userGroups userGroup userByPhone existsByPhone confirmPhone checkReferenceCode session changePassword checkPassword
    socialUnlink logout logoutPage authUser profile updateProfile updatePhone updatePhoneOtp verifyEmailSend verifyEmail
    switchRole devices signOutOthers signOutAll removeAvatar
  catalogue: products filter searchProperties searchableProperties facetOptions suggest productBySlug product compare related cards
    bestsellers topSale saleOff homeRows categoryTree categories category addressPages addresses toggleFavourite favourites
    favouriteSlugs viewed noteViewed forgetViewed askStockNotice stockNotices forgetStockNotice
  loyalty: ranks points history rewards desk file customerPoints adjust liability gifts saveGift cardProduct giftCardBalance giftCards keepGiftCard
  promotions: programmes programme flashSale desk file record make copy save drop publish stop resume extend makeBatch fetchBatch
  reviews: productComments hashtags starRate comment like own form write reply report removePicture desk file record publish hide
    decideObjection answer removeAnswer
  service: options slots request own prove removePicture visit visitCode visitProof visitMove visitParts visitQuote desk file record picture
    moveTicket assign quote parts cover technicians saveTechnician plan
  warranty: check activate own card sendCode prove lookUp lookUpConfirm confirmation sendConfirmCode confirm notMe transfer
    withdrawTransfer desk file record invoice void restore decideInvoice decideTransfer orderSerials saveOrderSerials importSerials
  fulfilment: productQuote provinces districts wards convertAddress seller addresses accountAddresses addAddress
  stores: list nearest receivers distributor
  content: chrome siteMenu homeMenus blogCategoriesSetting closure setting settingBySlug postCategories postCategoryBySlug
    postCategory posts newsTabs post postAddresses faq policies policy
  chat: hours start leave own inbox record take answer note pass done staffTyping staffSeen presence replies saveReply mailTranscript
  contact: send status reply desk file record assign answer extend escalate prioritise close
  partners: ownForm rentGrounds rentGroundsFile rentGround rentGroundPicture moveRentGround noteRentGround
  surveys: poll answer ofOrder stopInvitations staffPolls staffPoll savePoll openPoll closePoll results resultsFile
  pages: list fixed find ended book preview tag staffList staffPage remove saveDraft makePreview publish unpublish end versions restore
  recruitment: vacancies vacancy ownForm status withdraw applications applicationsFile application cv
    moveApplication noteApplication staffVacancies createVacancy saveVacancy openVacancy closeVacancy
  notifications: list watchAll settings saveSettings subscribe unsubscribe
  cart: get addItem updateInfo quotes checkout setShippingMethod setPaymentMethod addCoupon addPromocode addGiftCard removeCoupon removeDeliveryCoupon removeVoucher
    removePromocode coupons chooseCodes exchange addReward tryCart
  payments: marks methods banks guide start returned due makePayLink cardForm savedCards removeSavedCard refunds refundsFile refund
     sendRefund     oweRefund keepRefund countRefund dropRefund reopenOrder credits creditsFile credit matchCredit returnCredit flagged flaggedFile
  orders: placeCards cancelReasons list exchangeOrders statusSummary desk file record approve cancelByStaff recordRefund
  customers: desk file record reveal
  desks: views saveView changeView removeView saveLayout startBulk bulks bulk retryBulk stopBulk makeFile files fileInfo filePart
  privacy: overview saveConsent askExport askDeletion takeBackDeletion
  staff: signIn secondFactor recoveryCode passkeyStart passkeySignIn forgotPassword resetPassword invitation acceptInvitation
    factorReset confirmFactorReset session stay signOut setOwn factors stepUp stepUpPasskeyStart stepUpPasskey
    changeOwnPassword newTotp setTotp newRecoveryCodes addPasskeyStart addPasskey removePasskey devices signOutDevice
    signOutOthers accounts account invite inviteAgain withdrawInvitation changeAccount lock unlock leaving leave resetFactor
    endSessions roles saveRole makeRole removeRole keys makeKey endKey audit recordHistory revealAudit approvals approval approve refuse withdraw
    confirmAlone stopAlone commentApproval home
  platform: settings setting saveSetting jobs runJobs dropJobs maintenance setMaintenance`
    .split(/\n\s+(?=\w+:)/)
    .flatMap((line) => {
      const [domain = "", ...keys] = line.split(/[:\s]+/);
      return keys.map((key) => `${domain}.${key}`);
    }),
);

type Outcome = { status: number; code?: string; message?: string; answer?: unknown };
async function outcome(someone: Shop, name: string, input: object): Promise<Outcome> {
  const [domain = "", key = ""] = name.split(".");
  const call = unchecked<Record<string, Record<string, (input: object) => Promise<unknown>>>>(someone)[domain]?.[key];
  if (!call) throw new Error(`${name} is no call`);
  try {
    return { status: 200, answer: await call(input) };
  } catch (error) {
    if (!isWireFailure(error)) throw error;
    return { status: error.status, code: error.body.code, message: error.body.message };
  }
}

describe("rows of another account are answered like rows that do not exist", () => {
  test("every call of the contract stands in one of the two lists", () => {
    const listed = [...Object.keys(owned), ...nobodys].sort();
    expect(listed).toEqual(calls.map(({ name }) => name).sort());
  });

  for (const [name, { make, missing, owner_may = true }] of Object.entries(owned)) {
    test(name, async () => {
      const lan = await shop.as("lan");
      const input = await make(lan);
      const others: [string, () => Promise<Shop>][] = [
        ["a visitor", async () => shop.visitor()],
        ["minh", () => shop.as("minh")],
        ["hoa", () => shop.as("hoa")],
        ["cau-giay", () => shop.as("cau-giay")],
        ["an", () => shop.as("an")],
      ];
      for (const [who, come] of others) {
        const never = await outcome(await come(), name, missing);
        const theirs = await outcome(await come(), name, input);
        expect([who, theirs]).toEqual([who, never]);
      }
      // Nothing was changed by all that: the owner still can.
      if (owner_may) expect(await outcome(lan, name, input)).toMatchObject({ status: 200 });
    });
  }
});
