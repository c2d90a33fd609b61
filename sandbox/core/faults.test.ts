import { type AddressInfo, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { isSigned } from "../momo/signature.ts";
import {
  askMomo,
  askVnpay,
  momoResult,
  openTestShop,
  openVnpay,
  postForm,
  type Received,
  satisfied,
  type TestShop,
  vnpayUrl,
} from "../testing/test-shop.ts";
import { isSignedUrl } from "../vnpay/signature.ts";
import { type FaultKind, faultKinds } from "./faults.ts";
import type { JsonObject } from "./values/json.ts";

const REF = "DH2611210001-1";
const SECRET = "SANDBOX0VNPAY0HASH0SECRET0000001";
const tested = new Set<FaultKind>();

async function withFault(kind: FaultKind, fault: JsonObject = {}): Promise<TestShop> {
  tested.add(kind);
  const shop = await openTestShop();
  shop.sandbox.arm([{ kind, ...fault }]);
  return shop;
}

async function paid(shop: TestShop, ref = REF): Promise<string> {
  await openVnpay(shop, { vnp_TxnRef: ref });
  const { return_url } = await shop.sandbox.pay(ref, {});
  await shop.sandbox.advance(0);
  return return_url ?? "";
}

const field = (received: Received | undefined, name: string) => received?.query.get(name);
const isGenuine = ({ query }: Received) => isSignedUrl(Object.fromEntries(query), SECRET);

test("drop: a try is lost, and the next arrives at its time", async () => {
  const shop = await withFault("drop");
  await paid(shop);
  expect(shop.received).toEqual([]);
  await shop.sandbox.advance(300);
  expect(shop.to("vnpay")).toHaveLength(1);
  expect(shop.sandbox.log().map(({ verdict }) => verdict)).toContain("lost on the way");
});

test("duplicate: a try comes several times, one after another or at the same instant", async () => {
  const shop = await withFault("duplicate", { times: 2 });
  await paid(shop);
  expect(shop.to("vnpay")).toHaveLength(3);
  expect(new Set(shop.to("vnpay").map(({ query }) => String(query))).size).toBe(1);
  shop.sandbox.arm([{ kind: "duplicate", times: 4, at_once: true }]);
  await paid(shop, "DH2611210001-2");
  const together = shop.to("vnpay").slice(3);
  expect(together).toHaveLength(5);
  expect(new Set(together.map(({ socket }) => socket)).size).toBe(5);
  expect(shop.sandbox.log().filter(({ direction }) => direction === "out")).toHaveLength(8);
});

test("delay: a notification comes later", async () => {
  const shop = await withFault("delay", { seconds: 90 });
  await paid(shop);
  await shop.sandbox.advance(89);
  expect(shop.received).toEqual([]);
  await shop.sandbox.advance(1);
  expect(shop.to("vnpay")).toHaveLength(1);
});

test("reorder: a notification comes behind the next one, or when it is flushed", async () => {
  const shop = await withFault("reorder");
  await paid(shop, "A-1");
  expect(shop.received).toEqual([]);
  await paid(shop, "B-1");
  expect(shop.to("vnpay").map((each) => field(each, "vnp_TxnRef"))).toEqual(["B-1", "A-1"]);
  shop.sandbox.arm([{ kind: "reorder" }]);
  await paid(shop, "C-1");
  await shop.sandbox.flush();
  expect(field(shop.to("vnpay")[2], "vnp_TxnRef")).toBe("C-1");
});

test("bad_signature: a try is not authentic, and a later one is", async () => {
  const shop = await withFault("bad_signature");
  shop.replies((received) => ({ status: 200, body: JSON.stringify({ RspCode: isGenuine(received) ? "00" : "97" }) }));
  await paid(shop);
  await shop.sandbox.advance(300);
  expect(shop.to("vnpay").map(isGenuine)).toEqual([false, true]);
});

test.each(["vnpay", "momo", "sepay", "casso", "payos"])(
  "other_secret and bad_signature: no message of %s is as it should be",
  async (sender) => {
    const shop = await withFault("other_secret");
    tested.add("bad_signature");
    const messages: string[] = [];
    for (const faults of [[], [{ kind: "bad_signature" }], [{ kind: "other_secret" }]]) {
      shop.sandbox.reset();
      shop.sandbox.arm(faults);
      await event(shop, sender);
      const [last] = shop.to(sender).slice(-1);
      const names = /signature|timestamp|token/;
      const headers = Object.entries(last?.headers ?? {}).filter(([name]) => names.test(name));
      messages.push(`${last?.query} ${last?.body} ${JSON.stringify(headers)}`);
    }
    expect(new Set(messages).size).toBe(3);
  },
);

async function event(shop: TestShop, sender: string): Promise<void> {
  if (sender === "vnpay") await openVnpay(shop);
  if (sender === "momo") await askMomo("create", "create", shop, { orderId: REF, requestId: "same" });
  if (sender === "vnpay" || sender === "momo") await shop.sandbox.pay(REF, {});
  else shop.sandbox.control("bank", "transfer", { sender, account: "1234", amount: 5, content: "DH1" });
  await shop.sandbox.advance(0);
}

test("changed_amount: a well signed message states another amount; the vendor holds what was asked", async () => {
  const shop = await withFault("changed_amount", { amount: 5_000 });
  await paid(shop);
  const [ipn] = shop.to("vnpay");
  expect(field(ipn, "vnp_Amount")).toBe("500000");
  expect(shop.to("vnpay").every(isGenuine)).toBe(true);
  expect((await askVnpay("querydr", shop)).vnp_Amount).toBe("180600000");
  expect(shop.sandbox.ledger().payments[0]?.captured).toBe(1_806_000);
});

test("changed_amount, captured: message, query and ledger have the other amount", async () => {
  const shop = await withFault("changed_amount", { captured: true, count: null });
  await paid(shop);
  expect(field(shop.to("vnpay")[0], "vnp_Amount")).toBe("180700000");
  expect((await askVnpay("querydr", shop)).vnp_Amount).toBe("180700000");
  expect(shop.sandbox.ledger().payments[0]?.captured).toBe(1_807_000);
});

test("unknown_reference: a well signed message names what the shop does not know", async () => {
  const shop = await withFault("unknown_reference");
  await paid(shop);
  expect(field(shop.to("vnpay")[0], "vnp_TxnRef")).toMatch(/^KHONGCO/);
  expect(shop.to("vnpay").every(isGenuine)).toBe(true);
  await event(shop, "sepay");
  shop.sandbox.arm([{ kind: "unknown_reference", vendor: "bank" }]);
  await event(shop, "sepay");
  expect(shop.to("sepay").map(({ json }) => json?.content)).toEqual(["DH1", "KHONGCO3"]);
});

test("slow_reader: the reply is taken late, the connection is open until then", async () => {
  const shop = await withFault("slow_reader", { seconds: 20 });
  await paid(shop);
  await shop.sandbox.advance(19);
  expect(shop.sandbox.ledger().unsettled).toHaveLength(1);
  await shop.sandbox.advance(1);
  expect(shop.sandbox.ledger().unsettled).toEqual([]);
});

test("half_closed: the vendor's half is closed before the reply, which is read all the same", async () => {
  tested.add("half_closed");
  let request = "";
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.setEncoding("utf8").on("data", (part) => {
      request += part;
    });
    socket.once("end", () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 16\r\n\r\n{"RspCode":"00"}'));
  });
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const shop = await openTestShop({ ipn_urls: { vnpay: `http://127.0.0.1:${port}/ipn` } });
  shop.sandbox.arm([{ kind: "half_closed" }]);
  await paid(shop);
  expect(request).toMatch(/^GET \/ipn\?vnp_Amount=180600000&/);
  expect(shop.sandbox.ledger().unsettled).toEqual([]);
});

