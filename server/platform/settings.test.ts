/** Settings: validated, cached in every process, and public only where declared. rules/platform */
import { isShopError } from "contract/errors.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { settings } from "../settings.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { dropMemos } from "./memo.ts";
import { listenForPageChanges } from "./page-invalidation.ts";
import { isSettingKey, maintenance, publicSetting, type SettingKey, setSetting, setting } from "./settings.ts";

let shop: TestShop;
const statements: string[] = [];
beforeAll(async () => {
  shop = await testShop({ onQuery: (text) => statements.push(text) });
});
afterAll(() => shop.close());

test("without stored values the defaults apply", async () => {
  for (const [key, { schema, initial }] of Object.entries(settings)) {
    expect(schema.safeParse(initial).error, key).toBeUndefined();
  }
  expect(settings.limits.initial).toEqual({
    cod_max: 20_000_000,
    payment_deadline_minutes: 15,
    transfer_deadline_hours: 24,
    complete_after_days: 7,
  });
});

test("all settings cost one statement, and none with a warm cache", async () => {
  dropMemos(["settings"]);
  statements.length = 0;
  const ctx = shop.ctx();
  await Promise.all((Object.keys(settings) as SettingKey[]).map((key) => setting(ctx, key)));
  expect(statements).toHaveLength(1);
  await maintenance(ctx);
  expect(statements).toHaveLength(1);
});

test("a change reaches other processes that cached the old value", async () => {
  const ctx = shop.ctx();
  const before = await setting(ctx, "limits");
  const heard = new Promise<void>((resolve) => {
    let ready = false;
    const listener = listenForPageChanges(shop.url, ctx.log, (tags) => {
      // The first purge says that it listens.
      if (!ready) {
        ready = true;
        void setSetting(shop.ctx(), "limits", { ...before, cod_max: 15_000_000 });
      } else if (tags.includes("settings")) void listener.close().then(resolve);
    });
  });
  await heard;
  expect((await setting(ctx, "limits")).cod_max).toBe(15_000_000);
  await setSetting(ctx, "limits", before);
});

test("a wrong value is refused with its path, and the old one stays", async () => {
  const ctx = shop.ctx();
  const attempts: [SettingKey, unknown, string][] = [
    ["limits", { ...settings.limits.initial, cod_max: "20" }, "limits.cod_max"],
    ["limits", { ...settings.limits.initial, cod_max: -1 }, "limits.cod_max"],
    ["shop", { ...settings.shop.initial, name: "" }, "shop.name"],
    ["maintenance", { on: "yes" }, "maintenance.on"],
    ["social", { facebook: "javascript:alert(1)" }, "social.facebook"],
  ];
  for (const [key, value, field] of attempts) {
    const error = await setSetting(ctx, key, value).catch((thrown: unknown) => thrown);
    if (!isShopError(error)) throw error;
    expect(Object.keys(error.fields)).toEqual([field]);
  }
  dropMemos(["settings"]);
  expect((await setting(ctx, "limits")).cod_max).toBe(20_000_000);
});

test("a stored value that is no longer valid is ignored, and the default applies", async () => {
  const ctx = shop.ctx();
  const row = { key: "payment_logos", value: JSON.stringify({ not: "a list" }), updated_by: "system" };
  await shop.sql.insertInto("kernel.settings").values(row).execute();
  dropMemos(["settings"]);
  expect(await setting(ctx, "payment_logos")).toEqual([]);
  await shop.sql.deleteFrom("kernel.settings").where("key", "=", "payment_logos").execute();
});

test("callers read public settings only; a private one is 'not found'", async () => {
  const ctx = shop.ctx();
  for (const key of ["bank_account", "warehouses", "seeded", "toString", "no_such_thing", ""]) {
    await expect(publicSetting(ctx, key), key).rejects.toMatchObject({ code: "not_found" });
    await expect(shop.visitor().content.setting({ key })).rejects.toMatchObject({ status: 404 });
  }
  expect(isSettingKey(settings, "toString")).toBe(false);
  expect(await publicSetting(ctx, "default_store_token")).toBe(ctx.config.default_store_token);
});

test("a public setting is in the caller's language", async () => {
  const { value } = await shop.visitor({ locale: "en" }).content.setting({ key: "shop" });
  expect(value).toMatchObject({ name: "Mutosi", legal_name: "Mutosi Home Appliances Trading Co., Ltd." });
  const japanese = await shop.visitor().content.settingBySlug({ slug: "app-download", lang: "ja" });
  expect(japanese).toMatchObject({ key: "app_download", value: { button: "ホーム画面に追加" } });
});

test("during maintenance calls answer 503 with `maintenance`", async () => {
  const ctx = shop.ctx();
  await setSetting(ctx, "maintenance", { on: true });
  dropMemos(["settings"]);
  await expect(shop.visitor().content.faq({})).rejects.toMatchObject({ status: 503, body: { maintenance: true } });
  await setSetting(ctx, "maintenance", { on: false });
  dropMemos(["settings"]);
  expect((await shop.visitor().content.faq({})).length).toBeGreaterThan(0);
});
