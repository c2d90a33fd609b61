/** What keeps the shop running, from the office: settings as forms, jobs, maintenance. rules/platform#settings */
import type { FormField } from "contract/platform/platform.ts";
import { sql } from "kysely";
import { en } from "messages/office/en.ts";
import { vi } from "messages/office/vi.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jobs } from "../../jobs.ts";
import { refusal, refusalCode } from "../../testing/test-refusal.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";
import { dropMemos } from "../memo.ts";
import { type SettingKey, setting } from "../settings.ts";
import { formOf } from "./setting-forms.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

describe("settings as forms", () => {
  test("every setting that is shown has a form that its schema gives, and all of them are listed by section", async () => {
    const an = await shop.staff("an");
    const rows = await an.platform.settings({});
    expect(rows.map(({ key }) => key)).toEqual(
      expect.arrayContaining(["shop", "warehouses", "bank_account", "staff_limits"]),
    );
    expect(rows.map(({ key }) => key)).not.toContain("maintenance");
    for (const { key } of rows) expect((await an.platform.setting({ key })).form.fields).toBeInstanceOf(Array);
    expect(formOf(shop.base.settings.shop.schema).fields.map(({ name, kind }) => `${name} ${kind}`)).toEqual(
      expect.arrayContaining(["name text", "legal_name words", "company_code_issued_on text"]),
    );
  });

  test("every setting, field and choice has a name in both languages, and every job", async () => {
    const an = await shop.staff("an");
    for (const { shop: said } of [vi, en]) {
      const names: Readonly<Record<string, string>> = said.names;
      const fields: Readonly<Record<string, string>> = said.fields;
      const jobNames: Readonly<Record<string, string>> = said.jobs.names;
      const unnamed = (field: FormField): string[] => [
        ...field.options.filter((option) => !(option in fields)),
        ...field.fields.flatMap((part) => {
          const own = part as FormField;
          return own.name === "" || own.name in fields ? unnamed(own) : [own.name, ...unnamed(own)];
        }),
      ];
      const rows = await an.platform.settings({});
      expect(rows.map(({ key }) => key).filter((key) => !(key in names))).toEqual([]);
      for (const { key } of rows) {
        const { form } = await an.platform.setting({ key });
        expect([key, unnamed(form as FormField)]).toEqual([key, []]);
      }
      expect(Object.keys(jobs).filter((name) => !(name in jobNames))).toEqual([]);
    }
  });

  test("one is saved at the version that was read, and says who did", async () => {
    const an = await shop.staff("an");
    const { version, value } = await an.platform.setting({ key: "checkout_otp" });
    expect(value).toEqual({ on: false });
    const saved = await an.platform.saveSetting({ key: "checkout_otp", value: { on: true }, version });
    expect(saved).toMatchObject({ value: { on: true }, updated_by: "Mai Bình An" });
    const stale = an.platform.saveSetting({ key: "checkout_otp", value: { on: false }, version });
    expect(await refusal(stale)).toMatchObject({ status: 409, body: { code: "conflict" } });
    const wrong = an.platform.saveSetting({ key: "checkout_otp", value: { on: 3 }, version: saved.version });
    expect((await refusal(wrong)).body.errors).toHaveProperty("checkout_otp.on");
    expect(await refusalCode(an.platform.setting({ key: "nothing" }))).toBe("not_found");
    expect(await refusalCode((await shop.staff("quynh")).platform.settings({}))).toBe("forbidden");
  });

  test("a bank account, and a looser limit, need a proof and then a second person; a stricter one holds at once", async () => {
    const an = await shop.staff("an");
    const key: SettingKey = "staff_limits";
    const { value, version } = await an.platform.setting({ key });
    const limits = { ...(value as object) };
    const looser = { ...limits, session_idle_minutes: 60 };
    expect(await refusalCode(an.platform.saveSetting({ key, value: looser, version }))).toBe("approval_asked");
    shop.advanceClock(6 * 60_000);
    expect(await refusalCode(an.platform.saveSetting({ key, value: looser, version }))).toBe("step_up_required");
    await an.platform.saveSetting({ key, value: { ...limits, session_idle_minutes: 20 }, version });
    dropMemos(["settings"]);
    expect((await setting(shop.ctx(), "staff_limits")).session_idle_minutes).toBe(20);
    const fresh = await shop.staff("an");
    const bank = await fresh.platform.setting({ key: "bank_account" });
    const other = { key: "bank_account", value: bank.value, version: bank.version };
    expect(await refusalCode(fresh.platform.saveSetting(other))).toBe("approval_asked");
  });
});