test("forged_failure: a failure signed by a stranger comes before the real success, once", async () => {
  const shop = await withFault("forged_failure");
  shop.replies((received) => ({ status: 200, body: JSON.stringify({ RspCode: isGenuine(received) ? "00" : "97" }) }));
  await paid(shop);
  await shop.sandbox.advance(86_400);
  const [forged, real] = shop.to("vnpay");
  expect(shop.to("vnpay").map(isGenuine)).toEqual([false, true]);
  expect(field(forged, "vnp_ResponseCode")).toBe("24");
  expect(field(real, "vnp_ResponseCode")).toBe("00");
});

test("failure_after_success: a well signed failure follows", async () => {
  const shop = await withFault("failure_after_success", { seconds: 5 });
  await paid(shop);
  await shop.sandbox.advance(5);
  expect(shop.to("vnpay").map((each) => field(each, "vnp_ResponseCode"))).toEqual(["00", "24"]);
  expect(shop.to("vnpay").every(isGenuine)).toBe(true);
  expect(shop.sandbox.ledger().payments[0]?.state).toBe("paid");
});

test("success_after_expiry: what expired is paid after all", async () => {
  const shop = await withFault("success_after_expiry", { seconds: 120 });
  await openVnpay(shop);
  await shop.sandbox.advance(15 * 60);
  expect(shop.sandbox.ledger().payments[0]?.state).toBe("expired");
  await shop.sandbox.advance(120);
  expect(shop.to("vnpay").map((each) => field(each, "vnp_ResponseCode"))).toEqual(["11", "00"]);
  expect((await askVnpay("querydr", shop)).vnp_TransactionStatus).toBe("00");
});

