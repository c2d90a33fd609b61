/** Storage backends, on disk and S3-compatible: round trip, key safety, permissions, failures. */
import { createHash, createHmac } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newKey, type Storage, storageOf } from "./storage.ts";

const secret = "a secret of sixteen or more";
const KEY_ID = "SHOP";
let dataDir: string;
let bucket: Awaited<ReturnType<typeof startFakeS3>>;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "shop-storage-"));
  bucket = await startFakeS3();
});
afterAll(async () => {
  rmSync(dataDir, { recursive: true });
  await bucket.close();
});

/** As much of S3 as the shop uses; it computes the signature again from what arrived (AWS Signature Version 4). */
async function startFakeS3() {
  const objects = new Map<string, Buffer>();
  const types = new Map<string, string | undefined>();
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const path = request.url ?? "";
    if (!hasValidSignature(request.method ?? "", path, request.headers, body)) return response.writeHead(403).end();
    if (!path.startsWith("/shop-files/")) return response.writeHead(404).end();
    if (request.method === "PUT") {
      objects.set(path, body);
      types.set(path, request.headers["content-type"]);
      return response.writeHead(200).end();
    }
    if (request.method === "DELETE") {
      objects.delete(path);
      return response.writeHead(204).end();
    }
    const found = objects.get(path);
    return found ? response.writeHead(200).end(found) : response.writeHead(404).end("no such key");
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    types,
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}

type Headers = Record<string, string | string[] | undefined>;
const sha256 = (text: string | Buffer) => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

function hasValidSignature(method: string, path: string, headers: Headers, body: Buffer): boolean {
  const [, scope = "", names = "", signature = ""] =
    /^AWS4-HMAC-SHA256 Credential=SHOP\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      String(headers.authorization),
    ) ?? [];
  const claimed = String(headers["x-amz-content-sha256"]);
  if (claimed !== "UNSIGNED-PAYLOAD" && claimed !== sha256(body)) return false;
  const lines = names.split(";").map((name) => `${name}:${String(headers[name]).trim()}`);
  const request = [method, path, "", ...lines, "", names, claimed].join("\n");
  const text = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, sha256(request)].join("\n");
  const [day = "", region = "", service = "", end = ""] = scope.split("/");
  const key = [region, service, end].reduce<Buffer>((made, part) => hmac(made, part), hmac(`AWS4${secret}`, day));
  return hmac(key, text).toString("hex") === signature;
}

const backends: [string, () => Storage][] = [
  ["on the machine's disk", () => storageOf({ data_dir: dataDir, s3: undefined })],
  ["in S3-compatible storage", () => storageOf({ data_dir: dataDir, s3: s3Config() })],
];
const s3Config = () => ({
  endpoint: bucket.endpoint,
  bucket: "shop-files",
  region: "auto",
  access_key_id: KEY_ID,
  secret_access_key: secret,
});

describe.each(backends)("a file %s", (_backend, open) => {
  test("a file reads back as written, can be replaced, and is gone once removed", async () => {
    const storage = open();
    const key = newKey("avatars", "webp");
    expect(await storage.get(key)).toBeNull();
    await storage.put(key, Buffer.from([0, 255, 13, 10, 0]), "image/webp");
    expect([...((await storage.get(key)) ?? [])]).toEqual([0, 255, 13, 10, 0]);
    await storage.put(key, Buffer.from("another"), "image/webp");
    expect(Buffer.from((await storage.get(key)) ?? []).toString()).toBe("another");
    await storage.remove(key);
    await storage.remove(key);
    expect(await storage.get(key)).toBeNull();
  });

  test.each(["../secrets.json", "avatars/../../secrets.json", "avatars/short.webp", "/etc/passwd", "exports/", ""])(
    "the key %j is refused",
    async (name) => {
      expect(() => open().get(name)).toThrow("no key of ours");
    },
  );
});

test("keys are 22 random characters and distinct", () => {
  const keys = Array.from({ length: 100 }, () => newKey("exports", "zip"));
  expect(new Set(keys).size).toBe(100);
  expect(keys[0]).toMatch(/^exports\/[\w-]{22}\.zip$/);
});

test("on disk only the shop's own user reads a file, and a finished write leaves no temporary file", async () => {
  const key = newKey("exports", "zip");
  await storageOf({ data_dir: dataDir, s3: undefined }).put(key, Buffer.from("data"), "application/zip");
  expect(statSync(join(dataDir, "uploads", key)).mode & 0o077).toBe(0);
  expect(readdirSync(join(dataDir, "uploads", "exports")).filter((name) => name.endsWith(".half"))).toEqual([]);
});

test("a wrong key or an unknown bucket is an error, never an empty file", async () => {
  const wrong = storageOf({ data_dir: dataDir, s3: { ...s3Config(), secret_access_key: "not the secret of it" } });
  await expect(wrong.get(newKey("avatars", "webp"))).rejects.toThrow("403");
  const nowhere = storageOf({ data_dir: dataDir, s3: { ...s3Config(), bucket: "no-such-bucket" } });
  await expect(nowhere.put(newKey("avatars", "webp"), Buffer.from("x"), "image/webp")).rejects.toThrow("no bucket");
});
