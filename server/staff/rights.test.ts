/**
 * Who may give what: no order of acts gives anybody a right without an owner, and no permission that must always be held
 * loses its last active holder in any race. rules/staff#wider, rules/staff#last-holder
 */
import type { Shop } from "contract/contract.ts";
import { isWireFailure } from "contract/errors.ts";
import { type Permission, permissions } from "contract/staff/permissions.ts";
import { modes, neverWithoutHolder } from "contract/staff/rights.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Grant } from "../kernel/staff.ts";
import { refusal, refusalCode } from "../testing/test-refusal.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { widerIn } from "./grants.ts";
import { grantsIn, heldAccounts } from "./held.ts";

const nowhere = { warehouses: null, collaborators: null };
let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ max: 30 });
});
afterAll(() => shop.close());

/** What a second person has to approve is made a request; here it is taken back. */
async function askedAndWithdrawn(who: Shop, act: Promise<unknown>): Promise<void> {
  const { status, body } = await refusal(act);
  expect([status, body.code]).toEqual([202, "approval_asked"]);
  await who.staff.withdraw({ id: body.approval_id ?? "" });
}

describe("a change of rights", () => {
  test("narrower acts at once; wider in a right, a mode or a place needs a second person, and nothing is changed", async () => {
    const an = await shop.staff("an");
    const id = await shop.staffId("toan");
    const { version } = await an.staff.account({ id });
    for (const change of [
      { roles: ["warehouse", "care"] },
      { roles: ["order_desk"] },
      { places: { warehouses: ["DN", "HN"], collaborators: null } },
      { places: { warehouses: "all" as const, collaborators: null } },
    ]) {
      await askedAndWithdrawn(an, an.staff.changeAccount({ id, version, ...change }));
    }
    expect(await an.staff.account({ id })).toMatchObject({ version, places: { warehouses: ["DN"] } });
    const thu = await shop.staffId("thu");
    const both = await an.staff.account({ id: thu });
    const less = await an.staff.changeAccount({ id: thu, version: both.version, roles: ["order_desk"] });
    expect(less.roles.map(({ code }) => code)).toEqual(["order_desk"]);
    const stale = an.staff.changeAccount({ id: thu, version: both.version, full_name: "Ai Đó" });
    expect(await refusal(stale)).toMatchObject({ status: 409, body: { code: "conflict" } });
    const back = an.staff.changeAccount({ id: thu, version: less.version, roles: ["warehouse", "order_desk"] });
    await askedAndWithdrawn(an, back);
  });

  test("through the matrix it is the same; a role nobody has may be anything, and gives nothing", async () => {
    const an = await shop.staff("an");
    const role = (await an.staff.roles({})).roles.find(({ code }) => code === "content");
    if (!role) return expect.unreachable();
    const { code, version, permissions: set } = role;
    const more = [...set, { name: "orders:cancel" as const, mode: "full" as const, only: null }];
    await askedAndWithdrawn(an, an.staff.saveRole({ code, version, permissions: more }));
    const less = set.filter(({ name }) => name !== "recruitment:read");
    expect((await an.staff.saveRole({ code, version, permissions: less })).version).toBe(version + 1);
    expect(await refusalCode(an.staff.saveRole({ code, version, permissions: less }))).toBe("conflict");
    const all = permissions.map((name) => ({ name, mode: "full" as const, only: null }));
    const names = { vi: "Mọi quyền", en: "Everything" };
    const made = await an.staff.makeRole({ code: "everything", names, scope: null, permissions: all });
    const id = await shop.staffId("quang");
    const quang = await an.staff.account({ id });
    const given = an.staff.changeAccount({ id, version: quang.version, roles: ["everything"] });
    await askedAndWithdrawn(an, given);
    await an.staff.removeRole({ code: "everything", version: made.version });
    const held = (await an.staff.roles({})).roles.find(({ code }) => code === "care");
    expect(await refusalCode(an.staff.removeRole({ code: "care", version: held?.version ?? 0 }))).toBe("conflict");
  });
});

