/** The calls that answer with files: each is described, and answers what its description says. */
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { FastifyInstance } from "fastify";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildApp } from "../http/app.ts";
import { NON_SITE_PATHS } from "../http/site.ts";
import { putCard } from "../loyalty/gift-cards/test-cards.ts";
import { sheetPath } from "../orders/gift-cards/send-cards.ts";
import { exportData } from "../privacy/export.ts";
import { mountRoutes } from "../routes.ts";
import { settings } from "../settings.ts";
import { shopHandlers } from "../shop.ts";
import { startGoogleProvider, type TestGoogle } from "../testing/test-google.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { fileCalls } from "./files.ts";
import { openapi } from "./openapi.ts";
import { setups, stock } from "./test-examples.ts";

let shop: TestShop;
let google: TestGoogle;
let app: FastifyInstance;
let dataDir: string;
/** What is answered beside the calls of the contract. */
const routes: string[] = [];
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "shop-files-"));
  google = await startGoogleProvider({ redirect_uris: [] });
  shop = await testShop({ config: { data_dir: dataDir } });
  app = await buildApp({ base: shop.base, handlers: shopHandlers });
  app.addHook("onRoute", ({ method, url }) => {
    for (const each of [method].flat()) if (each !== "HEAD") routes.push(`${each} ${url}`);
  });
  mountRoutes(app, {
    base: shop.base,
    handlers: shopHandlers,
    health: { mount() {}, startDraining() {} },
    databaseUrl: shop.url,
  });
  await stock({ shop, google });
});
afterAll(async () => {
  await app.close();
  await google.close();
  await shop.close();
  rmSync(dataDir, { recursive: true });
});

type Sent = { status: number; type: string };
const send = async (method: "GET" | "POST", url: string, headers: Record<string, string> = {}): Promise<Sent> => {
  const answer = await app.inject({ method, url, headers, ...(method === "POST" && { payload: "{}" }) });
  return { status: answer.statusCode, type: String(answer.headers["content-type"]).split(";")[0] ?? "" };
};
const bearer = async () => ({ authorization: `Bearer ${await shop.token("minh")}` });

async function linkQr(): Promise<Sent> {
  const { input } = (await setups["payments.indirect"]?.({ shop, google })) ?? {};
  const url = "/v1/payments/indirectpayment/transactionProcessor";
  const answer = await app.inject({ method: "POST", url, payload: input });
  const { data } = answer.json() as { data: { uid_payment: string } };
  return send("GET", `/qr/payment/${data.uid_payment}/link.svg`);
}

async function paymentQr(ending: string): Promise<Sent> {
  const { input } = (await setups["payments.qr"]?.({ shop, google })) ?? {};
  return send("GET", `/qr/payment/${String(input?.uid_payment)}/vietqr.${ending}`);
}

/** Minh sends a picture, beside other fields; what was answered in `data`. */
async function sendPicture(url: string, name: string, fields: Record<string, string> = {}) {
  const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append(name, new Blob([new Uint8Array(picture)], { type: "image/png" }), "a.png");
  const body = new Response(form);
  const headers = { ...(await bearer()), "content-type": body.headers.get("content-type") ?? "" };
  const payload = Buffer.from(await body.arrayBuffer());
  const answer = await app.inject({ method: "POST", url, headers, payload });
  const type = String(answer.headers["content-type"]).split(";")[0] ?? "";
  const { data } = answer.json() as { data: { avatar_url: string; pictures: string[] } };
  return { sent: { status: answer.statusCode, type }, data };
}
const sendAvatar = () => sendPicture("/v1/client/avatar", "avatar");
const sendCommentPicture = () => sendPicture("/v1/client/comment-picture", "picture", { product_id: "1082" });

async function openStream(path: string, headers: Record<string, string>): Promise<Sent> {
  if (!app.server.listening) await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const stop = new AbortController();
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers, signal: stop.signal });
  stop.abort();
  return { status: answer.status, type: answer.headers.get("content-type")?.split(";")[0] ?? "" };
}

async function conversationOfMinh() {
  const token = await shop.token("minh");
  const minh = shop.visitor({ token });
  const left = { phone: "0590000012", city_code: "01", text: "Xin chào", client_id: "M".repeat(22) };
  return { token, minh, id: (await minh.chat.leave(left)).id };
}

async function sendChatPicture() {
  const { minh, id } = await conversationOfMinh();
  return { minh, id, ...(await sendPicture(`/v1/client/chat/${id}/pictures`, "picture")) };
}

