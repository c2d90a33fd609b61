/**
 * Four eyes: what one person may not do alone, asked, decided and run by exact figures, once; and one person alone.
 * rules/staff#four-eyes
 */
import type { Shop } from "contract/contract.ts";
import { isWireFailure } from "contract/errors.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { settings } from "../../settings.ts";
import { refusal, refusalCode } from "../../testing/test-refusal.ts";
import { type DemoStaffKey, type TestShop, testShop } from "../../testing/test-shop.ts";
import { emailsTo, staffEmail } from "../test-staff.ts";
import { runApprovals } from "./decide.ts";

const HOUR_MS = 3_600_000;
let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ max: 20, timeout_factor: 4 });
});
afterAll(() => shop.close());
beforeEach(async () => {
  await sql`update staff.approvals set state = 'withdrawn', decided_at = now() where state in ('asked', 'approved')`.execute(
    shop.sql,
  );
  await sql`update staff.accounts set state = 'active' where state = 'locked' and email <> 'vinh@mutosi.example'`.execute(
    shop.sql,
  );
  await sql`delete from staff.lost_rights`.execute(shop.sql);
});

/** The request a call was made into. */
async function askedBy(act: Promise<unknown>): Promise<string> {
  const { status, body } = await refusal(act);
  expect([status, body.code]).toEqual([202, "approval_asked"]);
  return body.approval_id ?? "";
}
const decided = async (who: Shop, id: string) => {
  const { digest } = await who.staff.approval({ id });
  return who.staff.approve({ id, digest });
};
/** An asks that Chi, of marketing, has one role more. */
async function widerChi(roles = ["marketing", "content"], asker: DemoStaffKey = "an") {
  const an = await shop.staff(asker);
  const chi = await shop.staffId("chi");
  const { version } = await an.staff.account({ id: chi });
  const change = {
    id: chi,
    version,
    roles,
    places: { warehouses: null, collaborators: null },
    reason: "Quang nghỉ phép",
  };
  return { an, chi, change, ask: () => an.staff.changeAccount(change) };
}
const rolesOf = async (who: Shop, id: number) => (await who.staff.account({ id })).roles.map(({ code }) => code);
async function narrowChi() {
  const an = await shop.staff("an");
  const chi = await shop.staffId("chi");
  const { version } = await an.staff.account({ id: chi });
  await an.staff.changeAccount({ id: chi, version, roles: ["marketing"] });
}

