/**
 * Avatars: uploads are re-encoded without metadata, replaced files are deleted, and anything but a small picture is
 * refused. rules/identity#pictures
 */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildApp, localeOf, tokenOf } from "../../http/app.ts";
import { requestContext } from "../../http/request-context.ts";
import { shopHandlers } from "../../shop.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";
import { openCustomerSession } from "../sessions.ts";
import { serveAvatars } from "./avatar-route.ts";

let shop: TestShop;
let app: FastifyInstance;
let dataDir: string;
let cookie: string;
let customer_id: number;

beforeAll(async () => {
  shop = await testShop();
  dataDir = mkdtempSync(join(tmpdir(), "shop-avatars-"));
  Object.assign(shop.base.config, { data_dir: dataDir, s3: undefined });
  app = await buildApp({ base: shop.base, handlers: shopHandlers });
  serveAvatars(app, (request) => {
    const origin = {
      ...tokenOf(request, {}, shop.base.config),
      locale: localeOf(request),
      client: request.ip,
      request_id: request.id,
    };
    return requestContext(shop.base, origin).ctx;
  });
  const { rows } = await sql<{ id: number }>`
    select id from identity.customers where email = 'lan@mutosi.example'`.execute(shop.sql);
  customer_id = rows[0]?.id ?? 0;
  const who = { customer_id, active_role: "customer", agent_id: "", device: "test", is_staff: false } as const;
  cookie = `session_id=${(await openCustomerSession(shop.ctx(), who)).token}`;
});
afterAll(async () => {
  await app.close();
  await shop.close();
  rmSync(dataDir, { recursive: true });
});
beforeEach(async () => {
  await sql`update identity.customers set avatar = null`.execute(shop.sql);
  await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`.execute(shop.sql);
});

const picture = () => sharp({ create: { width: 900, height: 600, channels: 3, background: "#c06" } });

type Sending = { headers?: Record<string, string>; fields?: Record<string, string>; name?: string };

/** As a browser sends the form. */
function send(file: Uint8Array<ArrayBuffer> | null, { headers = {}, fields = {}, name = "avatar" }: Sending = {}) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  if (file) form.append(name, new Blob([file], { type: "image/jpeg" }), "../../me.jpg");
  const request = new Request("http://shop", { method: "POST", body: form });
  return request.arrayBuffer().then((body) =>
    app.inject({
      method: "POST",
      url: "/v1/client/avatar",
      headers: { cookie, "content-type": request.headers.get("content-type") ?? "", ...headers },
      payload: Buffer.from(body),
    }),
  );
}
const bytesOf = (buffer: Buffer) => new Uint8Array(buffer);
const files = () => {
  try {
    return readdirSync(join(dataDir, "uploads", "avatars"));
  } catch {
    return [];
  }
};

test("a photo is stored as a small square without metadata, under a random name", async () => {
  const photo = await picture()
    .jpeg()
    .withExif({ IFD0: { Copyright: "Lan", ImageDescription: "at home" }, IFD3: { GPSLatitudeRef: "N" } })
    .toBuffer();
  const answer = await send(bytesOf(photo));
  expect(answer.statusCode).toBe(200);
  const { avatar_url } = (answer.json() as { data: { avatar_url: string } }).data;
  expect(avatar_url).toMatch(/^\/avatars\/[\w-]{22}\.webp$/);
  const shown = await app.inject(avatar_url);
  expect(shown.headers).toMatchObject({ "content-type": "image/webp", "x-content-type-options": "nosniff" });
  expect(shown.headers["cache-control"]).toContain("private");
  const read = await sharp(shown.rawPayload).metadata();
  expect(read).toMatchObject({ format: "webp", width: 512, height: 512 });
  expect(read.exif).toBeUndefined();
  expect((await (await shop.as("lan")).identity.profile({})).avatar_url).toBe(avatar_url);
});

test("a new picture replaces the old one and deletes its file; of two at once one stays", async () => {
  const photo = bytesOf(await picture().png().toBuffer());
  await Promise.all([send(photo), send(photo), send(photo)]);
  const { rows } = await sql<{ payload: { key: string } }>`
    select p.payload from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
    where j.task_identifier = 'remove_file'`.execute(shop.sql);
  const kept = await sql<{ avatar: string }>`select avatar from identity.customers where id = ${customer_id}`.execute(
    shop.sql,
  );
  expect(rows).toHaveLength(2);
  expect(rows.map(({ payload }) => payload.key)).not.toContain(kept.rows[0]?.avatar);
  expect(await (await shop.as("lan")).identity.removeAvatar({})).toEqual({ avatar_url: null });
  expect((await (await shop.as("lan")).identity.profile({})).avatar_url).toBeNull();
});

describe("an upload is recognised by its bytes, not by its name", () => {
  const refused: [string, () => Promise<Buffer> | Buffer][] = [
    ["a script", () => Buffer.from("<script>alert(1)</script>")],
    ["a drawing with a script in it", () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ["a page that begins like a picture", () => Buffer.from("GIF89a<html><script>alert(1)</script>")],
    ["half a photo", async () => (await picture().jpeg().toBuffer()).subarray(0, 300)],
    ["a bomb of 400 megapixels", () => bomb()],
  ];
  test.each(refused)("%s is refused and nothing is stored", async (_what, make) => {
    const before = files().length;
    const answer = await send(bytesOf(Buffer.from(await make())));
    expect(answer.statusCode).toBe(415);
    expect((answer.json() as { errors: { avatar: string[] } }).errors.avatar[0]).toMatch(/JPEG/);
    expect(files()).toHaveLength(before);
  });
});

/** A PNG whose head promises 20,000 × 20,000 points. */
async function bomb(): Promise<Buffer> {
  const small = await picture().png().toBuffer();
  small.writeUInt32BE(20_000, 16);
  small.writeUInt32BE(20_000, 20);
  return small;
}

test("a file above 5 MB is refused with its own message", async () => {
  const large = new Uint8Array(5 * 1024 * 1024 + 1);
  large.set([0xff, 0xd8, 0xff]);
  const answer = await send(large);
  expect(answer.statusCode).toBe(413);
  expect((answer.json() as { message: string }).message).toContain("5 MB");
  const noise = Buffer.from({ length: 1200 * 1000 * 3 }).map(() => Math.random() * 256);
  const heavy = await sharp(noise, { raw: { width: 1200, height: 1000, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  expect(heavy.length).toBeGreaterThan(3 * 1024 * 1024);
  expect((await send(bytesOf(heavy))).statusCode).toBe(200);
});

test("a form without scripts redirects back to its page with a message, and to no other site", async () => {
  const headers = { accept: "text/html,application/xhtml+xml" };
  const photo = bytesOf(await picture().webp().toBuffer());
  const to = async (returnTo: string, file: Uint8Array<ArrayBuffer> | null = photo) => {
    const answer = await send(file, { headers, fields: { return_to: returnTo } });
    expect(answer.statusCode).toBe(303);
    return answer.headers.location;
  };
  expect(await to("/en/tai-khoan/thong-tin-tai-khoan?x=1")).toBe("/en/tai-khoan/thong-tin-tai-khoan?x=1&avatar=saved");
  for (const foreign of ["https://evil.example/", "//evil.example/", "/\\evil.example"]) {
    expect(await to(foreign)).toBe("/tai-khoan/thong-tin-tai-khoan?avatar=saved");
  }
  expect(await to("/tai-khoan", null)).toBe("/tai-khoan?avatar=avatar_missing");
  expect(await to("/tai-khoan", bytesOf(Buffer.from("text")))).toBe("/tai-khoan?avatar=avatar_unreadable");
  const gone = await send(null, { headers, fields: { return_to: "/tai-khoan", intent: "remove_avatar" } });
  expect(gone.headers.location).toBe("/tai-khoan?avatar=removed");
});

test("an upload without a session, from another site or without a form is refused", async () => {
  const photo = bytesOf(await picture().png().toBuffer());
  expect((await send(photo, { headers: { cookie: "" } })).statusCode).toBe(401);
  const foreign = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
  expect((await send(photo, { headers: foreign })).statusCode).toBe(403);
  const json = { cookie, "content-type": "application/json" };
  const answer = await app.inject({ method: "POST", url: "/v1/client/avatar", headers: json, payload: "{}" });
  expect(answer.statusCode).toBe(415);
  const { rows } = await sql`select 1 from identity.customers where avatar is not null`.execute(shop.sql);
  expect(rows).toEqual([]);
});

test.each(["/avatars/x.webp", "/avatars/..%2f..%2fsecrets.json", "/avatars/AAAAAAAAAAAAAAAAAAAAAA.webp"])(
  "%s is 'not found'",
  async (address) => {
    expect((await app.inject(address)).statusCode).toBe(404);
  },
);
