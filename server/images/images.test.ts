import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { imageUrl, imageVersion, imageWidths, productImageId } from "contract/values/images.ts";
import Fastify from "fastify";
import sharp from "sharp";
import { afterEach, describe, expect, it } from "vitest";
import { type ImagesOptions, imagesPlugin } from "./images.ts";

const artDir = resolve(import.meta.dirname, "../../web/art");
const kettle = productImageId({ kind: "kettle", body: "#B8443E" }, "SRM-KT17-RD");
const CHROMIUM_ACCEPT = "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8";
const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function openShop(options: Partial<ImagesOptions> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), "shop-images-"));
  const app = Fastify();
  closing.push(async () => rmSync(dataDir, { recursive: true }));
  closing.push(() => app.close());
  app.register(imagesPlugin({ data_dir: dataDir, art_dir: artDir, ...options }));
  await app.ready();
  const get = (url: string, accept = CHROMIUM_ACCEPT, headers: Record<string, string> = {}) =>
    app.inject({ url, headers: { accept, ...headers } });
  const storedFiles = () => readdirSync(join(dataDir, "images"));
  return { app, get, storedFiles, data_dir: dataDir };
}

/** Sends the request line as it stands: clients would tidy such paths up. */
function raw(port: number, path: string): Promise<string> {
  return new Promise((done, fail) => {
    const socket = connect(port, "127.0.0.1");
    const chunks: Buffer[] = [];
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("end", () => done(Buffer.concat(chunks).toString("latin1")));
    socket.on("error", fail);
    socket.end(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: image/avif\r\nConnection: close\r\n\r\n`, "latin1");
  });
}

describe("images", () => {
  it("an image has the requested format and width", async () => {
    const { get } = await openShop();
    const asked = [
      [CHROMIUM_ACCEPT, "avif", "heif"],
      ["image/webp,*/*", "webp", "webp"],
      ["image/avif;q=0, image/webp", "webp", "webp"],
      ["*/*", "jpeg", "jpeg"],
      ["", "jpeg", "jpeg"],
    ] as const;
    for (const [accept, type, decoded] of asked) {
      const answer = await get(imageUrl(kettle, 240), accept);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers["content-type"]).toBe(`image/${type}`);
      expect(answer.headers.vary).toBe("Accept");
      const { format, width, height, hasAlpha } = await sharp(answer.rawPayload).metadata();
      expect({ format, width, height, hasAlpha }).toEqual({
        format: decoded,
        width: 240,
        height: 240,
        hasAlpha: false,
      });
    }
  });

  it("a drawing without background stays transparent", async () => {
    const { get } = await openShop();
    const answer = await get(imageUrl("empty/cart", 240), "*/*");
    expect(answer.headers["content-type"]).toBe("image/png");
    const { hasAlpha, width, height } = await sharp(answer.rawPayload).metadata();
    expect({ hasAlpha, width, height }).toEqual({ hasAlpha: true, width: 240, height: 180 });
  });

  it("every allowed width is rendered sharp and within its byte limit", async () => {
    const { get } = await openShop();
    for (const width of imageWidths) {
      const answer = await get(imageUrl(kettle, width), width <= 320 ? CHROMIUM_ACCEPT : "image/webp");
      expect((await sharp(answer.rawPayload).metadata()).width).toBe(width);
      if (width <= 320) expect(answer.rawPayload.length, `${width} px`).toBeLessThan(8_000);
    }
  });

  it("browsers cache images for ever; a revalidation is 304", async () => {
    const { get, storedFiles } = await openShop();
    const first = await get(imageUrl(kettle, 160));
    expect(first.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    const etag = String(first.headers.etag);
    const before = storedFiles();
    const again = await get(imageUrl(kettle, 160), CHROMIUM_ACCEPT, { "if-none-match": `W/"x", ${etag}` });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, "", etag]);
    const other = await get(imageUrl(kettle, 160), "image/webp", { "if-none-match": etag });
    expect(other.statusCode).toBe(200);
    expect(storedFiles().length).toBe(before.length + 1);
  });

  it("a URL of an older version redirects to the current one", async () => {
    const { get, storedFiles } = await openShop();
    const answer = await get(`/images/0badc0de/240/${kettle}`);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, imageUrl(kettle, 240)]);
    expect(storedFiles()).toEqual([]);
  });

  it("simultaneous requests render an image once", async () => {
    const { get, storedFiles } = await openShop({ concurrency: 1, max_waiting: 0 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => get(imageUrl(kettle, 320), "image/avif")));
    expect(new Set(answers.map((answer) => `${answer.statusCode} ${answer.rawPayload.length}`)).size).toBe(1);
    expect(answers[0]?.statusCode).toBe(200);
    expect(storedFiles().length).toBe(1);
  });

  it("when the queue is full the SVG or 503 is answered", async () => {
    const { get, data_dir } = await openShop({ concurrency: 0, max_waiting: 0 });
    const drawn = await get(imageUrl("kind/toaster", 800));
    expect([drawn.statusCode, drawn.headers["content-type"]]).toEqual([200, "image/svg+xml"]);
    const refused = await get(imageUrl("kind/blender", 800), "image/avif");
    expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([503, "3"]);
    for (const answer of [drawn, refused]) expect(answer.headers["cache-control"]).toBe("no-store");
    const later = await (await openShop({ data_dir })).get(imageUrl("kind/blender", 800), "image/avif");
    expect([later.statusCode, later.headers["content-type"]]).toEqual([200, "image/avif"]);
  });

  it("after a restart images come from the disk cache; damaged files are rendered again", async () => {
    const { get, storedFiles, data_dir } = await openShop();
    const first = await get(imageUrl(kettle, 96));
    const [name = ""] = storedFiles();
    const next = await openShop({ data_dir, max_waiting: 0, concurrency: 0 });
    const again = await next.get(imageUrl(kettle, 96), "image/avif");
    expect(again.rawPayload.equals(first.rawPayload)).toBe(true);
    writeFileSync(join(data_dir, "images", name), "");
    const mended = await (await openShop({ data_dir })).get(imageUrl(kettle, 96));
    expect(mended.rawPayload.equals(first.rawPayload)).toBe(true);
  });

  it("the cache stays below its limit", async () => {
    const cachedBytes = 20_000;
    const { get, storedFiles, data_dir } = await openShop({ cached_bytes: cachedBytes });
    for (const kind of ["toaster", "oven", "kettle", "blender", "microwave", "thermos", "air-fryer", "cookware"]) {
      expect((await get(imageUrl(`kind/${kind}`, 480))).statusCode).toBe(200);
      const bytes = storedFiles().reduce((sum, name) => sum + statSync(join(data_dir, "images", name)).size, 0);
      expect(bytes).toBeLessThanOrEqual(cachedBytes);
    }
    expect(storedFiles().length).toBeGreaterThan(0);
  });

  it("images are served when the disk is not writable", async () => {
    const { get, data_dir } = await openShop();
    rmSync(join(data_dir, "images"), { recursive: true });
    writeFileSync(join(data_dir, "images"), "a file where the folder was");
    expect((await get(imageUrl(kettle, 96))).statusCode).toBe(200);
  });
});

describe("an unknown image URL", () => {
  const here = `/images/${imageVersion}`;
  const strangers = [
    `${here}/241/${kettle}`,
    `${here}/0320/${kettle}`,
    `${here}/-320/${kettle}`,
    `${here}/3e2/${kettle}`,
    `${here}/60000/${kettle}`,
    `${here}/99999999999999999999/${kettle}`,
    `${here}/320/product/kettle/c0ffee/sky`,
    `${here}/320/kind/unicorn`,
    `${here}/320/kind/kettle.svg`,
    `${here}/320/kind/Kettle`,
    `${here}/320/kind/kettle/`,
    `${here}//320/kind/kettle`,
    `${here}/320/../../../../etc/passwd`,
    `${here}/320/kind/../../../secret.txt`,
    `${here}/320/%2e%2e/%2e%2e/%2e%2e/secret.txt`,
    `${here}/320/%252e%252e%252f%252e%252e%252fsecret.txt`,
    `${here}/320/..%2f..%2fsecret.txt`,
    `${here}/320/..\\..\\secret.txt`,
    `${here}/320/..%5c..%5csecret.txt`,
    `${here}/320/kind/kettle%00.svg`,
    `${here}/320/kind/kettle\u0000`,
    `${here}/320/%c0%ae%c0%ae/secret.txt`,
    `${here}/320//etc/passwd`,
    `${here}/320/file:///etc/passwd`,
    `${here}/320/http://127.0.0.1:1/a.png`,
    `${here}/320/https%3A%2F%2Fexample.com%2Fa.png`,
    `${here}/w_320,f_avif/kind/kettle`,
    `${here}/320/kind/constructor`,
    `${here}/320/kind/__proto__`,
    `/images/..;/${kettle}`,
    `/images/${"a/".repeat(500)}b`,
    "/images/",
  ];

  it("the answer is 404 or 400, and no file is read or written", async () => {
    const home = mkdtempSync(join(tmpdir(), "shop-images-home-"));
    closing.push(async () => rmSync(home, { recursive: true }));
    cpSync(artDir, join(home, "art"), { recursive: true });
    writeFileSync(join(home, "secret.txt"), "the-secret");
    const { app, get, storedFiles } = await openShop({ art_dir: join(home, "art") });
    await app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.server.address() as AddressInfo;
    rmSync(join(home, "art"), { recursive: true }); // from here on no address can make it open a drawing
    for (const path of strangers) {
      const answer = await raw(port, path);
      expect(answer, path).toMatch(/^HTTP\/1\.1 (404|400) /);
      expect(answer, path).not.toMatch(/the-secret|root:/);
    }
    expect(storedFiles()).toEqual([]);
    expect(readdirSync(home)).toEqual(["secret.txt"]);
    expect((await get(imageUrl(kettle, 96))).statusCode).toBe(200);
  });

  it("no URL makes the server write outside its folder", async () => {
    const { get, data_dir } = await openShop();
    for (const path of strangers.filter((path) => !path.includes("\u0000"))) await get(path);
    await get(imageUrl(kettle, 96));
    expect(readdirSync(data_dir)).toEqual(["images"]);
    for (const name of readdirSync(join(data_dir, "images"))) expect(name).toMatch(/^[0-9a-f]{64}\.avif$/);
    expect(readFileSync(join(artDir, "products", "kettle.svg"), "utf8")).toContain("--body");
  });
});