describe("jobs", () => {
  const failed = async (error: string): Promise<string> => {
    const { rows } = await sql<{ id: string }>`
      select id::text as id from graphile_worker.add_job('sweep', '{}', max_attempts => 3)`.execute(shop.sql);
    const id = rows[0]?.id ?? "";
    await sql`update graphile_worker._private_jobs set attempts = 3, last_error = ${error} where id = ${id}`.execute(
      shop.sql,
    );
    return id;
  };

  test("those that failed for good are listed first, without what belongs to a person", async () => {
    const id = await failed("no answer for lan@mutosi.example at +84590000011\nat somewhere");
    const { jobs, failed: count } = await (await shop.staff("an")).platform.jobs({});
    expect(count).toBe(1);
    expect(jobs[0]).toMatchObject({ id, name: "sweep", state: "failed", last_error: "no answer for …@… at …" });
  });

  test("one is run again with all its tries, or dropped with a reason; neither is done to one that is still tried", async () => {
    const an = await shop.staff("an");
    const [again, dropped] = [await failed("timeout"), await failed("timeout")];
    expect(await an.platform.runJobs({ ids: [again, "999999"] })).toEqual({ done: [again], not_done: ["999999"] });
    expect(await an.platform.dropJobs({ ids: [again, dropped], reason: "đã gọi" })).toEqual({
      done: [dropped],
      not_done: [again],
    });
    const { jobs } = await an.platform.jobs({});
    expect(jobs.find(({ id }) => id === again)).toMatchObject({ attempts: 0 });
    expect(jobs.find(({ id }) => id === dropped)).toBeUndefined();
    const noted = await sql<{ event: string }>`
      select event from kernel.security_events where event like 'jobs_%' order by id`.execute(shop.sql);
    expect(noted.rows.map(({ event }) => event)).toEqual(["jobs_run_again", "jobs_dropped"]);
  });
});

describe("maintenance", () => {
  test("closes the shop's calls and leaves the office open, until it is switched off there", async () => {
    const an = await shop.staff("an");
    await an.platform.setMaintenance({ on: true, message: { vi: "Bảo trì", en: "Back soon", ja: "" } });
    dropMemos(["settings"]);
    expect(await refusalCode(shop.visitor().cart.get({}))).toBe("maintenance");
    expect(await an.platform.maintenance({})).toMatchObject({ on: true, message: { vi: "Bảo trì" } });
    expect(await an.staff.home({})).toMatchObject({ maintenance: true });
    await an.platform.setMaintenance({ on: false });
    dropMemos(["settings"]);
    expect(await shop.visitor().cart.get({})).toHaveProperty("items");
  });
});

describe("home", () => {
  test("shows each person what waits by what they may do, and nothing else", async () => {
    await sql`select graphile_worker.add_job('sweep', '{}')`.execute(shop.sql);
    const kinds = async (key: "an" | "my" | "quang") =>
      (await (await shop.staff(key)).staff.home({})).todos.map(({ kind }) => kind);
    expect(await kinds("an")).toEqual(expect.arrayContaining(["invitations_open"]));
    expect(await kinds("quang")).toEqual([]);
    expect(await kinds("my")).not.toContain("failed_jobs");
  });
});
