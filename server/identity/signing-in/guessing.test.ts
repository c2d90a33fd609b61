/**
 * Rate limits on guessing passwords: guessing does not open an account, and a stranger's guesses do not lock its owner
 * out.
 */
import type { Shop } from "contract/contract.ts";
import type { WireFailure } from "contract/errors.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openDatabase } from "../../database/sql.ts";
import { DEMO_PASSWORD as password } from "../../demo-accounts.ts";
import { ipOf, networkOf } from "../../kernel/client-address.ts";
import { solvedCaptcha } from "../../testing/test-codes.ts";
import { refusal, refusalCode } from "../../testing/test-refusal.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";
import { countAttempt } from "./attempts.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ max: 10, config: { limit_factor: 1 } });
});
afterAll(() => shop.close());
beforeEach(async () => {
  await sql`truncate identity.attempts`.execute(shop.sql);
});

const minute = 60_000;
let next = 0;
const elsewhere = () => {
  next += 1;
  return shop.visitor({ client: `203.0.${Math.floor(next / 250)}.${next % 250}` });
};
const wrong = "KhongPhai1@";
/** A guess with the captcha solved, as a patient bot would make it. */
async function guess(login: string, who: Shop = elsewhere()): Promise<string> {
  const first = await refusalCode(who.identity.login({ login, password: wrong }));
  if (first !== "captcha_required") return first;
  return refusalCode(who.identity.login({ login, password: wrong, captcha: await solvedCaptcha(who) }));
}

describe("rate limit per account", () => {
  test("ten guesses in 15 minutes, over all IP addresses and spellings of the login", async () => {
    const spellings = ["0590000011", "+84590000011", "84 590 000 011", "lan@mutosi.example", "LAN@mutosi.example"];
    const answers: string[] = [];
    for (let each = 0; each < 14; each++) answers.push(await guess(spellings[each % spellings.length] ?? ""));
    expect(answers.filter((each) => each === "wrong_credentials")).toHaveLength(10);
    expect(answers.slice(10)).toEqual(["too_many", "too_many", "too_many", "too_many"]);
  });

  test("an unknown login is limited in the same way", async () => {
    const answers: string[] = [];
    for (let each = 0; each < 12; each++) answers.push(await guess("nobody@mutosi.example"));
    expect(answers.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => "wrong_credentials"));
    expect(answers.slice(10)).toEqual(["too_many", "too_many"]);
  });

  test("the wait doubles each time the limit is reached", async () => {
    const limit = { name: "password", subject: "account 0", times: 10, seconds: 900, grows: true };
    const waits: number[] = [];
    for (let round = 0; round < 4; round++) {
      for (let each = 0; each < 10; each++) await countAttempt(shop.ctx(), limit);
      const full = await countAttempt(shop.ctx(), limit).catch((error: { retry_after_seconds: number }) => error);
      const wait = (full as { retry_after_seconds: number }).retry_after_seconds;
      waits.push(wait);
      shop.advanceClock(wait * 1000);
    }
    expect(waits).toEqual([900, 1800, 3600, 7200]);
    shop.advanceClock(25 * 60 * minute);
    await countAttempt(shop.ctx(), limit);
    for (let each = 0; each < 9; each++) await countAttempt(shop.ctx(), limit);
    const again = await countAttempt(shop.ctx(), limit).catch((error: { retry_after_seconds: number }) => error);
    expect(again).toMatchObject({ retry_after_seconds: 900 });
  });

  test("guesses over eight connection pools at once share one limit", async () => {
    const pools = Array.from({ length: 8 }, () => openDatabase(shop.url, { max: 4 }));
    const limit = { name: "race", subject: "account 1", times: 10, seconds: 900 };
    const tries = await Promise.allSettled(
      Array.from({ length: 200 }, (_each, index) =>
        countAttempt({ ...shop.ctx(), sql: pools[index % 8]?.sql ?? shop.sql }, limit),
      ),
    );
    await Promise.all(pools.map((pool) => pool.close()));
    expect(tries.filter((each) => each.status === "fulfilled")).toHaveLength(10);
  });

  test("sixty guesses at once get no more tries than one after the other", async () => {
    const lenient = await testShop({ max: 20, config: { limit_factor: 4 } });
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_each, index) =>
        lenient
          .visitor({ client: `198.18.0.${index}` })
          .identity.login({ login: "0590000022", password: wrong })
          .catch((error: WireFailure) => error.body.code),
      ),
    );
    expect(answers.filter((each) => each === "wrong_credentials").length).toBeLessThanOrEqual(40);
    expect(answers).not.toContain(undefined);
    await lenient.close();
  });
});