test("second_success: another attempt of the order is paid too, also at another vendor; until there is one, it waits", async () => {
  const shop = await withFault("second_success");
  await paid(shop, "DH1-1");
  await askMomo("create", "create", shop, { orderId: "DH2-1" });
  await openVnpay(shop, { vnp_TxnRef: "DH2-2" });
  await shop.sandbox.pay("DH2-2", {});
  await shop.sandbox.advance(0);
  const states = shop.sandbox.ledger().payments.map(({ ref, state }) => `${ref} ${state}`);
  expect(states).toEqual(["DH1-1 paid", "DH2-1 paid", "DH2-2 paid"]);
  expect(shop.to("momo")[0]?.json).toMatchObject({ orderId: "DH2-1", resultCode: 0 });
});

test("notify_before_return: the browser waits until the notification was answered", async () => {
  const shop = await withFault("notify_before_return");
  const response = await postForm(await openVnpay(shop), { outcome: "pay" });
  expect(response.status).toBe(303);
  expect(shop.to("vnpay")).toHaveLength(1);
  expect(shop.sandbox.ledger().unsettled).toEqual([]);
});

test("notify_after_return: the notification comes seconds after the browser", async () => {
  const shop = await withFault("notify_after_return");
  const response = await postForm(await openVnpay(shop), { outcome: "pay" });
  await fetch(response.headers.get("location") ?? "");
  await shop.sandbox.advance(2);
  expect(shop.received.map(({ path }) => path)).toEqual(["/thanh-toan/tro-ve/vnpay", "/v1/payments/vnpay/ipn"]);
});

test("notify_with_return: both arrive over two sockets, and the notification's reply counts", async () => {
  const shop = await withFault("notify_with_return");
  shop.replies((received) => (received.path.startsWith("/v1") ? satisfied(received) : { status: 303 }));
  await paid(shop);
  const paths = shop.received.map(({ path }) => path).sort();
  expect(paths).toEqual(["/thanh-toan/tro-ve/vnpay", "/v1/payments/vnpay/ipn"]);
  expect(new Set(shop.received.map(({ socket }) => socket)).size).toBe(2);
  expect(shop.sandbox.ledger().unsettled).toEqual([]);
});

test("notify_before_create: the shop hears of the payment before it has the answer to its creation", async () => {
  const shop = await withFault("notify_before_create");
  let isAnswered = false;
  const order: string[] = [];
  shop.replies((received) => {
    order.push(isAnswered ? "answer, notification" : "notification, answer");
    return satisfied(received);
  });
  expect((await momoResult("create", "create", shop)).resultCode).toBe(0);
  isAnswered = true;
  await shop.sandbox.advance(0);
  expect(order).toEqual(["notification, answer"]);
  expect(shop.sandbox.ledger().payments[0]?.state).toBe("paid");
});

test("create_500: the answer fails, the payment is there; asked again, the vendor knows it", async () => {
  const shop = await withFault("create_500");
  expect((await askMomo("create", "create", shop)).status).toBe(500);
  expect((await momoResult("query", "query", shop)).resultCode).toBe(1000);
  expect((await momoResult("create", "create", shop)).resultCode).toBe(41);
  shop.sandbox.arm([{ kind: "create_500", vendor: "vnpay" }]);
  expect((await fetch(vnpayUrl(shop), { redirect: "manual" })).status).toBe(500);
});

test("create_timeout: there is no answer; the same request meanwhile runs still, a query finds the payment", async () => {
  const shop = await withFault("create_timeout");
  const { promise: stored, resolve } = Promise.withResolvers<void>();
  const hanging = askMomo("create", "create", shop, { requestId: "one" }).catch(() => "closed");
  const poll = async () => {
    while ((await momoResult("query", "query", shop)).resultCode === 42);
    resolve();
  };
  await Promise.all([poll(), stored]);
  const again = await momoResult("create", "create", shop, { requestId: "one" });
  expect(again).toMatchObject({ status: 422, resultCode: 7000 });
  expect(shop.sandbox.log().find(({ verdict }) => verdict === "never answered")).toMatchObject({ status: 0 });
  await shop.sandbox.close();
  expect(await hanging).toBe("closed");
});

test("query_pending and query_500: a query is vague as often as asked, then true", async () => {
  const shop = await withFault("query_pending", { count: 2 });
  tested.add("query_500");
  await paid(shop);
  const status = async () => (await askVnpay("querydr", shop)).vnp_TransactionStatus;
  expect([await status(), await status(), await status()]).toEqual(["01", "01", "00"]);
  await askMomo("create", "create", shop, { orderId: "M-1" });
  await shop.sandbox.pay("M-1", {});
  shop.sandbox.arm([
    { kind: "query_pending", vendor: "momo" },
    { kind: "query_500", vendor: "momo" },
  ]);
  const codes = [];
  for (let asked = 0; asked < 3; asked += 1) {
    const response = await askMomo("query", "query", shop, { orderId: "M-1" });
    codes.push(response.status === 503 ? 503 : ((await response.json()) as { resultCode: number }).resultCode);
  }
  expect(codes).toEqual([503, 0, 0]);
});