describe("a request", () => {
  test("is made of the same call, which changes nothing; approved, it runs once, as the asker's, and both stand in the log", async () => {
    const { an, chi, ask } = await widerChi();
    const id = await askedBy(ask());
    expect(await rolesOf(an, chi)).toEqual(["marketing"]);
    expect(await askedBy(ask())).toBe(id);
    const suong = await shop.staff("suong");
    const seen = await suong.staff.approval({ id });
    expect(seen).toMatchObject({
      ...{ kind: "rights", state: "asked", subject: `staff:${chi}`, label: "Vũ Khánh Chi", reason: "Quang nghỉ phép" },
      asked_by: { name: "Mai Bình An" },
      can: ["decide", "comment"],
    });
    expect(seen.figures.find(({ name }) => name === "roles")).toEqual({
      name: "roles",
      before: "marketing",
      after: "content, marketing",
    });
    expect((await suong.staff.home({})).todos.find(({ kind }) => kind === "approvals_waiting")).toMatchObject({
      count: 1,
    });
    expect((await emailsTo(shop, staffEmail("suong")))[0]?.title).toContain("Vũ Khánh Chi");
    expect(await decided(suong, id)).toMatchObject({ state: "done", decider: { name: "Vương Tố Sương" } });
    expect(await rolesOf(an, chi)).toEqual(["content", "marketing"]);
    expect(await refusalCode(suong.staff.approve({ id, digest: seen.digest }))).toBe("conflict");
    const { entries } = await an.staff.recordHistory({ kind: "staff", key: String(chi) });
    expect(entries.find(({ source }) => source === "staff.account_roles")).toMatchObject({
      by: { name: "Mai Bình An" },
      approval: id,
    });
    const { rows } = await sql<{ actor: string }>`select actor from audit.entries
      where source = 'staff.approvals' order by id desc limit 1`.execute(shop.sql);
    expect(rows[0]?.actor).toBe(`staff:${await shop.staffId("suong")}`);
    await narrowChi();
  });

  test("is not decided by who asked, by whom it makes wider, or by who may not; to others it is not there", async () => {
    const { an, ask } = await widerChi();
    const id = await askedBy(ask());
    const { digest } = await an.staff.approval({ id });
    expect(await refusalCode(an.staff.approve({ id, digest }))).toBe("own_request");
    expect(await refusalCode(an.staff.refuse({ id, reason: "x" }))).toBe("own_request");
    for (const who of ["chi", "quynh", "ngoc"] as const) {
      const other = await shop.staff(who);
      expect([who, await refusalCode(other.staff.approval({ id }))]).toEqual([who, "not_found"]);
      expect([who, await refusalCode(other.staff.approve({ id, digest }))]).toEqual([who, "not_found"]);
      expect((await other.staff.approvals({})).approvals).toEqual([]);
    }
    // Sương would gain by this one.
    const role = (await an.staff.roles({})).roles.find(({ code }) => code === "owner");
    const permissions = (role?.permissions ?? []).map((each) => ({ ...each, mode: "full" as const }));
    const wider = await askedBy(an.staff.saveRole({ code: "owner", version: role?.version ?? 0, permissions }));
    const suong = await shop.staff("suong");
    expect(await refusalCode(decided(suong, wider))).toBe("own_request");
    await an.staff.withdraw({ id: wider });
    expect(await refusalCode(suong.staff.withdraw({ id }))).toBe("not_found");
    expect(await an.staff.withdraw({ id })).toMatchObject({ state: "withdrawn", can: [] });
  });

  test("asks for a fresh second factor of who decides", async () => {
    const { ask } = await widerChi();
    const id = await askedBy(ask());
    const suong = await shop.staff("suong");
    const { digest } = await suong.staff.approval({ id });
    shop.advanceClock(6 * 60_000);
    expect(await refusalCode(suong.staff.approve({ id, digest }))).toBe("step_up_required");
    expect(await refusalCode(suong.staff.refuse({ id, reason: "x" }))).toBe("step_up_required");
  });

  test("is void once what it is about has changed, and asking again shows what was decided before", async () => {
    const { an, chi, ask } = await widerChi();
    const id = await askedBy(ask());
    const { version } = await an.staff.account({ id: chi });
    await an.staff.changeAccount({ id: chi, version, full_name: "Vũ Khánh Chi B" });
    const suong = await shop.staff("suong");
    expect(await decided(suong, id)).toMatchObject({ state: "void", answer: "conflict" });
    expect(await rolesOf(an, chi)).toEqual(["marketing"]);
    const again = await askedBy((await widerChi()).ask());
    expect((await suong.staff.approval({ id: again })).earlier[0]).toMatchObject({ id, state: "void" });
    expect(await refusalCode(suong.staff.approve({ id: again, digest: "0".repeat(64) }))).toBe("conflict");
  });

  test("is void where the permissions of a role in it were changed meanwhile, though the account was not", async () => {
    const { an, chi, ask } = await widerChi();
    const id = await askedBy(ask());
    const role = (await an.staff.roles({})).roles.find(({ code }) => code === "content");
    const { code = "", version = 0, permissions: set = [] } = role ?? {};
    await an.staff.saveRole({ code, version, permissions: set.filter(({ name }) => name !== "stores:write") });
    expect(await decided(await shop.staff("suong"), id)).toMatchObject({ state: "void", answer: "approval_void" });
    expect(await rolesOf(an, chi)).toEqual(["marketing"]);
    await sql`insert into staff.role_permissions (role, permission, mode) values ('content', 'stores:write', 'full')`.execute(
      shop.sql,
    );
  });

  test("keeps another act on the same thing from being asked, and comments go to and fro", async () => {
    const { an, ask } = await widerChi();
    const id = await askedBy(ask());
    const other = await widerChi(["marketing", "care"]);
    expect(await refusal(other.ask())).toMatchObject({ status: 409, body: { message: expect.stringContaining(id) } });
    const suong = await shop.staff("suong");
    await suong.staff.commentApproval({ id, text: "Đến khi nào?" });
    await an.staff.commentApproval({ id, text: "Hết tháng" });
    expect((await suong.staff.approval({ id })).comments.map(({ text }) => text)).toEqual([
      "Đến khi nào?",
      "Hết tháng",
    ]);
    expect(await refusalCode(suong.staff.refuse({ id, reason: "" }))).toBe("invalid");
    expect(await suong.staff.refuse({ id, reason: "Để Quang về" })).toMatchObject({
      state: "refused",
      answer: "Để Quang về",
    });
    expect((await an.staff.approvals({ box: "closed" })).approvals[0]).toMatchObject({ id, answer: "Để Quang về" });
    expect(await refusalCode(decided(suong, id))).toBe("conflict");
  });

  test("lapses after 72 hours, nights and weekends too", async () => {
    const { an, ask } = await widerChi();
    const id = await askedBy(ask());
    shop.advanceClock(72 * HOUR_MS + 1000);
    const suong = await shop.staff("suong");
    expect(await suong.staff.approval({ id })).toMatchObject({ state: "lapsed", can: [] });
    expect(await refusalCode(decided(suong, id))).toBe("conflict");
    await runApprovals(shop.ctx({ actor: "system" }));
    expect((await (await shop.staff("an")).staff.approvals({ box: "open" })).approvals).toEqual([]);
    expect(an).toBeDefined();
  });

  test("is void once its asker has left, is locked, or has lost the right", async () => {
    const { ask } = await widerChi(["marketing", "content"], "suong");
    const id = await askedBy(ask());
    const an = await shop.staff("an");
    const own = await shop.staffId("suong");
    const { version } = await an.staff.account({ id: own });
    await an.staff.lock({ id: own, version, reason: "Nghỉ dài" });
    expect(await refusalCode(decided(an, id))).toBe("conflict");
    await runApprovals(shop.ctx({ actor: "system" }));
    expect(await an.staff.approval({ id })).toMatchObject({ state: "void", answer: "asker_left" });
  });

  test("that was asked and decided cannot be changed in the database, nor approved by its asker", async () => {
    const { ask } = await widerChi();
    const id = await askedBy(ask());
    const set = (change: ReturnType<typeof sql>) =>
      sql`update staff.approvals set ${change} where code = ${id}`.execute(shop.sql);
    await expect(set(sql`figures = '[]'`)).rejects.toThrow("stays");
    await expect(set(sql`state = 'approved', decider = asker`)).rejects.toThrow("check");
    await expect(sql`delete from staff.approvals where code = ${id}`.execute(shop.sql)).rejects.toThrow("stays");
    await (await shop.staff("suong")).staff.refuse({ id, reason: "không" });
    await expect(set(sql`state = 'asked'`)).rejects.toThrow("stays");
  });
});

