/** Inviting, accepting, a lost factor, the first owner: by links, whole or not at all. rules/staff#invitations */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refusal, refusalCode } from "../testing/test-refusal.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { inviteOwner } from "./invitations.ts";
import { totpNow } from "./second-factor.ts";
import { emailsTo, linkTo, signInFully, staffEmail, staffPassword } from "./test-staff.ts";

const HOUR = 3_600_000;
const nowhere = { warehouses: null, collaborators: null };
const password = "MatKhauMoi99@";
let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

let people = 0;
async function invited(
  change: { roles?: string[]; places?: typeof nowhere | { warehouses: string[]; collaborators: null } } = {},
) {
  people += 1;
  const email = `moi-${people}@mutosi.example`;
  const an = await shop.staff("an");
  const account = await an.staff.invite({
    ...{ email, full_name: "Kiều Gia Hân", roles: ["order_desk"], places: nowhere, language: "vi" },
    ...change,
  });
  return { an, account, email, token: await linkTo(shop, email, "loi-moi") };
}

async function accept(token: string, change: object = {}) {
  const { totp } = await shop.visitor().staff.invitation({ token });
  const code = await totpNow(totp.secret, shop.now);
  const form = { token, full_name: "Kiều Gia Hân", password, password_confirmation: password, setup: totp.setup, code };
  return shop.visitor().staff.acceptInvitation({ ...form, ...change });
}

