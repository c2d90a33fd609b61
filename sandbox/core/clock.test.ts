import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { askVnpay, openTestShop, openVnpay } from "../testing/test-shop.ts";
import { createClock, type Task } from "./clock.ts";
import { emptyState } from "./ledger.ts";

const REF = "DH2611210001-1";

function clockAt(speed: number) {
  const done: string[] = [];
  const wall = { now: 1_000_000 };
  const run = async ({ name }: Task) => {
    await Promise.resolve();
    done.push(`${name} ${clock.now()}`);
  };
  const onError = (error: unknown) => expect.fail(String(error));
  const clock = createClock({ state: emptyState(), wall: () => wall.now, speed, run, onError });
  onTestFinished(() => clock.stop());
  const schedule = (name: string, seconds: number) => clock.schedule({ vendor: "", name, data: {} }, seconds);
  return { clock, done, wall, schedule };
}

test("what falls due on the way is done in order, each at its own moment", async () => {
  const { clock, done, schedule } = clockAt(0);
  schedule("third", 60);
  schedule("first", 10);
  schedule("second", 10);
  await clock.advance(59);
  expect(done).toEqual(["first 1010000", "second 1010000"]);
  await clock.advance(1);
  expect(done.at(-1)).toBe("third 1060000");
});

test("what is due at once is done without advancing, and is over when an advance of 0 is", async () => {
  const { clock, done, schedule } = clockAt(0);
  schedule("now", 0);
  await clock.advance(0);
  expect(done).toEqual(["now 1000000"]);
});

test("runs as many times as fast as the wall clock as its speed says", async () => {
  const { clock, done, schedule, wall } = clockAt(60);
  schedule("after five minutes", 300);
  wall.now += 4_999;
  await clock.advance(0);
  expect(done).toEqual([]);
  wall.now += 1;
  await clock.advance(0);
  expect(done).toEqual(["after five minutes 1300000"]);
});

test("expires and tries again by itself when it runs", async () => {
  const shop = await openTestShop({ speed: 36_000, now: Date.now });
  shop.wall.now = Date.now();
  shop.replies(() => ({ status: 500 }));
  await openVnpay(shop);
  await expect.poll(() => shop.to("vnpay").length, { timeout: 10_000 }).toBe(10);
});

test("an advanced clock does not make the shop's dates wrong", async () => {
  const shop = await openTestShop();
  await shop.sandbox.advance(30 * 86_400);
  await openVnpay(shop);
  await shop.sandbox.pay(REF, {});
  expect(await askVnpay("querydr", shop)).toMatchObject({ vnp_PayDate: "20261121093000", vnp_ResponseCode: "00" });
});

test("a reply that was being read when the program ended counts as a timeout after the restart", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sandbox-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "state.json");
  const before = await openTestShop({ state_file: file });
  before.sandbox.arm([{ kind: "slow_reader", seconds: 20 }]);
  await openVnpay(before);
  await before.sandbox.pay(REF, {});
  await before.sandbox.advance(0);
  await before.sandbox.close();

  const after = await openTestShop({ state_file: file, shop_url: before.url });
  await after.sandbox.advance(20);
  expect(after.sandbox.ledger().unsettled).toMatchObject([{ status: "waiting", tries: 1, verdicts: ["timeout"] }]);
  await after.sandbox.advance(300);
  expect(after.sandbox.ledger().unsettled).toEqual([]);
});

test("a state file carries payments, faults and waiting notifications over a restart", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sandbox-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "state.json");
  const before = await openTestShop({ state_file: file });
  before.replies(() => ({ status: 500 }));
  const page = new URL(await openVnpay(before)).search;
  await before.sandbox.pay(REF, {});
  await before.sandbox.advance(300);
  before.sandbox.arm([{ kind: "query_500" }]);
  await before.sandbox.close();
  expect(JSON.parse(readFileSync(file, "utf8")).payments).toHaveLength(1);

  const after = await openTestShop({ state_file: file, shop_url: before.url });
  expect(new URL(after.url).search).toBe("");
  expect((await fetch(`${after.sandbox.url}/vnpay/paymentv2/Transaction/PaymentMethod.html${page}`)).status).toBe(200);
  await expect(askVnpay("querydr", after)).rejects.toThrow();
  expect((await askVnpay("querydr", after)).vnp_TransactionStatus).toBe("00");
  await after.sandbox.advance(299);
  expect(before.to("vnpay")).toHaveLength(2);
  await after.sandbox.advance(1);
  expect(before.to("vnpay")).toHaveLength(3);
});