describe("two who decide at once", () => {
  test("decide it once, and what it is about happens once", async () => {
    await sql`insert into staff.account_roles values (${await shop.staffId("quynh")}, 'owner') on conflict do nothing`.execute(
      shop.sql,
    );
    for (let round = 0; round < 4; round += 1) {
      const { an, chi, ask } = await widerChi();
      const id = await askedBy(ask());
      const deciders = [await shop.staff("suong"), await shop.staff("quynh")];
      const { digest } = await an.staff.approval({ id });
      const acts = deciders.flatMap((who) => [
        () => who.staff.approve({ id, digest }),
        () => who.staff.refuse({ id, reason: "đua" }),
      ]);
      const done = await Promise.allSettled([...acts, () => an.staff.withdraw({ id })].map((each) => each()));
      expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      const reasons = done.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
      expect(reasons.filter((reason) => !isWireFailure(reason, "conflict"))).toEqual([]);
      const { state } = await an.staff.approval({ id });
      expect(await rolesOf(an, chi)).toEqual(state === "done" ? ["content", "marketing"] : ["marketing"]);
      if (state === "done") await narrowChi();
    }
    await sql`delete from staff.account_roles where role = 'owner' and account_id = ${await shop.staffId("quynh")}`.execute(
      shop.sql,
    );
  });

  test("who asks the same at once makes one request", async () => {
    const { change } = await widerChi();
    const both = await Promise.all(
      (["an", "an", "suong"] as const).map(async (who) => refusal((await shop.staff(who)).staff.changeAccount(change))),
    );
    const codes = new Set(both.flatMap(({ body }) => body.approval_id ?? []));
    expect(codes.size).toBe(1);
    expect(both.every(({ status }) => status === 202 || status === 409)).toBe(true);
  });
});

