/** What has to be true before the examples of calls for staff can be sent. As server/api/test-examples.ts. */
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Setup } from "../api/test-examples.ts";
import { actingSql } from "../database/acting.ts";
import { refusal } from "../testing/test-refusal.ts";
import type { DemoStaffKey, TestShop } from "../testing/test-shop.ts";
import { totpNow } from "./second-factor.ts";
import { testAuthenticator } from "./test-authenticator.ts";
import { linkTo, staffEmail, staffPassword, totpOf } from "./test-staff.ts";

const password = { password: "MatKhauMoi99@", password_confirmation: "MatKhauMoi99@" };
const signedIn = async (shop: TestShop, key: DemoStaffKey = "an") => {
  const token = await shop.staffToken(key);
  return { token, she: shop.visitor({ token }) };
};
const firstStep = (shop: TestShop, key: DemoStaffKey) =>
  shop.visitor().staff.signIn({ email: staffEmail(key), password: staffPassword(shop) });
/** The account of a key, at its present version. */
async function accountOf(shop: TestShop, key: DemoStaffKey) {
  const { she, token } = await signedIn(shop);
  const id = await shop.staffId(key);
  return { token, input: { id, version: (await she.staff.account({ id })).version } };
}
async function invitedTo(shop: TestShop) {
  const { she, token } = await signedIn(shop);
  const email = `moi-${randomBytes(4).toString("hex")}@mutosi.example`;
  const places = { warehouses: null, collaborators: null };
  const who = { email, full_name: "Kiều Gia Hân", roles: ["order_desk"], places, language: "vi" as const };
  const { id } = await she.staff.invite(who);
  return { token, id, link: await linkTo(shop, email, "loi-moi") };
}
async function factorLink(shop: TestShop, key: DemoStaffKey): Promise<string> {
  const { she } = await signedIn(shop);
  await she.staff.resetFactor({ id: await shop.staffId(key), reason: "Mất điện thoại" });
  return linkTo(shop, staffEmail(key), "dat-lai-buoc-hai");
}
/** An account with a passkey of this device. */
async function withPasskey(shop: TestShop, key: DemoStaffKey) {
  const device = testAuthenticator(shop.base.config.public_url);
  const { she, token } = await signedIn(shop, key);
  const { options } = await she.staff.addPasskeyStart({});
  const { id } = await she.staff.addPasskey({ name: "Máy ở bàn", answer: device.add(options) });
  return { device, she, token, id };
}
async function failedJob(shop: TestShop): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id::text as id from graphile_worker.add_job('sweep', '{}', max_attempts => 3)`.execute(shop.sql);
  const id = rows[0]?.id ?? "";
  await sql`update graphile_worker._private_jobs set attempts = 3, last_error = 'timeout' where id = ${id}`.execute(
    shop.sql,
  );
  return id;
}
/** A change of a customer's name by staff, as the audit log has it. */
async function renamedCustomer(shop: TestShop): Promise<number> {
  const actor = `staff:${await shop.staffId("an")}` as const;
  const own = actingSql(shop.sql, { actor, call: "customers.rename", request_id: "test", reason: "khách báo" });
  await sql`update identity.customers set full_name = full_name || ' ' where email = 'john@mutosi.example'`.execute(
    own,
  );
  const { rows } = await sql<{ id: number }>`select max(id) as id from audit.entries`.execute(shop.sql);
  return rows[0]?.id ?? 0;
}

/** What An asks, as the one who is to decide it, or An, may see it. */
async function request(shop: TestShop, reader: DemoStaffKey = "suong") {
  const an = await shop.staff("an");
  const email = `chu-${randomBytes(4).toString("hex")}@mutosi.example`;
  const places = { warehouses: null, collaborators: null };
  const who = { email, full_name: "Kiều Gia Hân", roles: ["owner"], places, language: "vi" as const };
  const { body } = await refusal(an.staff.invite({ ...who, reason: "Thêm chủ shop" }));
  return seenBy(shop, reader, body.approval_id ?? "");
}
/** One that widens both owners: nobody but An decides it. */
async function requestAlone(shop: TestShop) {
  await sql`update staff.approvals set state = 'withdrawn', decided_at = now() where state = 'asked' and subject = 'role:owner'`.execute(
    shop.sql,
  );
  const an = await shop.staff("an");
  const role = (await an.staff.roles({})).roles.find(({ code }) => code === "owner");
  const permissions = (role?.permissions ?? []).map((each) => ({ ...each, mode: "full" as const }));
  const { body } = await refusal(an.staff.saveRole({ code: "owner", version: role?.version ?? 0, permissions }));
  return seenBy(shop, "an", body.approval_id ?? "");
}
async function seenBy(shop: TestShop, reader: DemoStaffKey, id: string) {
  const { she, token } = await signedIn(shop, reader);
  const { digest } = await she.staff.approval({ id });
  return { token, she, id, digest };
}

export const staffSetups: Readonly<Record<string, Setup>> = {
  "staff.signIn": async ({ shop }) => ({ input: { password: staffPassword(shop) } }),
  "staff.secondFactor": async ({ shop }) => ({
    input: { proof: (await firstStep(shop, "ngoc")).proof, code: await totpOf(shop, await shop.staffId("ngoc")) },
  }),
  "staff.recoveryCode": async ({ shop }) => {
    const { she } = await signedIn(shop, "sen");
    const { recovery_codes } = await she.staff.newRecoveryCodes({});
    return { input: { proof: (await firstStep(shop, "sen")).proof, recovery_code: recovery_codes[0] } };
  },
  "staff.passkeySignIn": async ({ shop }) => {
    const { device } = await withPasskey(shop, "suong");
    const { options } = await shop.visitor().staff.passkeyStart({});
    return { input: { answer: device.answer(options) } };
  },
  "staff.resetPassword": async ({ shop }) => {
    await shop.visitor().staff.forgotPassword({ email: staffEmail("loi") });
    return { input: { token: await linkTo(shop, staffEmail("loi"), "dat-mat-khau") } };
  },
  "staff.invitation": async ({ shop }) => ({ input: { token: (await invitedTo(shop)).link } }),
  "staff.acceptInvitation": async ({ shop }) => {
    const { link } = await invitedTo(shop);
    const { totp } = await shop.visitor().staff.invitation({ token: link });
    return { input: { token: link, setup: totp.setup, code: await totpNow(totp.secret, shop.now), ...password } };
  },
  "staff.factorReset": async ({ shop }) => ({ input: { token: await factorLink(shop, "toan") } }),
  "staff.confirmFactorReset": async ({ shop }) => {
    const token = await factorLink(shop, "toan");
    const { totp } = await shop.visitor().staff.factorReset({ token });
    const code = await totpNow(totp.secret, shop.now);
    return { input: { token, setup: totp.setup, code, password: staffPassword(shop) } };
  },
  "staff.stepUp": async ({ shop }) => ({
    token: await shop.staffToken("chi"),
    input: { code: await totpOf(shop, await shop.staffId("chi")) },
  }),
  "staff.stepUpPasskey": async ({ shop }) => {
    const { device, she, token } = await withPasskey(shop, "suong");
    const { options } = await she.staff.stepUpPasskeyStart({});
    return { token, input: { answer: device.answer(options) } };
  },
  "staff.changeOwnPassword": async ({ shop }) => ({
    token: await shop.staffToken("thu"),
    input: { current_password: staffPassword(shop) },
  }),
  "staff.setTotp": async ({ shop }) => {
    const { token, she } = await signedIn(shop, "quang");
    const { secret, setup } = await she.staff.newTotp({});
    return { token, input: { setup, code: await totpNow(secret, shop.now) } };
  },
  "staff.addPasskey": async ({ shop }) => {
    const { token, she } = await signedIn(shop, "quynh");
    const { options } = await she.staff.addPasskeyStart({});
    return { token, input: { answer: testAuthenticator(shop.base.config.public_url).add(options) } };
  },
  "staff.removePasskey": async ({ shop }) => {
    const { token, id } = await withPasskey(shop, "suong");
    return { token, input: { id } };
  },
  "staff.signOutDevice": async ({ shop }) => {
    await shop.staffToken("my");
    const { token, she } = await signedIn(shop, "my");
    return { token, input: { id: (await she.staff.devices({})).find((each) => !each.is_this)?.id } };
  },
  "staff.inviteAgain": async ({ shop }) => {
    const { id, token } = await invitedTo(shop);
    return { token, input: { id } };
  },
  "staff.withdrawInvitation": async ({ shop }) => {
    const { id, token } = await invitedTo(shop);
    return { token, input: { id } };
  },
  "staff.changeAccount": ({ shop }) => accountOf(shop, "ngoc"),
  "staff.lock": ({ shop }) => accountOf(shop, "my"),
  "staff.unlock": ({ shop }) => accountOf(shop, "vinh"),
  "staff.leave": ({ shop }) => accountOf(shop, "loc"),
  "staff.resetFactor": async ({ shop }) => ({
    token: await shop.staffToken("an"),
    input: { id: await shop.staffId("sen") },
  }),
  "staff.saveRole": async ({ shop }) => {
    const { she, token } = await signedIn(shop);
    const names = { vi: "Biên tập", en: "Editors" };
    const { version } = await she.staff.makeRole({ code: "editors", names, scope: null, permissions: [] });
    return { token, input: { version } };
  },
  "staff.approvals": async ({ shop }) => ({ token: (await request(shop)).token }),
  "staff.approval": async ({ shop }) => {
    const { token, id, she } = await request(shop);
    await she.staff.commentApproval({ id, text: "Đến khi nào?" });
    return { token, input: { id } };
  },
  "staff.approve": async ({ shop }) => {
    const { token, id, digest } = await request(shop);
    return { token, input: { id, digest } };
  },
  "staff.refuse": async ({ shop }) => {
    const { token, id } = await request(shop);
    return { token, input: { id } };
  },
  "staff.withdraw": async ({ shop }) => {
    const { token, id } = await request(shop, "an");
    return { token, input: { id } };
  },
  "staff.confirmAlone": async ({ shop }) => {
    const { token, id, digest } = await requestAlone(shop);
    return { token, input: { id, digest } };
  },
  "staff.stopAlone": async ({ shop }) => {
    const { id, digest, she } = await requestAlone(shop);
    await she.staff.confirmAlone({ id, digest, reason: "Chỉ còn tôi" });
    return { token: await shop.staffToken("chi"), input: { id } };
  },
  "staff.commentApproval": async ({ shop }) => {
    const { token, id } = await request(shop);
    return { token, input: { id } };
  },
  "staff.audit": async ({ shop }) => {
    await renamedCustomer(shop);
    return {};
  },
  "staff.revealAudit": async ({ shop }) => ({ input: { id: await renamedCustomer(shop) } }),
  "staff.endKey": async ({ shop }) => {
    const { she, token } = await signedIn(shop);
    const wanted = { name: "Máy quét", scopes: ["catalogue:read" as const], warehouses: null, days: 30 };
    return { token, input: { id: (await she.staff.makeKey(wanted)).key.id } };
  },
  "platform.saveSetting": async ({ shop }) => {
    const { she, token } = await signedIn(shop);
    return { token, input: { version: (await she.platform.setting({ key: "unproven_orders" })).version } };
  },
  "platform.jobs": async ({ shop }) => {
    await failedJob(shop);
    return {};
  },
  "platform.runJobs": async ({ shop }) => ({ input: { ids: [await failedJob(shop)] } }),
  "platform.dropJobs": async ({ shop }) => ({ input: { ids: [await failedJob(shop)] } }),
};
