import { execFile, spawn } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startSandbox } from "../start.ts";
import { isLocal } from "./http.ts";
import { SandboxRefusal } from "./settings.ts";

test.each<[string, NodeJS.ProcessEnv]>([
  ["NODE_ENV is production", { NODE_ENV: "production" }],
  ["NODE_ENV is production", { NODE_ENV: "production", DEV_SIMULATORS: "on" }],
  ["PUBLIC_URL is https", { PUBLIC_URL: "https://shop.example.vn" }],
  ["VNPAY_PAY_URL names a host", { VNPAY_PAY_URL: "https://pay.vnpay.vn/vpcpay.html" }],
  ["VNPAY_URL names a host", { VNPAY_URL: "https://sandbox.vnpayment.vn/paymentv2/vpcpay.html" }],
  ["MOMO_URL names a host", { MOMO_URL: "https://payment.momo.vn" }],
  ["SEPAY_URL names a host", { SEPAY_URL: "https://my.sepay.vn" }],
  ["VNPAY_HASH_SECRET may be a real key", { VNPAY_HASH_SECRET: "QWERTYUIOPASDFGHJKLZXCVBNM123456" }],
  ["MOMO_SECRET_KEY may be a real key", { MOMO_SECRET_KEY: "K951B6PE1waDMi640xX08PD3vg6EkVlz" }],
  ["CASSO_CHECKSUM_KEY may be a real key", { CASSO_CHECKSUM_KEY: "abc" }],
])("the start is refused: %s", async (reason, env) => {
  const refusal = await startSandbox({ env }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(SandboxRefusal);
  expect(String(refusal)).toContain(reason);
  expect(String(refusal)).toContain("only simulates");
});

test("a refusal lists every reason at once", async () => {
  const env = { NODE_ENV: "production", PUBLIC_URL: "https://shop.example.vn", MOMO_URL: "https://payment.momo.vn" };
  const refusal = await startSandbox({ env }).catch((error: unknown) => error);
  expect(String(refusal).match(/^ {2}- /gm)).toHaveLength(3);
});

test.each([
  [{ shop_url: "https://shop.example.vn" }, "shop_url is outside"],
  [{ pages_url: "http://pay.example.vn" }, "pages_url is outside"],
  [{ ipn_urls: { vnpay: "https://shop.example.vn/ipn" } }, "ipn_urls.vnpay is outside"],
  [{ shop_url: "localhost" }, "shop_url is no URL"],
  [{ keys: { vnpay: { hash_secret: "QWERTYUIOP" } } }, "the key hash_secret of vnpay"],
])("the start is refused with %j", async (options, reason) => {
  await expect(startSandbox({ env: {}, ...options })).rejects.toThrow(reason);
});

test("a name that no vendor has changes nothing and is refused", async () => {
  await expect(startSandbox({ env: {}, keys: { vnpay: { secret: "SANDBOX" } } })).rejects.toThrow(
    "nothing named secret",
  );
  await expect(startSandbox({ env: {}, portal: { paypal: { a: "b" } } })).rejects.toThrow("nothing named a");
});

test.each<NodeJS.ProcessEnv>([
  {},
  { NODE_ENV: "test", PUBLIC_URL: "http://192.168.1.20:3000" },
  { PUBLIC_URL: "https://localhost:3000" },
  { PUBLIC_URL: "https://shop.local" },
  { VNPAY_HASH_SECRET: "SANDBOX0VNPAY0HASH0SECRET0000001", MOMO_URL: "http://127.0.0.1:4100/momo" },
  { SEPAY_AUTH: "hmac", SEPAY_API_KEY: "" },
])("the start succeeds beside %j", async (env) => {
  const sandbox = await startSandbox({ env });
  expect((await fetch(sandbox.url)).status).toBe(200);
  await sandbox.close();
});

test("what is local and what is not", () => {
  const near = ["localhost", "127.0.0.1", "[::1]", "10.0.0.1", "172.31.0.1", "192.168.1.1", "169.254.1.1", "[fd00::1]"];
  const far = ["shop.vn", "8.8.8.8", "172.32.0.1", "10.example.vn", "[2001:db8::1]", "192.168.1.1.nip.io", ""];
  expect([...near, "shop.local", "shop"].filter((host) => !isLocal(host))).toEqual([]);
  expect(far.filter(isLocal)).toEqual([]);
});

const main = join(import.meta.dirname, "../main.ts");

test("the program in production says why it does not start", async () => {
  const env = { PATH: process.env.PATH, NODE_ENV: "production" };
  const [code, out, err] = await new Promise<[unknown, string, string]>((settle) => {
    execFile(process.execPath, [main], { env }, (error, ...said) => settle([error?.code, ...said]));
  });
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain("NODE_ENV is production");
});

test("the program says that it simulates, and what a shop is started with", async () => {
  const env = { PATH: process.env.PATH, SANDBOX_PORT: "0", SANDBOX_SEED: "one" };
  const program = spawn(process.execPath, [main], { env, stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  for await (const part of program.stdout.setEncoding("utf8")) {
    said += part;
    if (said.includes("Stop with Ctrl-C")) program.kill("SIGTERM");
  }
  expect(said).toContain("SIMULATES");
  expect(said).toMatch(/seed +one\n[\s\S]*MOMO_URL=http:\/\/127\.0\.0\.1:\d+\/momo\n/);
});
