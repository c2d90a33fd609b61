/** A merchant for the tests of the gateway: receives notifications, replies as told, and signs requests with the test keys. */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { onTestFinished } from "vitest";
import { type JsonObject, readObject, writeJson } from "../core/values/json.ts";
import { compactTime } from "../core/values/times.ts";
import { signatureOf, type Text } from "../momo/signature.ts";
import { type Sandbox, type SandboxOptions, startSandbox } from "../start.ts";
import { type Call, callHash, signedQuery } from "../vnpay/signature.ts";

export type Received = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: string;
  json: JsonObject | undefined;
  socket: Socket;
};
/** Nothing: the shop does not answer. */
export type ShopReply = { status: number; body?: string } | undefined;
export type TestShop = {
  url: string;
  sandbox: Sandbox;
  received: Received[];
  /** How it answers from now on. */
  replies(reply: (received: Received) => ShopReply): void;
  /** What came to one sender's address. */
  to(sender: string): Received[];
  /** The shop's clock, epoch milliseconds; the virtual one stands still. */
  wall: { now: number };
};

/** 2026-11-21 09:30:00 in Việt Nam. */
export const START = 1_795_228_200_000;

/** The replies that satisfy each vendor. */
export function satisfied({ path, method }: Received): ShopReply {
  if (method === "GET" && path.startsWith("/v1")) return { status: 200, body: JSON.stringify({ RspCode: "00" }) };
  if (path.endsWith("/momo/ipn")) return { status: 204 };
  if (path.endsWith("/shopeepay/ipn")) return { status: 200, body: JSON.stringify({ errcode: 0 }) };
  if (path.endsWith("/napas/ipn")) return { status: 200, body: JSON.stringify({ code: "success" }) };
  if (path.endsWith("/alepay/ipn")) return { status: 200 };
  if (path.endsWith("/zalopay/ipn")) return { status: 200, body: JSON.stringify({ return_code: 1 }) };
  return { status: 200, body: JSON.stringify({ success: true }) };
}

export async function openTestShop(options: SandboxOptions = {}): Promise<TestShop> {
  let reply: (received: Received) => ShopReply = satisfied;
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const [path = "", query = ""] = (request.url ?? "").split("?");
    const { method = "", headers, socket } = request;
    const one = { method, path, query: new URLSearchParams(query), headers, body, json: readObject(body), socket };
    received.push(one);
    const answer = reply(one);
    if (answer) response.writeHead(answer.status).end(answer.body);
  });
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const wall = { now: START };
  const sandbox = await startSandbox({
    seed: "tests",
    speed: 0,
    now: () => wall.now,
    shop_url: url,
    env: {},
    onError: (error) => {
      throw error;
    },
    ...options,
  });
  onTestFinished(async () => {
    await sandbox.close();
    server.closeAllConnections();
    await new Promise((settle) => server.close(settle));
  });
  return {
    url,
    sandbox,
    received,
    wall,
    replies: (next) => {
      reply = next;
    },
    to: (sender) => received.filter(({ path }) => path === `/v1/payments/${sender}/ipn`),
  };
}

/** A signed pay URL of VNPAY; a field set to "" is left out. */
export function vnpayUrl({ sandbox, url, wall }: TestShop, changes: Readonly<Record<string, string>> = {}): string {
  const fields = {
    vnp_Version: "2.1.0",
    vnp_Command: "pay",
    vnp_TmnCode: "SANDBOX1",
    vnp_Amount: "180600000",
    vnp_CurrCode: "VND",
    vnp_TxnRef: "DH2611210001-1",
    vnp_OrderInfo: "Thanh toan don hang DH2611210001",
    vnp_OrderType: "other",
    vnp_Locale: "vn",
    vnp_ReturnUrl: `${url}/thanh-toan/tro-ve/vnpay`,
    vnp_IpAddr: "203.0.113.7",
    vnp_CreateDate: compactTime(wall.now),
    vnp_ExpireDate: compactTime(wall.now + 15 * 60_000),
    ...changes,
  };
  return `${sandbox.url}/vnpay/paymentv2/vpcpay.html?${signedQuery(fields, sandbox.keys.vnpay?.hash_secret ?? "")}`;
}

