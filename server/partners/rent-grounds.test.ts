/** Premises over HTTP as a page and as an app send them, what staff do with them, and their end. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildApp } from "../http/app.ts";
import { requestContext } from "../http/request-context.ts";
import { shopHandlers } from "../shop.ts";
import { refusalCode } from "../testing/test-refusal.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { receiveRentGrounds } from "./rent-ground-route.ts";
import { eraseRentGrounds, sweepRentGrounds } from "./retention.ts";

let shop: TestShop;
let app: FastifyInstance;
let dataDir: string;
let pictures: Buffer[];
let caller: string | undefined;
const start = new Date("2026-11-23T03:00:00Z");

beforeAll(async () => {
  shop = await testShop({ now: start, config: { limit_factor: 1 } });
  dataDir = mkdtempSync(join(tmpdir(), "shop-premises-"));
  Object.assign(shop.base.config, { data_dir: dataDir, s3: undefined });
  app = await buildApp({ base: shop.base, handlers: shopHandlers });
  receiveRentGrounds({
    app,
    config: shop.base.config,
    sessionCtx: (request) =>
      requestContext(shop.base, { token: caller, locale: "vi", client: request.ip, request_id: request.id }).ctx,
  });
  const colours = ["teal", "olive", "navy"];
  pictures = await Promise.all(
    colours.map((background) =>
      sharp({ create: { width: 300, height: 200, channels: 3, background } })
        .withExifMerge({ IFD0: { Artist: "someone" } })
        .jpeg()
        .toBuffer(),
    ),
  );
});
afterAll(async () => {
  await app.close();
  await shop.close();
  rmSync(dataDir, { recursive: true });
});
beforeEach(async () => {
  caller = undefined;
  shop.advanceClock(start.getTime() - shop.now.getTime());
  for (const table of ["forms", "pictures", "rent_grounds"])
    await sql`delete from ${sql.table(`partners.${table}`)}`.execute(shop.sql);
  await sql`delete from kernel.rate_limits`.execute(shop.sql);
  await sql`delete from identity.attempts`.execute(shop.sql);
  await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`.execute(shop.sql);
});

const good = {
  ...{
    full_name: "Mạc Bảo Trân",
    phone: "0590 000 027",
    city_code: "48",
    ward_code: "20242",
    street: "31 đường Cát Vàng",
  },
  ...{ area_m2: "85", front_m: "4,5", monthly_rent: "25.000.000 đ", right: "owner", available_from: "2027-01-01" },
  ...{ note: "Có chỗ đỗ xe tải", consent: "1" },
};
type Sending = { files?: readonly Buffer[]; headers?: Record<string, string>; kept?: readonly string[] };

async function send(
  fields: Record<string, string>,
  { files = pictures.slice(0, 2), headers = {}, kept = [] }: Sending = {},
) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  for (const key of kept) form.append("kept", key);
  for (const [at, file] of files.entries())
    form.append("pictures", new Blob([new Uint8Array(file)]), `../anh ${at}.jpg`);
  const request = new Request("http://shop", { method: "POST", body: form });
  return app.inject({
    method: "POST",
    url: "/v1/client/create-rent-ground",
    headers: { "content-type": request.headers.get("content-type") ?? "", ...headers },
    payload: Buffer.from(await request.arrayBuffer()),
  });
}
const codeOf = (answer: { json(): unknown }) => (answer.json() as { data: { code: string } }).data.code;
const errorsOf = (answer: { json(): unknown }) => (answer.json() as { errors?: Record<string, string[]> }).errors ?? {};
const files = () => {
  try {
    return readdirSync(join(dataDir, "uploads", "premises"));
  } catch {
    return []; // nothing was stored yet
  }
};
const page = { accept: "text/html" };
const cookieOf = (answer: { headers: Record<string, unknown> }) =>
  /rent_ground=([\w-]{22})/.exec(String(answer.headers["set-cookie"]))?.[1] ?? "";
const ownForm = (token: string) => shop.visitor().partners.ownForm({ token });
const staff = () => shop.staff("an");
const count = async () =>
  (await sql<{ count: number }>`select count(*)::int as count from partners.rent_grounds`.execute(shop.sql)).rows[0]
    ?.count;

describe("premises that are right", () => {
  test("are stored once with their pictures drawn anew, and answered with code and days", async () => {
    const before = files().length;
    const answer = await send(good);
    expect(answer.statusCode).toBe(200);
    // Ten working days after Monday 23 November, and a year.
    expect(answer.json()).toEqual({
      data: {
        code: expect.stringMatching(/^HT-[2-9A-HJ-NP-Z]{6}$/),
        answer_by: "2026-12-07T17:00:00.000Z",
        delete_on: "2027-11-23",
      },
    });
    const record = await (await staff()).partners.rentGround({ code: codeOf(answer) });
    expect(record).toMatchObject({
      ...{ state: "received", full_name: "Mạc Bảo Trân", phone: "+84590000027", area_m2: 85, front_m: 4.5 },
      ...{ monthly_rent: 25_000_000, right: "owner", available_from: "2027-01-01", note: "Có chỗ đỗ xe tải" },
      address: expect.stringMatching(/^31 đường Cát Vàng, Phường .+, Thành phố Đà Nẵng$/),
      moves: ["talking", "visit", "refused", "withdrawn"],
    });
    expect(record.pictures.map(({ number }) => number)).toEqual([1, 2]);
    const { content } = await (await staff()).partners.rentGroundPicture({ code: record.code, number: 2 });
    const { format, exif } = await sharp(Buffer.from(content, "base64")).metadata();
    expect({ format, exif }).toEqual({ format: "webp", exif: undefined });
    expect(files()).toHaveLength(before + 2);
  });

  test("sent again on the same day, also 20 at once, are one with one code", async () => {
    const first = codeOf(await send(good));
    const again = await Promise.all(Array.from({ length: 20 }, () => send(good)));
    expect(new Set(again.map(codeOf))).toEqual(new Set([first]));
    expect(await count()).toBe(1);
  });

  test("of a signed-in sender bring a receipt to the proved address, of another none", async () => {
    const sent = async () =>
      (
        await sql<{ title: string }>`select p.payload ->> 'title' as title from graphile_worker.jobs j
        join graphile_worker._private_jobs p on p.id = j.id where j.task_identifier = 'mail_encrypted'`.execute(
          shop.sql,
        )
      ).rows;
    await send(good);
    expect(await sent()).toEqual([]);
    caller = await shop.token("lan");
    await sql`update identity.customers set email = 'lan.rent@mutosi.example', email_verified_at = now()
      where phone = '+84590000011'`.execute(shop.sql);
    await send({ ...good, street: "32 đường Cát Vàng" });
    expect(await sent()).toEqual([{ title: "Đã nhận đề nghị hợp tác" }]);
  });
});

describe("premises with something wrong", () => {
  test("are refused with every field that is", async () => {
    const answer = await send(
      { full_name: "Trân", area_m2: "59", front_m: "3.9", monthly_rent: "nhiều", available_from: "2026-11-22" },
      { files: pictures.slice(0, 1) },
    );
    expect(answer.statusCode).toBe(422);
    expect(errorsOf(answer)).toMatchObject({
      phone: ["Vui lòng nhập thông tin"],
      city_code: ["Vui lòng chọn thông tin"],
      ward_code: ["Vui lòng chọn thông tin"],
      right: ["Vui lòng chọn thông tin"],
      area_m2: [expect.stringContaining("Diện tích phải lớn hơn 59")],
      front_m: ["Mặt tiền phải lớn hơn 3.9 và nhỏ hơn 1,000.1"],
      monthly_rent: ["Vui lòng nhập số"],
      available_from: ["Ngày này đã qua"],
      pictures: ["Cần từ 2 đến 10 ảnh khác nhau"],
      consent: expect.any(Array),
    });
    expect(await count()).toBe(0);
  });

  test.each([
    ["a ward of another province", { ward_code: "00229" }, "ward_code"],
    ["two decimals of the front", { front_m: "4.55" }, "front_m"],
    ["a day there is none of", { available_from: "2027-02-30" }, "available_from"],
    ["a note that is too long", { note: "x".repeat(1_001) }, "note"],
    ["no consent", { consent: "0" }, "consent"],
  ])("%s is said at its field", async (_title, change, field) => {
    const answer = await send({ ...good, ...change });
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(errorsOf(answer))).toEqual([field]);
  });

  test("the same picture twice is one; what is no picture, and one beyond 10 MB, are told at the field", async () => {
    const [first = Buffer.alloc(0)] = pictures;
    expect(errorsOf(await send(good, { files: [first, first] }))).toEqual({
      pictures: ["Cần từ 2 đến 10 ảnh khác nhau"],
    });
    const script = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>");
    expect(errorsOf(await send(good, { files: [...pictures, script] })).pictures?.[0]).toContain("Không đọc được ảnh");
    const large = Buffer.alloc(10 * 1024 * 1024 + 1, 1);
    expect(errorsOf(await send(good, { files: [...pictures, large] })).pictures?.[0]).toContain("lớn hơn 10 MB");
  });

  test("from one phone number a fourth of a day is refused", async () => {
    for (const street of ["1", "2", "3"]) {
      await sql`delete from identity.attempts`.execute(shop.sql); // the captcha of an address is another limit
      expect((await send({ ...good, street })).statusCode).toBe(200);
    }
    await sql`delete from identity.attempts`.execute(shop.sql);
    expect((await send({ ...good, street: "4" })).statusCode).toBe(429);
  });
});

describe("a page's form", () => {
  test("comes back with all that was typed and its pictures, and is sent with them", async () => {
    const back = await send({ ...good, full_name: "Trân" }, { headers: page });
    expect([back.statusCode, back.headers.location]).toEqual([303, "/hop-tac#apply"]);
    const token = cookieOf(back);
    const form = await ownForm(token);
    expect(form.returned?.values).toMatchObject({ street: good.street, monthly_rent: good.monthly_rent });
    expect(Object.keys(form.returned?.errors ?? {})).toEqual(["full_name"]);
    expect(form.pictures).toHaveLength(2);
    const cookie = `rent_ground=${token}`;
    const kept = form.pictures.map(({ key }) => key);
    const sent = await send(good, { files: [], kept, headers: { ...page, cookie } });
    expect(sent.statusCode).toBe(303);
    expect((await ownForm(token)).sent?.code).toMatch(/^HT-/);
    expect(await count()).toBe(1);
  });

  test("asks for the wards of a province without being judged", async () => {
    const back = await send({ city_code: "48", full_name: "Trân", refresh: "1" }, { headers: page, files: [] });
    const form = await ownForm(cookieOf(back));
    expect(form.returned).toMatchObject({ values: { city_code: "48", full_name: "Trân" }, errors: {}, message: "" });
  });

  test("of another browser is nobody's: neither its text nor its pictures", async () => {
    const token = cookieOf(await send({ ...good, full_name: "Trân" }, { headers: page }));
    const kept = (await ownForm(token)).pictures.map(({ key }) => key);
    const other = "A".repeat(22);
    expect(await ownForm(other)).toEqual({ sent: null, returned: null, pictures: [] });
    const answer = await send(good, { files: [], kept, headers: { cookie: `rent_ground=${other}` } });
    expect(Object.keys(errorsOf(answer))).toEqual(["pictures"]);
  });
});

describe("the desk", () => {
  test("lists masked, newest first, and by what waits", async () => {
    const code = codeOf(await send(good));
    const { rows } = await (await staff()).partners.rentGrounds({ due: "yes" });
    expect(rows[0]).toMatchObject({ code, area_m2: 85, front_m: "4.5", state: "received" });
    expect(JSON.stringify(rows)).not.toContain("Trân");
    expect(JSON.stringify(rows)).not.toContain("0590000027");
  });

  test("moves a proposal along its states alone, each by whom in the history", async () => {
    const code = codeOf(await send(good));
    const { partners } = await staff();
    expect(await refusalCode(partners.moveRentGround({ code, state: "active", text: "" }))).toBe("state_conflict");
    await partners.moveRentGround({ code, state: "talking", text: "Đã gọi" });
    await partners.noteRentGround({ code, text: "<b>Hẹn thứ Năm</b>" });
    await partners.moveRentGround({ code, state: "refused" });
    expect(await refusalCode(partners.moveRentGround({ code, state: "talking" }))).toBe("state_conflict");
    const { events, moves } = await partners.rentGround({ code });
    expect(events.map(({ state, text }) => [state, text])).toEqual([
      ["received", ""],
      ["talking", "Đã gọi"],
      [null, "<b>Hẹn thứ Năm</b>"],
      ["refused", ""],
    ]);
    expect(events.at(-1)?.who).not.toMatch(/^staff/);
    expect(moves).toEqual([]);
  });
});

describe("keeping", () => {
  test("a year after sending it goes with its pictures; a form that was never sent after a day", async () => {
    await send(good);
    await send({ ...good, full_name: "Trân" }, { headers: page, files: pictures });
    shop.advanceClock(25 * 3_600_000);
    await sweepRentGrounds(shop.ctx());
    const held = await sql<{ count: number }>`select count(*)::int as count from partners.pictures`.execute(shop.sql);
    expect([held.rows[0]?.count, await count()]).toEqual([2, 1]);
    shop.advanceClock(Date.parse("2027-11-22T17:00:00Z") - shop.now.getTime());
    await sweepRentGrounds(shop.ctx());
    const removed = await sql<{ count: number }>`select count(*)::int as count from graphile_worker.jobs
      where task_identifier = 'remove_file'`.execute(shop.sql);
    expect([await count(), removed.rows[0]?.count]).toEqual([0, 5]);
  });

  test("goes with its person, also where it was sent signed out with their phone number", async () => {
    const { rows } = await sql<{ id: number }>`select id from identity.customers where phone = '+84590000011'`.execute(
      shop.sql,
    );
    await send({ ...good, phone: "0590000011" });
    await eraseRentGrounds(shop.ctx(), rows[0]?.id ?? 0);
    expect(await count()).toBe(0);
  });
});