describe("the owner of an account under attack", () => {
  test("the owner signs in on a known device while strangers have reached the limit", async () => {
    const machine = { is_browser: true, agent: "Firefox/140", device: "a-device-of-lans-own-123" };
    await shop.visitor({ machine, client: "192.0.2.1" }).identity.login({ login: "0590000011", password });
    for (let each = 0; each < 10; each++) await guess("0590000011");
    expect(await guess("0590000011")).toBe("too_many");
    expect(
      await refusalCode(
        elsewhere().identity.login({ login: "0590000011", password, captcha: await solvedCaptcha(elsewhere()) }),
      ),
    ).toBe("too_many");
    const { user } = await shop
      .visitor({ machine, client: "192.0.2.99" })
      .identity.login({ login: "0590000011", password });
    expect(user.phone).toBe("+84590000011");
  });

  test("guesses on a known device have their own limit; an invented device token is not a known device", async () => {
    const machine = { is_browser: true, agent: "", device: "a-device-of-minhs-own-12" };
    await shop.visitor({ machine }).identity.login({ login: "0590000022", password });
    const answers: string[] = [];
    for (let each = 0; each < 12; each++) answers.push(await guess("0590000022", shop.visitor({ machine })));
    expect(answers.filter((each) => each === "wrong_credentials")).toHaveLength(10);
    expect(answers.slice(10)).toEqual(["too_many", "too_many"]);
    for (let each = 0; each < 10; each++) await guess("0590000022");
    const unknownDevice = { is_browser: true, agent: "", device: "a-device-nobody-ever-had" };
    expect(await guess("0590000022", shop.visitor({ machine: unknownDevice }))).toBe("too_many");
  });

  test("correct passwords are not counted", async () => {
    for (let each = 0; each < 15; each++) await elsewhere().identity.login({ login: "sato@mutosi.example", password });
  });
});

describe("rate limit per IP address", () => {
  test("an IP address has 100 guesses in 15 minutes over all accounts", async () => {
    const client = "192.0.2.50";
    for (let each = 0; each < 97; each++) {
      await countAttempt(shop.ctx(), { name: "password_address", subject: client, times: 100, seconds: 900 });
    }
    const answers: string[] = [];
    for (let each = 0; each < 5; each++) answers.push(await guess(`058000110${each}`, shop.visitor({ client })));
    expect(answers).toEqual(["wrong_credentials", "wrong_credentials", "wrong_credentials", "too_many", "too_many"]);
  });

  test("IPv6 addresses are limited by their /64, in any notation", () => {
    const home = ipOf("2001:db8:0:7::1");
    for (const other of ["2001:db8:0:7:aaaa:bbbb:cccc:dddd", "2001:db8::7:1:2:3:4"]) expect(ipOf(other)).toBe(home);
    expect(ipOf("2001:db8:0:8::1")).not.toBe(home);
    expect(ipOf("::ffff:192.0.2.1")).toBe("192.0.2.1");
    expect([networkOf("192.0.2.1"), networkOf("2001:db8:0:7::1")]).toEqual(["192.0.2.0/24", "2001:db8:0::/48"]);
  });
});

describe("captcha before a sign-in", () => {
  test("a captcha is required after three wrong passwords; without scripts a wait replaces it", async () => {
    const visitor = elsewhere();
    const attempt = (typed: string) => visitor.identity.login({ login: "0590000033", password: typed });
    for (let each = 0; each < 3; each++) expect(await refusalCode(attempt(wrong))).toBe("wrong_credentials");
    const due = await refusal(attempt(password));
    expect([due.body.code, due.retry_after_seconds]).toEqual(["captcha_required", 15]);
    shop.advanceClock(15_000);
    expect((await attempt(password)).account_status).toBe("active");
  });

  test("a captcha is required after five questions whether a phone has an account", async () => {
    const visitor = elsewhere();
    expect(await visitor.identity.userByPhone({ phone: "0590000011" })).toEqual({ exists: true });
    expect(await visitor.identity.userByPhone({ phone: "0580009876" })).toEqual({ exists: false });
    expect(await visitor.identity.existsByPhone({ phone: "0590000011" })).toEqual({
      exists: true,
      message: "Số điện thoại đã được đăng ký",
    });
    const kinds = await visitor.identity.userGroup({ phone: "0590000033" });
    expect(kinds.filter((each) => each.held).map((each) => each.code)).toEqual(["customer", "collaborator"]);
    await visitor.identity.userGroup({ phone: "0580009876" });
    expect(await refusalCode(visitor.identity.userByPhone({ phone: "0590000011" }))).toBe("captcha_required");
    expect(await visitor.identity.userByPhone({ phone: "0590000011", captcha: await solvedCaptcha(visitor) })).toEqual({
      exists: true,
    });
  });
});

test("security events name the account by id, never a phone or a password, and cannot be changed", async () => {
  await guess("0590000011");
  const events = await shop.sql.selectFrom("kernel.security_events").selectAll().execute();
  expect(events.some((each) => each.event === "password_wrong" && each.customer_id !== null)).toBe(true);
  for (const secret of ["590000011", wrong, password, "mutosi.example"])
    expect(JSON.stringify(events)).not.toContain(secret);
  await expect(sql`update kernel.security_events set event = 'nothing'`.execute(shop.sql)).rejects.toThrow(
    "append only",
  );
  await expect(sql`delete from kernel.security_events`.execute(shop.sql)).rejects.toThrow("append only");
});