/** Opens a payment at VNPAY as a browser does; the URL of its page. */
export async function openVnpay(shop: TestShop, changes: Readonly<Record<string, string>> = {}): Promise<string> {
  const response = await fetch(vnpayUrl(shop, changes), { redirect: "manual" });
  return new URL(response.headers.get("location") ?? "", response.url).href;
}

let requests = 0;
function vnpayFields(call: Call, { wall }: TestShop, changes: Readonly<Record<string, string>> = {}) {
  requests += 1;
  return {
    vnp_RequestId: `R${requests}`,
    vnp_Version: "2.1.0",
    vnp_Command: call,
    vnp_TmnCode: "SANDBOX1",
    vnp_TxnRef: "DH2611210001-1",
    vnp_OrderInfo: "Hoi ve DH2611210001",
    vnp_TransactionDate: compactTime(START),
    vnp_CreateDate: compactTime(wall.now),
    vnp_IpAddr: "203.0.113.9",
    ...(call === "refund" ? { vnp_TransactionType: "02", vnp_Amount: "180600000", vnp_CreateBy: "cskh01" } : {}),
    ...changes,
  };
}

export async function askVnpay(
  call: "querydr" | "refund",
  shop: TestShop,
  changes: Readonly<Record<string, string>> = {},
  secret = shop.sandbox.keys.vnpay?.hash_secret ?? "",
): Promise<Record<string, string>> {
  const fields = vnpayFields(call, shop, changes);
  const response = await postJson(`${shop.sandbox.url}/vnpay/merchant_webapi/api/transaction`, {
    ...fields,
    vnp_SecureHash: callHash(call, fields, secret),
  });
  return (await response.json()) as Record<string, string>;
}

/** A signed call to MoMo; `amount` and `transId` are sent as numbers. */
export async function askMomo(
  path: string,
  text: Text,
  { sandbox, url }: TestShop,
  changes: Readonly<Record<string, string | undefined>> = {},
  signature?: string,
): Promise<Response> {
  requests += 1;
  const fields: Record<string, string | undefined> = {
    partnerCode: "SANDBOXMOMO",
    requestId: `request-${requests}`,
    orderId: "DH2611210002-1",
    lang: "vi",
    ...(text === "create"
      ? {
          amount: "1806000",
          orderInfo: "Thanh toán đơn hàng DH2611210002",
          redirectUrl: `${url}/thanh-toan/tro-ve/momo`,
          ipnUrl: `${url}/v1/payments/momo/ipn`,
          requestType: "captureWallet",
          extraData: "",
        }
      : {}),
    ...changes,
  };
  const keys = sandbox.keys.momo ?? {};
  const secrets = { access_key: keys.access_key ?? "", secret_key: keys.secret_key ?? "" };
  const numbers = ["amount", "transId"];
  const body = Object.entries(fields).map(([name, value]) => {
    return [name, numbers.includes(name) && /^\d+$/.test(value ?? "") ? BigInt(value ?? 0) : value];
  });
  return postJson(`${sandbox.url}/momo/v2/gateway/api/${path}`, {
    ...Object.fromEntries(body),
    signature: signature ?? signatureOf(text, fields, secrets),
  });
}

export async function momoResult(
  ...asked: Parameters<typeof askMomo>
): Promise<{ resultCode: number; body: JsonObject; status: number }> {
  const response = await askMomo(...asked);
  const body = readObject(await response.text()) ?? {};
  return { resultCode: Number(body.resultCode), body, status: response.status };
}

function postJson(url: string, body: object): Promise<Response> {
  return fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: writeJson(body) });
}

export function postForm(url: string, fields: Readonly<Record<string, string>>): Promise<Response> {
  return fetch(url, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
}

/** The control API over HTTP, with the token. */
export async function ctl(
  { sandbox }: TestShop,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: JsonObject }> {
  const response = await fetch(`${sandbox.url}/_ctl/${path}`, {
    method,
    headers: { authorization: `Bearer ${sandbox.token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: readObject(await response.text()) ?? {} };
}
