/** Malformed requests to pages and their actions never give a 5xx. The calls have server/calls/fuzz.test.ts. */
import { connect } from "node:net";
import { type TokenPurpose, tokenPurposes } from "contract/identity/token-purposes.ts";
import { loadConfig } from "server/kernel/config.ts";
import { signedTokens } from "server/security/signed-tokens.ts";
import { describe, expect, it } from "vitest";
import { pages } from "../../web/app/routes/pages.ts";
import { headerOf, memberCookies } from "../harness/member.ts";
import { atOnce } from "../harness/wire.ts";
import { runShop } from "../run-shop.ts";

const { url, env } = runShop();
/** A URL of each row of the routes, with values for its parameters. */
const addresses = pages.map(({ path }) => `/${path.replaceAll(/:\w+\??|\*/g, "x-1")}`);

async function statusOf(path: string, init: RequestInit = {}): Promise<string> {
  const answer = await fetch(url + path, { redirect: "manual", ...init });
  await answer.arrayBuffer();
  return `${answer.status} ${path}`;
}

const isFault = (told: string): boolean => told.startsWith("5");

const notForms: readonly [type: string | null, body: string][] = [
  ["application/json", "{}"],
  ["application/json", '{"intent":'],
  ["text/plain", "intent=place"],
  ["application/octet-stream", "\u0000"],
  ["multipart/form-data", "--x"],
  ["multipart/form-data; boundary=x", '--x\r\nContent-Disposition: form-data; name="intent"\r\n\r\npla'],
  ["multipart/form-data; boundary=x", ""],
  [null, "intent=place"],
];

describe("a body that is no form, at every page", () => {
  it.each(notForms)("%s %j is refused, as a document and as data", async (type, body) => {
    const cookie = headerOf(await memberCookies("minh"));
    const headers: Record<string, string> = { origin: url, cookie, ...(type !== null && { "content-type": type }) };
    const told: string[] = [];
    await atOnce(4, addresses, async (path) => {
      for (const each of [path, `${path === "/" ? "/_" : path}.data`]) {
        // Bytes: text would be given a type by fetch.
        told.push(await statusOf(each, { method: "POST", headers, body: new TextEncoder().encode(body) }));
      }
    });
    expect(told.filter((each) => !/^(400|403|404|405|415)/.test(each))).toEqual([]);
  });
});

describe("odd fields in a form, at every page", () => {
  const odd = {
    intent: "__proto__",
    __proto__x: "1",
    "constructor[prototype][a]": "1",
    "a.b.c.d.e": "1",
    product_id: "2147483648",
    id: "2147483648",
    sort: "constructor",
    quantity: "99999999999999999999",
    return_to: "/..//x",
    callbackurl: "\u0000",
  };
  it("odd fields cause no 5xx", async () => {
    const cookie = headerOf(await memberCookies("minh"));
    const told: string[] = [];
    await atOnce(4, addresses, async (path) => {
      const body = new URLSearchParams(odd);
      told.push(await statusOf(path, { method: "POST", headers: { origin: url, cookie }, body }));
      told.push(await statusOf(`${path}?${body}&page=2147483648`, { headers: { cookie } }));
    });
    expect(told.filter(isFault)).toEqual([]);
  });
});

describe("a cookie signed for another purpose, at every page", () => {
  const { sign } = signedTokens(loadConfig(env));
  const order = "23456789AB +84590000011";
  /** Each of our signed cookies with a token of another purpose; and tampered ones. */
  const crossed = async (purpose: TokenPurpose, text: string): Promise<string> => {
    const tokens = tokenPurposes.map((name) => sign(purpose === name ? "phone_proof" : purpose, text, 600));
    const signed = await Promise.all(tokens);
    return tokenPurposes.map((name, at) => `${name}=${signed[at]}`).join("; ");
  };
  const jars = {
    "an order's note": crossed("order", order),
    "a step of signing in": crossed("signing_in", '{"purpose":"login"}'),
    "an answer's state": crossed("google", "[]"),
    "a proof of a phone": crossed("phone_proof", "phone +84590000011 1"),
    garbage: Promise.resolve(tokenPurposes.map((name) => `${name}=e30.e30`).join("; ")),
    "a garbled token": Promise.resolve(tokenPurposes.map((name) => `${name}=e30.e30.e30`).join("; ")),
  };

  it.each(Object.entries(jars))("the cookie %s is ignored", async (_what, signed) => {
    const cookie = await signed;
    const told: string[] = [];
    await atOnce(4, addresses, async (path) => {
      told.push(await statusOf(path, { headers: { cookie } }));
    });
    expect(told.filter(isFault)).toEqual([]);
    const login = await fetch(`${url}/login`, { headers: { cookie } });
    expect(await login.text()).not.toMatch(/23456789AB|0590000011|590000011/);
  });
});

/** All that comes back on one connection for these bytes, until the shop closes it or is quiet. */
function raw(bytes: string): Promise<string> {
  const { port, hostname } = new URL(url);
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setTimeout(8000, () => socket.destroy());
    socket.on("data", (part) => {
      answer += part;
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}

describe("requests that no browser sends", () => {
  const closing = "Host: localhost\r\nConnection: close\r\nContent-Length: 0\r\n";
  it.each([
    "POST *",
    "GET *",
    "OPTIONS *",
    "POST http://evil.example/login",
    "GET http://evil.example/",
    "GET x",
    "POST //",
  ])("%s is answered without a 5xx", async (line) => {
    const answer = await raw(`${line} HTTP/1.1\r\n${closing}Content-Type: application/x-www-form-urlencoded\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 [234]\d\d /);
  });

  it("a body of a wrong type is refused once, and its rest is not read as a second request", async () => {
    for (const path of ["/v1/client/add-to-cart", "/login"]) {
      const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n`;
      for (const body of [
        "Transfer-Encoding: chunked\r\n\r\nZZ\r\nnot a chunk",
        "Content-Length: 4\r\n\r\nbodyGET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "Content-Length: 400\r\n\r\ncut",
      ]) {
        const answer = await raw(head + body);
        expect(answer.match(/HTTP\/1\.1 \d+/g), `${path} ${body}`).toEqual([expect.stringMatching(/ 4\d\d$/)]);
        expect(answer.toLowerCase()).toContain("connection: close");
      }
    }
  });
});