test("refund_refused: a refund is pending first and refused then, and the money is still there to refund", async () => {
  const shop = await withFault("refund_refused", { count: 2 });
  await paid(shop);
  expect((await askVnpay("refund", shop)).vnp_TransactionStatus).toBe("05");
  await shop.sandbox.advance(60);
  expect((await askVnpay("querydr", shop)).vnp_TransactionStatus).toBe("09");
  expect((await askVnpay("refund", shop)).vnp_ResponseCode).toBe("00");
  await shop.sandbox.advance(60);

  await askMomo("create", "create", shop, { orderId: "M-1" });
  await shop.sandbox.pay("M-1", {});
  shop.sandbox.arm([{ kind: "refund_refused", ref: "M-1" }]);
  const transId = shop.sandbox.ledger().payments.at(-1)?.txn ?? "";
  const refund = { transId, amount: "5000", orderId: "RF-1", description: "" };
  expect((await momoResult("refund", "refund", shop, refund)).resultCode).toBe(7002);
  await shop.sandbox.advance(60);
  expect((await momoResult("refund/query", "query", shop, { orderId: "RF-1" })).resultCode).toBe(1080);
  expect(shop.sandbox.ledger().totals.momo?.refunded).toBe(0);
});

test("refund_500 and refund_timeout: the answer fails or never comes, the refund is there and is not made twice", async () => {
  const shop = await withFault("refund_500");
  tested.add("refund_timeout");
  await paid(shop);
  await expect(askVnpay("refund", shop)).rejects.toThrow();
  expect((await askVnpay("refund", shop)).vnp_ResponseCode).toBe("94");
  expect((await askVnpay("querydr", shop)).vnp_TransactionStatus).toBe("05");

  await askMomo("create", "create", shop, { orderId: "M-1" });
  await shop.sandbox.pay("M-1", {});
  shop.sandbox.arm([{ kind: "refund_timeout" }]);
  const transId = shop.sandbox.ledger().payments.at(-1)?.txn ?? "";
  const refund = { transId, amount: "5000", orderId: "RF-1", description: "" };
  const hanging = askMomo("refund", "refund", shop, refund).catch(() => "closed");
  await expect.poll(() => shop.sandbox.ledger().totals.momo?.refunded, { timeout: 10_000 }).toBe(5_000);
  expect((await momoResult("refund", "refund", shop, refund)).resultCode).toBe(41);
  await shop.sandbox.close();
  expect(await hanging).toBe("closed");
});

test("forged_failure with notify_before_return: the forgery still comes first", async () => {
  const shop = await withFault("forged_failure");
  shop.sandbox.arm([{ kind: "notify_before_return" }]);
  await postForm(await openVnpay(shop), { outcome: "pay" });
  expect(shop.to("vnpay").map(isGenuine)).toEqual([false, true]);
});

test("a fault is for its vendor or reference alone, and for so many occasions", async () => {
  const shop = await openTestShop();
  shop.sandbox.arm([
    { kind: "drop", vendor: "momo" },
    { kind: "drop", ref: "B-1", count: null },
  ]);
  await paid(shop, "A-1");
  await paid(shop, "B-1");
  await shop.sandbox.advance(86_400);
  expect(shop.to("vnpay").map((each) => field(each, "vnp_TxnRef"))).toEqual(["A-1"]);
});

test.each<JsonObject>([
  { kind: "explode" },
  { kind: "drop", vendor: "paypal" },
  { kind: "drop", count: 0 },
  { kind: "delay", seconds: -1 },
  { kind: "drop", often: 3 },
])("a mistyped fault is refused and arms nothing: %j", async (fault) => {
  const { sandbox } = await openTestShop();
  expect(() => sandbox.arm([{ kind: "drop" }, fault])).toThrow();
});

test("every fault has its test", () => {
  expect(Object.keys(faultKinds).filter((kind) => !tested.has(kind as FaultKind))).toEqual([]);
});

test("a MoMo message keeps its signature when the fault is another vendor's", async () => {
  const shop = await openTestShop();
  shop.sandbox.arm([{ kind: "bad_signature", vendor: "vnpay" }]);
  await event(shop, "momo");
  const fields = Object.entries(shop.to("momo")[0]?.json ?? {}).map(([name, value]) => [name, String(value)]);
  const secrets = { access_key: "SANDBOXACCESS01", secret_key: "SANDBOX0MOMO0SECRET0KEY000000001" };
  expect(isSigned("ipn", Object.fromEntries(fields), secrets)).toBe(true);
});