async function sendApplication(): Promise<Sent> {
  const form = new FormData();
  const fields = { full_name: "Vũ Quốc Khánh", phone: "0590000117", email: "khanh@mutosi.example", consent: "1" };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("cv_file", new Blob(["%PDF-1.7"]), "CV.pdf");
  const body = new Response(form);
  const headers = { "content-type": body.headers.get("content-type") ?? "" };
  const payload = Buffer.from(await body.arrayBuffer());
  const answer = await app.inject({ method: "POST", url: "/v1/client/vacancies/9001/applications", headers, payload });
  return { status: answer.statusCode, type: String(answer.headers["content-type"]).split(";")[0] ?? "" };
}

async function sendRentGround(): Promise<Sent> {
  const form = new FormData();
  const fields = {
    ...{ full_name: "Mạc Bảo Trân", phone: "0590000027", city_code: "48", ward_code: "20242", street: "31 Cát Vàng" },
    ...{ area_m2: "85", front_m: "4.5", monthly_rent: "25000000", right: "owner", available_from: "2027-01-01" },
    consent: "1",
  };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const background of ["teal", "navy"]) {
    const picture = await sharp({ create: { width: 30, height: 20, channels: 3, background } })
      .png()
      .toBuffer();
    form.append("pictures", new Blob([new Uint8Array(picture)]), "a.png");
  }
  const body = new Response(form);
  const headers = { "content-type": body.headers.get("content-type") ?? "" };
  const payload = Buffer.from(await body.arrayBuffer());
  const answer = await app.inject({ method: "POST", url: "/v1/client/create-rent-ground", headers, payload });
  return { status: answer.statusCode, type: String(answer.headers["content-type"]).split(";")[0] ?? "" };
}

const sendings: Record<string, () => Promise<Sent>> = {
  "orders.slip": async () => {
    const { input } = (await setups["orders.slip"]?.({ shop, google })) ?? {};
    return send("GET", `/v1/client/orders/${String(input?.id)}/slip`, { "x-order-phone": "0590000011" });
  },
  "orders.cardSheet": async () => {
    const code = await putCard(shop, 200_000);
    return send("GET", sheetPath(shop.ctx(), code, "vi"));
  },
  "privacy.file": async () => {
    const token = await shop.token("minh");
    const minh = shop.visitor({ token });
    const { id } = await minh.privacy.askExport({});
    const request = shop.sql.selectFrom("privacy.data_requests").select("id").where("code", "=", id);
    await exportData(shop.ctx(), { request: (await request.executeTakeFirstOrThrow()).id });
    const { download } = (await minh.privacy.overview({})).requests[0] ?? {};
    return send("GET", download ?? "", { authorization: `Bearer ${token}` });
  },
  "notifications.stream": async () => openStream("/v1/client/notifies/stream", await bearer()),
  "identity.setAvatar": async () => (await sendAvatar()).sent,
  "identity.avatarFile": async () => send("GET", (await sendAvatar()).data.avatar_url),
  "reviews.addPicture": async () => (await sendCommentPicture()).sent,
  "reviews.pictureFile": async () =>
    send("GET", `/uploads/${(await sendCommentPicture()).data.pictures[0]}`, await bearer()),
  "chat.events": async () => {
    const { minh, id, token } = await conversationOfMinh();
    await minh.chat.seen({ id, seq: 1 });
    return openStream(`/v1/client/chat/${id}/events`, { authorization: `Bearer ${token}` });
  },
  "chat.staffEvents": async () =>
    openStream("/v1/staff/chats/events", { authorization: `Bearer ${await shop.staffToken("my")}` }),
  "chat.addPictures": async () => (await sendChatPicture()).sent,
  "chat.picture": async () => {
    const { minh, id, data } = await sendChatPicture();
    await minh.chat.send({ id, client_id: "P".repeat(22), pictures: data.pictures });
    const { messages } = await minh.chat.conversation({ id });
    return send("GET", messages.at(-1)?.pictures[0] ?? "");
  },
  "warranty.addInvoice": async () =>
    (await sendPicture("/v1/client/warranty/invoice", "invoice", { serial: "SRKT17-2608-00417-T" })).sent,
  "service.addPictures": async () => (await sendPicture("/v1/client/service-picture", "picture")).sent,
  "service.pictureFile": async () => {
    const { data } = await sendPicture("/v1/client/service-picture", "picture");
    return send("GET", `/uploads/${data.pictures[0]}`, await bearer());
  },
  "warranty.qr": async () => send("GET", `/qr/warranty/${"A".repeat(22)}`),
  "recruitment.apply": sendApplication,
  "partners.createRentGround": sendRentGround,
  "identity.memberQr": async () => send("GET", "/qr/member.svg", await bearer()),
  "payments.qr": () => paymentQr("svg"),
  "payments.qrPng": () => paymentQr("png"),
  "payments.linkQr": linkQr,
};

