/**
 * Eight processes of the shop on one database: guessing at all of them at once gets as many tries as guessing at one.
 */
import { codeFor } from "server/testing/test-codes.ts";
import { type TestShop, testShop } from "server/testing/test-shop.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ShopProcess, startProcessOf } from "../harness/shop-process.ts";

let shop: TestShop;
let processes: ShopProcess[] = [];

beforeAll(async () => {
  shop = await testShop();
  const env = { LIMIT_FACTOR: "1", DATABASE_CONNECTIONS: "4", DEV_SIMULATORS: "true" };
  processes = await Promise.all(Array.from({ length: 8 }, () => startProcessOf(shop, env)));
});
afterAll(async () => {
  await Promise.all(processes.map((each) => each.stop()));
  await shop.close();
});

type Answer = { status: number; code: string; session_id?: string };

/** As an app: what it sends to the nth process, and the response. */
async function ask(nth: number, path: string, body: object): Promise<Answer> {
  const answer = await fetch(`${processes[nth % processes.length]?.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const said = (await answer.json()) as { code?: string; session_id?: string; data?: { session_id?: string } };
  return { status: answer.status, code: said.code ?? "", session_id: said.session_id ?? said.data?.session_id };
}

const among = <T>(list: readonly T[], wanted: T): number => list.filter((each) => each === wanted).length;

it("a code has five tries, over all processes", async () => {
  const phone = "0590000077";
  const sent = await ask(0, "/v1/client/otp/send", { phone, purpose: "login" });
  expect(sent.status).toBe(200);
  const right = await codeFor(shop, "+84590000077");
  const wrong = Array.from({ length: 40 }, (_each, at) =>
    String((Number(right) + 1 + at) % 1_000_000).padStart(6, "0"),
  );
  const codes = await Promise.all(
    wrong.map((otp, at) => ask(at, "/auth/login-sms", { phone, otp, session_id: sent.session_id })),
  );
  const answers = codes.map(({ code }) => code);
  // The fifth wrong try is answered that the code is used up.
  expect(among(answers, "otp_wrong")).toBe(4);
  expect(among(answers, "otp_expired")).toBe(36);
  const late = await ask(3, "/auth/login-sms", { phone, otp: right, session_id: sent.session_id });
  expect(late.code).toBe("otp_expired");
});

it("a password is compared ten times a quarter of an hour, over all processes", async () => {
  const guesses = await Promise.all(
    Array.from({ length: 80 }, (_each, at) =>
      ask(at, "/client/auth/login", { login: "0590000088", password: `Khong-phai-${at}@` }),
    ),
  );
  const answers = guesses.map(({ code }) => code);
  const compared = among(answers, "wrong_credentials");
  expect(compared).toBeGreaterThanOrEqual(3); // before a captcha is due
  expect(compared).toBeLessThanOrEqual(10);
  expect(answers.filter((code) => !["wrong_credentials", "captcha_required", "too_many"].includes(code))).toEqual([]);
});

it("one phone is sent one code, also by requests to all eight processes at once", async () => {
  const phone = "0590001888";
  const asked = await Promise.all(
    Array.from({ length: 32 }, (_each, at) => ask(at, "/v1/client/otp/send", { phone, purpose: "login" })),
  );
  expect(asked.filter(({ status }) => status === 200)).toHaveLength(1);
});