const stateOf = async (id: number) =>
  shop.sql
    .selectFrom("staff.accounts")
    .select(["state", "password_hash", "totp_secret"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

describe("an invitation", () => {
  test("is made however often: also once its statement has a generic plan", async () => {
    const one = await testShop({ max: 1 });
    const an = await one.staff("an");
    for (let n = 1; n <= 12; n += 1) {
      const who = { email: `thu-${n}@mutosi.example`, full_name: "Ai Đó", language: "vi" as const };
      const places = { warehouses: null, collaborators: null };
      expect(await an.staff.invite({ ...who, roles: ["order_desk"], places })).toMatchObject({ state: "invited" });
    }
    await one.close();
  });

  test("goes to the invited e-mail alone, says who asks for what, and is accepted with all three at once", async () => {
    const { token, account, email } = await invited({
      roles: ["warehouse"],
      places: { warehouses: ["HN"], collaborators: null },
    });
    const seen = await shop.visitor().staff.invitation({ token });
    expect(seen).toMatchObject({ email, invited_by: "Mai Bình An", places: { warehouses: ["HN"] } });
    expect(seen.totp.uri).toContain("otpauth://totp/");
    const entered = await accept(token);
    expect(entered.recovery_codes).toHaveLength(10);
    const session = await shop.visitor({ token: entered.token }).staff.session({});
    expect(session).toMatchObject({ account: { id: account.id, email }, roles: [{ code: "warehouse" }] });
    expect(session.permissions.map(({ name }) => name)).toContain("stock:receive");
  });

  test("opened twice, after 72 hours, taken back or replaced, it is over", async () => {
    const used = await invited();
    await accept(used.token);
    expect(await refusal(accept(used.token))).toMatchObject({ status: 410, body: { code: "link_over" } });
    const late = await invited();
    shop.advanceClock(72 * HOUR + 1000);
    expect(await refusalCode(accept(late.token))).toBe("link_over");
    const an = await shop.staff("an");
    await an.staff.inviteAgain({ id: late.account.id });
    expect(await refusalCode(accept(late.token))).toBe("link_over");
    await accept(await linkTo(shop, late.email, "loi-moi"));
    const gone = await invited();
    await gone.an.staff.withdrawInvitation({ id: gone.account.id });
    expect(await refusalCode(accept(gone.token))).toBe("link_over");
    expect(await refusalCode(gone.an.staff.account({ id: gone.account.id }))).toBe("not_found");
  });

  test("accepted by many at once makes one account active once", async () => {
    const { token, account } = await invited();
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => accept(token)));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from staff.sessions where account_id = ${account.id}`.execute(shop.sql);
    expect(rows[0]?.count).toBe(1);
  });

  test.each<[what: string, change: object, code: string]>([
    ["a wrong code", { code: "000000" }, "second_factor_wrong"],
    ["another's setup", { setup: "c2V0dXA" }, "setup_over"],
    ["a weak password", { password: "kurz", password_confirmation: "kurz" }, "invalid"],
    ["a common password", { password: "Password123!", password_confirmation: "Password123!" }, "password_common"],
    ["a role beside it", { role: "owner" }, "invalid"],
  ])("with %s nothing is done, and the link still works", async (_what, change, code) => {
    const { token, account } = await invited();
    expect(await refusalCode(accept(token, change))).toBe(code);
    expect(await stateOf(account.id)).toEqual({ state: "invited", password_hash: null, totp_secret: null });
    await accept(token);
    expect((await stateOf(account.id)).state).toBe("active");
  });

  test("needs a second person for deciding and managing, a place for a role with one, and an e-mail nobody has", async () => {
    const an = await shop.staff("an");
    const form = { email: "ai@mutosi.example", full_name: "Ai Đó", places: nowhere, language: "vi" as const };
    for (const role of ["owner", "accountant"])
      expect(await refusal(an.staff.invite({ ...form, email: `${role}@mutosi.example`, roles: [role] }))).toMatchObject(
        {
          status: 202,
          body: { code: "approval_asked" },
        },
      );
    expect(await refusalCode(an.staff.invite({ ...form, roles: ["warehouse"] }))).toBe("place_required");
    const wrong = { ...form, roles: ["warehouse"], places: { warehouses: ["XX"], collaborators: null } };
    expect((await refusal(an.staff.invite(wrong))).body.errors).toHaveProperty("places.warehouses");
    expect((await refusal(an.staff.invite({ ...form, roles: ["nothing"] }))).body.errors).toHaveProperty("roles");
    const known = an.staff.invite({ ...form, email: "NGOC@mutosi.example", roles: ["care"] });
    expect(await refusalCode(known)).toBe("email_registered");
    const { rows } = await sql`select 1 from staff.accounts where email = ${form.email}`.execute(shop.sql);
    expect(rows).toEqual([]);
    const all = { ...form, roles: ["warehouse"], places: { warehouses: "all" as const, collaborators: null } };
    expect((await an.staff.invite(all)).places.warehouses).toBe("all");
  });

  test("is refused where no e-mail leaves, and then nobody was added", async () => {
    const real = await testShop({ config: { dev_simulators: false, smtp_url: undefined } });
    const an = await real.staff("an");
    const form = { email: "ai@mutosi.example", full_name: "Ai Đó", roles: ["care"], places: nowhere };
    expect(await refusal(an.staff.invite({ ...form, language: "vi" }))).toMatchObject({
      status: 503,
      body: { code: "mail_unavailable" },
    });
    expect(await refusalCode(real.visitor().staff.forgotPassword({ email: staffEmail("an") }))).toBe(
      "mail_unavailable",
    );
    await real.close();
  });
});

describe("a lost second factor", () => {
  test("is reset by the person alone, from the e-mail that stood there 72 hours ago; the others are told", async () => {
    const { token } = await signInFully(shop, "my");
    const an = await shop.staff("an");
    const id = await shop.staffId("my");
    await sql`update staff.accounts set email = 'moi-cua-my@mutosi.example' where id = ${id}`.execute(shop.sql);
    const account = await an.staff.resetFactor({ id, reason: "Mất điện thoại" });
    expect(account.factor_reset_until).not.toBeNull();
    expect(await emailsTo(shop, "moi-cua-my@mutosi.example")).toEqual([]);
    const link = await linkTo(shop, staffEmail("my"), "dat-lai-buoc-hai");
    expect((await emailsTo(shop, staffEmail("suong")))[0]?.title).toContain("Đinh Hà My");
    expect(await shop.visitor({ token }).staff.session({})).toHaveProperty("account"); // nothing has changed yet
    const { totp } = await shop.visitor().staff.factorReset({ token: link });
    const confirm = async (typed: string) =>
      shop.visitor().staff.confirmFactorReset({
        ...{ token: link, password: typed, setup: totp.setup },
        code: await totpNow(totp.secret, shop.now),
      });
    expect(await refusalCode(confirm("Sai@12345678"))).toBe("wrong_password");
    const entered = await confirm(staffPassword(shop));
    expect(entered.recovery_codes).toHaveLength(10);
    expect((await refusal(shop.visitor({ token }).staff.session({}))).status).toBe(401);
    expect(await refusalCode(confirm(staffPassword(shop)))).toBe("link_over");
    await sql`update staff.accounts set email_changed_at = now() - interval '73 hours' where id = ${id}`.execute(
      shop.sql,
    );
    await (await shop.staff("an")).staff.resetFactor({ id, reason: "Lần nữa" });
    expect(await linkTo(shop, "moi-cua-my@mutosi.example", "dat-lai-buoc-hai")).toMatch(/^[\w-]{32}$/);
  });

  test("is not for oneself, and not for who is locked", async () => {
    const an = await shop.staff("an");
    const own = an.staff.resetFactor({ id: await shop.staffId("an"), reason: "x" });
    expect(await refusalCode(own)).toBe("own_account");
    const locked = an.staff.resetFactor({ id: await shop.staffId("vinh"), reason: "x" });
    expect(await refusalCode(locked)).toBe("conflict");
  });
});

describe("the command on the machine", () => {
  test("lets an owner who is locked out back in by its link: sessions end, all who manage staff are told", async () => {
    const token = await shop.staffToken("suong");
    const { link } = await inviteOwner(shop.ctx(), { email: staffEmail("suong"), full_name: "Vương Tố Sương" });
    expect((await refusal(shop.visitor({ token }).staff.session({}))).status).toBe(401);
    expect((await emailsTo(shop, staffEmail("an")))[0]?.title).toContain("Vương Tố Sương");
    // The old steps go on until the new ones are set, or the shop might have no owner.
    await signInFully(shop, "suong");
    const entered = await accept(link.split("/").at(-1) ?? "", { full_name: "Vương Tố Sương" });
    const session = await shop.visitor({ token: entered.token }).staff.session({});
    expect(session.permissions).toHaveLength(66);
  });

  test("makes the first owner of a shop that has none, who may then do everything", async () => {
    const { link, full_name } = await inviteOwner(shop.ctx(), { email: "Chu@shop.example", full_name: "Chủ Mới" });
    expect(full_name).toBe("Chủ Mới");
    const entered = await accept(link.split("/").at(-1) ?? "", { full_name: "Chủ Mới" });
    const owner = shop.visitor({ token: entered.token });
    expect((await owner.staff.session({})).account.email).toBe("chu@shop.example");
    const { history } = await owner.staff.account({ id: (await owner.staff.session({})).account.id });
    expect(history.map(({ event }) => event)).toEqual(["joined", "owner_by_command"]);
  });
});
