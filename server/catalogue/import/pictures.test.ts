/** Pictures that an import fetches: once, from allowed hosts only, without metadata. rules/import */
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { imageUrl, uploadImageId } from "contract/values/images.ts";
import Fastify from "fastify";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { imagesPlugin } from "../../images/images.ts";
import { openUploads, PictureRefused } from "../../images/uploads.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";
import { type Draft, emptyDraft } from "./draft.ts";
import { type PictureRules, setPictures } from "./pictures.ts";

let shop: TestShop;
let folder: string;
let server: Server;
let asked = 0;
const red = sharp({ create: { width: 40, height: 20, channels: 3, background: "#d02020" } });
beforeAll(async () => {
  shop = await testShop();
  folder = await mkdtemp(join(tmpdir(), "pictures-"));
  const png = await red.png().toBuffer();
  server = createServer((request, response) => {
    asked += 1;
    if (request.url?.startsWith("/red")) response.end(png);
    else if (request.url === "/text.png") response.end("no picture at all");
    else response.end('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
});
afterAll(async () => {
  server.close();
  await shop.close();
  await rm(folder, { recursive: true });
});

function rules(change: Partial<PictureRules> = {}): PictureRules {
  const isAllowed = (address: string) => address === "127.0.0.1";
  const { port } = server.address() as AddressInfo;
  const limits = { max_bytes: 100_000, timeout_ms: 5_000, resolve: async () => ["127.0.0.1"], isAllowed, port };
  return { uploads: openUploads(folder), limits, most_per_product: 3, hosts: [], ...change };
}

const kettle = "SRM-KT17-SV";
function draft(...paths: string[]): Draft {
  const pictures = paths.map((path) => ({ address: `http://pictures.example/${path}`, alt: "" }));
  return { ...emptyDraft(7), pictures, variants: [{ line: 7, sku: kettle }] };
}

it("a picture that is fetched once is shown on the page and the card, and not fetched again", async () => {
  const first = await setPictures(shop.ctx(), [draft("red.png", "text.png", "x.svg", "red-4.png")], rules());
  expect(first.changed).toBe(1);
  expect(first.notes.map(({ line, field, reason }) => [line, field, reason])).toEqual([
    [7, "pictures", "http://pictures.example/text.png cannot be read as a picture"],
    [7, "pictures", expect.stringContaining("x.svg is svg, which is no format of pictures here")],
  ]);
  const { data } = await shop.visitor().catalogue.products({ name: kettle });
  const product = await shop.visitor().catalogue.productBySlug({ slug: data[0]?.slug ?? "" });
  const [picture, ...others] = product.variants[0]?.gallery ?? [];
  expect(picture?.id).toMatch(/^upload\/[0-9a-f]{32}$/);
  expect(others).toEqual([]);
  expect(data[0]?.image.id).toBe(picture?.id);
  const before = asked;
  expect(await setPictures(shop.ctx(), [draft("red.png")], rules())).toEqual({ notes: [], changed: 0 });
  expect(asked).toBe(before);
});

it("a host that is not allowed gets no request, and the existing picture stays", async () => {
  const { notes, changed } = await setPictures(shop.ctx(), [draft("red-new.png")], rules({ hosts: ["other.example"] }));
  expect(changed).toBe(0);
  expect(notes[0]?.reason).toContain("a host the shop does not ask");
});

it("an upload is served in the shop's widths, on a white square; an unknown id is 404", async () => {
  const { id } = await openUploads(folder).store(await red.jpeg().toBuffer());
  const app = Fastify();
  await app.register(imagesPlugin({ data_dir: folder, art_dir: join(import.meta.dirname, "../../../web/art") }));
  const answer = await app.inject({ url: imageUrl(uploadImageId(id), 320), headers: { accept: "image/webp" } });
  expect(answer.statusCode).toBe(200);
  const { data, info } = await sharp(answer.rawPayload).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([320, 320]);
  expect(data[0]).toBeGreaterThan(245); // white above
  expect(data[(160 * 320 + 160) * info.channels]).toBeGreaterThan(180); // red in the middle
  expect(data[(160 * 320 + 160) * info.channels + 1]).toBeLessThan(80);
  for (const wrong of [
    "upload/0123456789abcdef0123456789abcdef",
    "upload/..",
    `upload/${id}/x`,
    `upload/${id.slice(1)}`,
  ]) {
    expect((await app.inject({ url: imageUrl(wrong, 320) })).statusCode, wrong).toBe(404);
  }
  expect((await app.inject({ url: imageUrl(uploadImageId(id), 321 as 320) })).statusCode).toBe(404);
  await app.close();
});

it("metadata is removed, and a file that is no picture is refused", async () => {
  const uploads = openUploads(folder);
  const photo = await red
    .withExif({ IFD0: { Copyright: "Lan" } })
    .jpeg()
    .toBuffer();
  const { id } = await uploads.store(photo);
  const { file } = (await uploads.find(uploadImageId(id))) ?? { file: "" };
  expect(existsSync(file)).toBe(true);
  expect((await sharp(file).metadata()).exif).toBeUndefined();
  await expect(uploads.store(Buffer.from("<svg/>"))).rejects.toThrow(PictureRefused);
});