describe("one person alone", () => {
  const lockSuong = async () => {
    const an = await shop.staff("an");
    const id = await shop.staffId("suong");
    const { version } = await an.staff.account({ id });
    return an.staff.lock({ id, version, reason: "Nghỉ dài" });
  };

  test("may confirm only where nobody else has been able to decide for 72 hours; then it runs after 30 minutes, everybody being told", async () => {
    await lockSuong();
    const { an, chi, ask } = await widerChi();
    const id = await askedBy(ask());
    const { digest, can } = await an.staff.approval({ id });
    expect(can).not.toContain("confirm_alone");
    const alone = (who: Shop) => who.staff.confirmAlone({ id, digest, reason: "Chỉ còn tôi" });
    expect(await refusalCode(alone(an))).toBe("not_alone");
    shop.advanceClock(73 * HOUR_MS);
    const again = await askedBy((await widerChi()).ask());
    const me = await shop.staff("an");
    const seen = await me.staff.approval({ id: again });
    expect(seen.can).toContain("confirm_alone");
    const waiting = await me.staff.confirmAlone({ id: again, digest: seen.digest, reason: "Chỉ còn tôi" });
    expect(new Date(waiting.runs_at ?? 0).getTime()).toBe(shop.now.getTime() + 30 * 60_000);
    expect((await emailsTo(shop, staffEmail("loc")))[0]?.title).toContain("Vũ Khánh Chi");
    const loc = await shop.staff("loc");
    expect((await loc.staff.approvals({})).approvals[0]).toMatchObject({ id: again, can: ["stop"] });
    await runApprovals(shop.ctx({ actor: "system" }));
    expect(await rolesOf(me, chi)).toEqual(["marketing"]);
    shop.advanceClock(30 * 60_000 + 1000);
    await Promise.all([1, 2, 3].map(() => runApprovals(shop.ctx({ actor: "system" }))));
    const later = await shop.staff("an");
    expect(await later.staff.approval({ id: again })).toMatchObject({ state: "done" });
    expect(await rolesOf(later, chi)).toEqual(["content", "marketing"]);
    await narrowChi();
  });

  test("is stopped by anybody, without any right", async () => {
    await lockSuong();
    shop.advanceClock(73 * HOUR_MS);
    const { an, chi, ask } = await widerChi();
    const id = await askedBy(ask());
    const { digest } = await an.staff.approval({ id });
    const loc = await shop.staff("loc");
    expect(await refusalCode(loc.staff.stopAlone({ id }))).toBe("not_found");
    await an.staff.confirmAlone({ id, digest, reason: "Chỉ còn tôi" });
    expect(await loc.staff.stopAlone({ id, reason: "Chưa hỏi ai" })).toMatchObject({
      state: "stopped",
      answer: "Chưa hỏi ai",
    });
    shop.advanceClock(HOUR_MS);
    await runApprovals(shop.ctx({ actor: "system" }));
    expect(await rolesOf(await shop.staff("an"), chi)).toEqual(["marketing"]);
  });
});