describe("locking and leaving", () => {
  test("end sessions, keys and links at once; a locked one comes back, one who left does not", async () => {
    const an = await shop.staff("an");
    const id = await shop.staffId("chi");
    const token = await shop.staffToken("chi");
    const { version } = await an.staff.account({ id });
    await an.staff.lock({ id, version, reason: "Mất điện thoại" });
    expect((await refusal(shop.visitor({ token }).staff.session({}))).status).toBe(401);
    const back = await an.staff.unlock({ id, version: version + 1 });
    expect((await refusal(shop.visitor({ token }).staff.session({}))).status).toBe(401);
    const what = await an.staff.leaving({ id });
    expect(what.successors.map((each) => each.full_name)).not.toContain("Vũ Khánh Chi");
    const left = await an.staff.leave({ id, version: back.version, successor: await shop.staffId("quang") });
    expect(left.state).toBe("left");
    expect(await refusalCode(an.staff.unlock({ id, version: left.version }))).toBe("conflict");
    expect(await refusalCode(an.staff.leave({ id, version: left.version }))).toBe("conflict");
    const history = (await an.staff.account({ id })).history.map(({ event }) => event);
    expect(history.slice(0, 3)).toEqual(["left", "unlocked", "locked"]);
  });

  test("are not for oneself, and not for the last who may do what a person must", async () => {
    const [an, suong] = [await shop.staff("an"), await shop.staffId("suong")];
    const own = await shop.staffId("an");
    expect(await refusalCode(an.staff.lock({ id: own, version: 1, reason: "x" }))).toBe("own_account");
    const { version } = await an.staff.account({ id: suong });
    const locked = await an.staff.lock({ id: suong, version, reason: "Nghỉ dài" });
    expect((await an.staff.account({ id: own })).last_holder_of).toContain("staff:manage");
    const self = await an.staff.account({ id: own });
    const change = an.staff.changeAccount({ id: own, version: self.version, roles: ["care"] });
    expect(await refusal(change)).toMatchObject({ status: 409, body: { code: "last_holder" } });
    const role = (await an.staff.roles({})).roles.find(({ code }) => code === "owner");
    const without = role?.permissions.filter(({ name }) => name !== "approvals:trade") ?? [];
    const saved = an.staff.saveRole({ code: "owner", version: role?.version ?? 0, permissions: without });
    expect(await refusalCode(saved)).toBe("last_holder");
    await an.staff.unlock({ id: suong, version: locked.version });
  });
});

describe("two owners against each other", () => {
  test("however they race, one stays and holds everything that must be held", async () => {
    for (let round = 0; round < 6; round += 1) {
      const ids = [await shop.staffId("an"), await shop.staffId("suong")];
      const accountants = await idsOf("accountant");
      const owners = [await shop.staff("an"), await shop.staff("suong")];
      const acts = owners.flatMap((owner, index) => {
        const [own = 0, other = 0] = index === 0 ? ids : [...ids].reverse();
        return [
          () => act(owner, other, (version) => owner.staff.lock({ id: other, version, reason: "đua" })),
          () =>
            act(owner, own, (version) =>
              owner.staff.changeAccount({ id: own, version, roles: ["content"], places: nowhere }),
            ),
          () => act(owner, other, (version) => owner.staff.leave({ id: other, version })),
          () => act(owner, other, (version) => owner.staff.changeAccount({ id: other, version, roles: ["care"] })),
          // Both hold approvals:money: one of the two acts is the last.
          () => saveOwnersWithout(owner, "approvals:money"),
          ...accountants.map(
            (id) => () => act(owner, id, (version) => owner.staff.lock({ id, version, reason: "đua" })),
          ),
        ];
      });
      const done = await Promise.allSettled([...acts, ...acts].map((each) => each()));
      expect(done.some(({ status }) => status === "fulfilled")).toBe(true);
      const reasons = done.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
      expect(reasons.filter((reason) => !isWireFailure(reason) || reason.status >= 500)).toEqual([]);
      const held = new Set(
        (await heldAccounts(shop.ctx(), sql`a.state = 'active'`)).flatMap((one) =>
          grantsIn(one).map(({ name }) => name),
        ),
      );
      expect(neverWithoutHolder.filter((name) => !held.has(name))).toEqual([]);
      await restored(ids, accountants);
    }
  });

  async function idsOf(role: string): Promise<number[]> {
    const rows = await shop.sql
      .selectFrom("staff.account_roles as r")
      .innerJoin("staff.accounts as a", "a.id", "r.account_id")
      .select("a.id")
      .where("r.role", "=", role)
      .where("a.state", "=", "active")
      .execute();
    return rows.map(({ id }) => id);
  }

  async function saveOwnersWithout(owner: Shop, right: Permission): Promise<void> {
    const role = (await owner.staff.roles({})).roles.find(({ code }) => code === "owner");
    const permissions = role?.permissions.filter(({ name }) => name !== right) ?? [];
    await owner.staff.saveRole({ code: "owner", version: role?.version ?? 0, permissions });
  }

  async function act(owner: Shop, id: number, change: (version: number) => Promise<unknown>): Promise<void> {
    const { version } = await owner.staff.account({ id });
    await change(version);
  }

  async function restored(ids: number[], accountants: number[]): Promise<void> {
    const all = [...ids, ...accountants];
    await sql`update staff.accounts set state = 'active', left_at = null where id = any (${all})`.execute(shop.sql);
    await sql`insert into staff.role_permissions (role, permission, mode) values ('owner', 'approvals:money', 'full')
      on conflict do nothing`.execute(shop.sql);
    await sql`delete from staff.account_roles where account_id = any (${ids})`.execute(shop.sql);
    await sql`insert into staff.account_roles select unnest(${ids}::bigint[]), 'owner'`.execute(shop.sql);
  }
});