test.each(fileCalls.map((each) => [each.operationId, each] as const))("%s", async (name, { route, answer, errors }) => {
  const [method = "GET", path = ""] = route.split(" ") as ["GET" | "POST", string];
  const sent = await sendings[name]?.();
  if (sent) expect(sent).toEqual({ status: 200, type: Object.keys(answer.content ?? {})[0] });
  else expect(name).toMatch(/Ipn$|^running\.|cardFrame$/); // ipns and the health of a process have tests of their own
  if (name.startsWith("running.")) return;
  const refused = await send(method, path.replaceAll(/\{\w+\}/g, "none"), { "content-type": "application/json" });
  const statuses = { unauthenticated: 401, not_found: 404, unsupported_media: 415 } as Record<string, number>;
  const expected = name.endsWith("Ipn") ? [401, 404] : errors.map((code) => statuses[code]);
  expect(expected).toContain(refused.status);
});

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const document = openapi(shopHandlers, { version: "1.0.3", name: "Shop", settings });
ajv.addSchema({ $id: "shop", components: document.components });
type Described = { content?: Record<string, { schema: object }> };

/** Malformed requests: parts of a path that name nothing, bodies of every wrong kind. */
const parts = ["%00", "%ff", "x".repeat(150), "x".repeat(300), "..%2f..", "%F0%9F%A7%A7", "constructor"];
const bodies: readonly [type: string, body: string][] = [
  ["application/json", "{}"],
  ["application/json", "{"],
  ["application/json", JSON.stringify({ a: "x".repeat(70_000) })],
  ["text/plain", "x"],
  ["multipart/form-data; boundary=x", "--x--"],
  ["multipart/form-data", `--x\r\n${"x".repeat(70_000)}`],
  [`multipart/form-data; boundary=${"a".repeat(300)}`, "--x--"],
  ["multipart/form-data; boundary=", "--x--"],
  ["multipart/form-data; boundary=x", '--x\r\nContent-Disposition: form-data; name="avatar"; filename="a"\r\n\r\nhal'],
];

test.each(fileCalls.map((each) => [each.operationId, each] as const))("%s refuses as described", async (name, call) => {
  const [method = "GET", path = ""] = call.route.split(" ") as ["GET" | "POST", string];
  const responses: Record<string, object> = document.paths[path]?.[method.toLowerCase()]?.responses ?? {};
  const lan = { authorization: `Bearer ${await shop.token("lan")}` };
  const urls = path.includes("{") ? parts.map((part) => path.replaceAll(/\{\w+\}/g, part)) : [path];
  const requests: { url: string; type?: string; payload?: string }[] =
    method === "GET" ? urls.map((url) => ({ url })) : bodies.map(([type, payload]) => ({ url: path, type, payload }));
  for (const { url, type, payload } of requests) {
    if (name === "notifications.stream" || name.startsWith("running.")) continue; // endless; without a part to bend
    for (const who of [lan, {}]) {
      const headers = { ...who, ...(type && { "content-type": type }) };
      const answer = await app.inject({ method, url, headers, ...(payload && { payload }) });
      const about = `${url.slice(0, 80)} ${type} ${answer.statusCode} ${answer.body.slice(0, 200)}`;
      const described = responses[answer.statusCode] as Described | undefined;
      expect(described, about).toBeDefined();
      expect(answer.statusCode, about).not.toBe(500);
      if (answer.statusCode < 400) continue;
      const { schema } = described?.content?.["application/json"] ?? {};
      const placed = JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"shop#/components/')) as object;
      expect(ajv.compile(placed)(answer.json()), about).toBe(true);
    }
  }
});

test("an unknown URL below a described path gets no HTML page", () => {
  for (const path of Object.keys(document.paths)) {
    expect([path, NON_SITE_PATHS.test(path.replaceAll(/\{\w+\}/g, "x".repeat(300)))]).toEqual([path, true]);
  }
  for (const page of ["/", "/auth/callback/google", "/en/faq", "/tai-khoan", "/sessions"]) {
    expect([page, NON_SITE_PATHS.test(page)]).toEqual([page, false]);
  }
});

test("every route outside the contract is described, except pages, pictures and developer tools", async () => {
  await app.ready();
  const described = new Set(fileCalls.map(({ route }) => route.replaceAll(/\{\w+\}/g, ":x")));
  const ofPages = /^\w+ \/(?:quan-tri\/|docs\/api|openapi\.json|images|qr\/app|dev)/;
  const named = routes.map((route) => route.replaceAll(/:\w+/g, ":x"));
  expect(named.filter((route) => !ofPages.test(route) && !described.has(route))).toEqual([]);
  expect(named).toContain("GET /v1/client/orders/:x/slip");
});