describe("what needs a second person", () => {
  const places = { warehouses: null, collaborators: null };

  test("an invitation with rights of deciding is sent once it is approved", async () => {
    const an = await shop.staff("an");
    const who = { email: "chu-moi@mutosi.example", full_name: "Chủ Mới", language: "vi" as const };
    const id = await askedBy(an.staff.invite({ ...who, roles: ["owner"], places }));
    expect((await an.staff.accounts({})).some(({ email }) => email === who.email)).toBe(false);
    expect(await emailsTo(shop, who.email)).toEqual([]);
    expect(await decided(await shop.staff("suong"), id)).toMatchObject({ state: "done" });
    expect((await an.staff.accounts({})).find(({ email }) => email === who.email)).toMatchObject({ state: "invited" });
    expect(await emailsTo(shop, who.email)).toHaveLength(1);
  });

  test("a key that moves money is made by its asker once it is approved, who alone reads its secret, and once", async () => {
    const an = await shop.staff("an");
    const wanted = { name: "Máy kho", scopes: ["stock:adjust" as const], warehouses: null, days: 30 };
    const id = await askedBy(an.staff.makeKey(wanted));
    const suong = await shop.staff("suong");
    expect(await decided(suong, id)).toMatchObject({ state: "approved" });
    expect((await an.staff.approval({ id })).can).toEqual(["run", "comment"]);
    expect(await refusalCode(an.staff.makeKey({ ...wanted, days: 60 }))).toBe("conflict");
    expect(await refusal(suong.staff.makeKey(wanted))).toMatchObject({ status: 202 });
    const tries = await Promise.allSettled([1, 2, 3].map(() => an.staff.makeKey(wanted)));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await an.staff.approval({ id })).toMatchObject({ state: "done" });
    expect((await an.staff.keys({})).keys.filter(({ name }) => name === "Máy kho")).toHaveLength(1);
  });

  test("a looser limit of each kind is a request, a stricter one acts at once", async () => {
    const { looser } = settings.approval_limits.office ?? {};
    const an = await shop.staff("an");
    const key = "approval_limits";
    for (const [name, way] of Object.entries(looser === "up" ? {} : (looser ?? {}))) {
      const { value, version } = await an.platform.setting({ key });
      const now = (value as Record<string, number>)[name] ?? 0;
      const save = (figure: number) =>
        an.platform.saveSetting({ key, value: { ...(value as object), [name]: figure }, version, reason: "thử" });
      const loose = way === "down" ? now - 1 : now + 1;
      const id = await askedBy(save(loose));
      expect((await an.staff.approval({ id })).figures).toEqual([{ name, before: String(now), after: String(loose) }]);
      await an.staff.withdraw({ id });
      if (way === "both") await an.staff.withdraw({ id: await askedBy(save(now - 1)) });
      else expect(await save(way === "down" ? now + 1 : now - 1)).toMatchObject({ key });
    }
  });

  test("a limit is raised by an approval, and only from the value that was read", async () => {
    const an = await shop.staff("an");
    const key = "staff_limits";
    const { value, version } = await an.platform.setting({ key });
    const raised = { ...(value as object), session_idle_minutes: 45 };
    const id = await askedBy(an.platform.saveSetting({ key, value: raised, version }));
    const suong = await shop.staff("suong");
    expect(await decided(suong, id)).toMatchObject({ kind: "limit", state: "done" });
    expect((await an.platform.setting({ key })).value).toMatchObject({ session_idle_minutes: 45 });
    const next = await an.platform.setting({ key });
    const more = { ...(next.value as object), session_idle_minutes: 60 };
    const second = await askedBy(an.platform.saveSetting({ key, value: more, version: next.version }));
    const less = { ...(next.value as object), session_idle_minutes: 20 };
    await suong.platform.saveSetting({ key, value: less, version: next.version });
    expect(await decided(suong, second)).toMatchObject({ state: "void" });
    expect((await an.platform.setting({ key })).value).toMatchObject({ session_idle_minutes: 20 });
  });
});