describe("no order of acts gives anybody a right without an owner", () => {
  test("random acts of a person who manages staff, roles and keys, but owns nothing", async () => {
    const own = await testShop({ max: 5 });
    const manager = await managerOf(own);
    const grants = async () =>
      new Map((await heldAccounts(own.ctx(), sql`a.state <> 'left'`)).map((one) => [one.id, grantsIn(one)]));
    const first = await grants();
    const ofManager = first.get(await own.staffId("my")) ?? [];
    await fc.assert(
      fc.asyncProperty(fc.array(someAct, { minLength: 1, maxLength: 6 }), async (acts) => {
        await restored(own);
        for (const one of acts) await tried(perform(await manager(), one));
        for (const [id, now] of await grants()) {
          const had: readonly Grant[] = first.get(id) ?? ofManager;
          expect([id, widerIn(had, now)]).toEqual([id, []]);
        }
        const { rows } = await sql<{ scopes: Permission[] }>`select scopes from staff.api_keys`.execute(own.sql);
        const names = ofManager.map(({ name }) => name);
        expect(rows.flatMap(({ scopes }) => scopes).filter((name) => !names.includes(name))).toEqual([]);
      }),
      { numRuns: 40 },
    );
    await own.close();
  });

  /** My keeps what care has, and may manage; she is signed in anew each time, because she may end her own sessions. */
  async function managerOf(own: TestShop): Promise<() => Promise<Shop>> {
    await sql`insert into staff.roles (code, name_vi, name_en) values ('people', 'Nhân sự', 'People')`.execute(own.sql);
    await restored(own);
    return () => own.staff("my");
  }

  /** What she had: she may take it from herself, and would then do nothing more. */
  async function restored(own: TestShop): Promise<void> {
    await sql`insert into staff.role_permissions (role, permission, mode)
      select 'people', unnest(array['staff:manage', 'roles:manage', 'keys:manage']), 'full' on conflict do nothing`.execute(
      own.sql,
    );
    await sql`insert into staff.account_roles select ${await own.staffId("my")}, unnest(array['care', 'people'])
      on conflict do nothing`.execute(own.sql);
  }

  const roleCodes = ["owner", "order_desk", "warehouse", "care", "content", "accountant", "people", "made_a", "made_b"];
  const id = fc.integer({ min: 1, max: 22 });
  const someRoles = fc.subarray(roleCodes, { minLength: 1, maxLength: 3 });
  const warehouses = fc.constantFrom<"all" | string[] | null>("all", null, ["HN"], ["HCM"], ["HN", "DN"]);
  const set = fc
    .subarray([...permissions], { maxLength: 12 })
    .chain((names) =>
      fc.tuple(...names.map((name) => fc.constantFrom(...modes).map((mode) => ({ name, mode, only: null })))),
    );
  const someAct = fc.oneof(
    fc.record({
      kind: fc.constant("invite" as const),
      roles: someRoles,
      warehouses,
      n: fc.integer({ min: 1, max: 999 }),
    }),
    fc.record({ kind: fc.constant("change" as const), id, roles: someRoles, warehouses }),
    fc.record({ kind: fc.constant("save" as const), role: fc.constantFrom(...roleCodes), set }),
    fc.record({ kind: fc.constant("make" as const), role: fc.constantFrom("made_a", "made_b"), set }),
    fc.record({ kind: fc.constantFrom("lock" as const, "unlock" as const), id }),
    fc.record({
      kind: fc.constant("key" as const),
      scopes: fc.subarray([...permissions], { minLength: 1, maxLength: 4 }),
    }),
  );
  type Act = typeof someAct extends fc.Arbitrary<infer T> ? T : never;

  async function perform({ staff }: Shop, act: Act): Promise<unknown> {
    const version = async (of: number) => (await staff.account({ id: of })).version;
    switch (act.kind) {
      case "invite": {
        const places = { warehouses: act.warehouses, collaborators: null };
        const who = { email: `ai-${act.n}@mutosi.example`, full_name: "Ai Đó", language: "vi" as const };
        return staff.invite({ ...who, roles: act.roles, places });
      }
      case "change": {
        const places = { warehouses: act.warehouses, collaborators: null };
        return staff.changeAccount({ id: act.id, version: await version(act.id), roles: act.roles, places });
      }
      case "save": {
        const role = (await staff.roles({})).roles.find(({ code }) => code === act.role);
        return staff.saveRole({ code: act.role, version: role?.version ?? 1, permissions: act.set });
      }
      case "make": {
        const names = { vi: act.role, en: act.role };
        return staff.makeRole({ code: act.role, names, scope: null, permissions: act.set });
      }
      case "lock":
        return staff.lock({ id: act.id, version: await version(act.id), reason: "thử" });
      case "unlock":
        return staff.unlock({ id: act.id, version: await version(act.id) });
      case "key":
        return staff.makeKey({ name: "thử", scopes: act.scopes, warehouses: null, days: null });
    }
  }

  async function tried(act: Promise<unknown>): Promise<void> {
    await act.catch((error: unknown) => {
      if (!isWireFailure(error) || error.status === 500) throw error;
    });
  }
});
