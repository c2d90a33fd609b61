import { createHmac } from "node:crypto";
import { type TokenPurpose, tokenPurposes } from "contract/identity/token-purposes.ts";
import { SignJWT, UnsecuredJWT } from "jose";
import { describe, expect, it } from "vitest";
import { isBearer, mintBearer, readBearer } from "./bearer.ts";
import { signedTokens } from "./signed-tokens.ts";

const keys = { signing_key: "a-key-of-the-tests-only", signing_key_previous: undefined };

describe("a signed token of an order", () => {
  it("a token verifies until it expires", async () => {
    let now = 1_000_000;
    const { sign, verify } = signedTokens(keys, () => now);
    const note = await sign("order", "23456789AB +84590000011", 1800);
    expect(await verify("order", note)).toBe("23456789AB +84590000011");
    now += 1_799_000;
    expect(await verify("order", note)).toBe("23456789AB +84590000011");
    now += 1_000;
    expect(await verify("order", note)).toBeNull();
  });

  it("a text with blanks, quotes and letters of any language comes back as it was", async () => {
    const { sign, verify } = signedTokens(keys);
    const text = ' {"tên":"Nguyễn \\"Ân\\"", "郵便":1}\n ';
    expect(await verify("signing_in", await sign("signing_in", text, 60))).toBe(text);
  });

  it("a changed character, another key and garbage are refused", async () => {
    const { sign, verify } = signedTokens(keys);
    const note = await sign("order", "23456789AB", 60);
    for (let at = 0; at < note.length; at++) {
      const other = note[at] === "A" ? "B" : "A";
      const changed = note.slice(0, at) + other + note.slice(at + 1);
      // The last character of base64 may carry unused bits: the same bytes are the same token.
      if ((await verify("order", changed)) !== null) expect(at).toBe(note.length - 1);
    }
    expect(await signedTokens({ ...keys, signing_key: "another-key-altogether" }).verify("order", note)).toBeNull();
    const [header, payload] = note.split(".");
    const cut = [`${header}.${payload}.`, `${header}.${payload}`, `.${payload}.`, `${note}.${payload}`];
    for (const text of ["", ".", "a.b", "..", "a.b.c", "e30.e30.e30", note.replace(".", ""), ...cut]) {
      expect(await verify("order", text)).toBeNull();
    }
  });

  it("a token without signature, of another algorithm or without end is refused, also when our key signed it", async () => {
    const { verify } = signedTokens(keys);
    const secret = new TextEncoder().encode(keys.signing_key);
    const claims = { text: "23456789AB", aud: "order" };
    const unsigned = new UnsecuredJWT(claims).setExpirationTime("1h").encode();
    const longer = await new SignJWT(claims).setProtectedHeader({ alg: "HS512" }).setExpirationTime("1h").sign(secret);
    const endless = await new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(secret);
    for (const token of [unsigned, longer, endless]) expect(await verify("order", token)).toBeNull();
  });

  it("the previous key is accepted during a rotation", async () => {
    const note = await signedTokens(keys).sign("order", "23456789AB", 60);
    const changed = signedTokens({ signing_key: "the-new-key-of-the-shop", signing_key_previous: keys.signing_key });
    expect(await changed.verify("order", note)).toBe("23456789AB");
  });
});

describe("purposes of tokens", () => {
  const { sign, verify } = signedTokens(keys);
  const now = new Date();

  it.each(tokenPurposes)("a token for %s verifies for that purpose only", async (purpose) => {
    const note = await sign(purpose, "phone +84590000011 1", 60);
    for (const readAs of tokenPurposes) expect((await verify(readAs, note)) !== null).toBe(readAs === purpose);
    expect(await readBearer(keys, note, now)).toBeNull();
    expect(await readBearer(keys, `b.${note}`, now)).toBeNull();
  });

  it("a bearer is not a valid signed token", async () => {
    const bearer = await mintBearer(keys, 7, now);
    expect(isBearer(bearer)).toBe(true);
    expect(await readBearer(keys, bearer, now)).toBe(7);
    for (const readAs of tokenPurposes) expect(await verify(readAs, bearer)).toBeNull();
  });

  it("a bearer ends after fifteen minutes and fits into the header the shop reads", async () => {
    const bearer = await mintBearer(keys, Number.MAX_SAFE_INTEGER, now);
    const secondsFromNow = (seconds: number) => new Date(now.getTime() + seconds * 1000);
    expect(await readBearer(keys, bearer, secondsFromNow(898))).toBe(Number.MAX_SAFE_INTEGER);
    expect(await readBearer(keys, bearer, secondsFromNow(900))).toBeNull();
    expect(bearer.length).toBeLessThanOrEqual(200);
  });
});

describe("tokens signed before jose signed them", () => {
  const now = new Date();
  const until = Math.floor(now.getTime() / 1000) + 60;
  const hmac = (text: string, key = keys.signing_key) => createHmac("sha256", key).update(text).digest("base64url");
  const earlier = (purpose: TokenPurpose, text: string, key?: string) => {
    const note = Buffer.from(`${until} ${text}`).toString("base64url");
    return `${note}.${hmac(`seal ${purpose} ${note}`, key)}`;
  };
  const note = `7.${until}`;
  const bearer = `b.${note}.${hmac(`bearer ${note}`)}`;

  it.each(tokenPurposes)("one for %s verifies for that purpose only, until it expires", async (purpose) => {
    const { verify } = signedTokens(keys);
    const token = earlier(purpose, "23456789AB");
    for (const readAs of tokenPurposes) expect((await verify(readAs, token)) !== null).toBe(readAs === purpose);
    expect(await signedTokens(keys, () => until * 1000).verify(purpose, token)).toBeNull();
    expect(await verify(purpose, earlier(purpose, "23456789AB", "a foreign key"))).toBeNull();
  });

  it("a bearer opens its session until it expires", async () => {
    expect(isBearer(bearer)).toBe(true);
    expect(await readBearer(keys, bearer, now)).toBe(7);
    expect(await readBearer(keys, bearer, new Date(until * 1000))).toBeNull();
    expect(await readBearer(keys, bearer.replace("b.7.", "b.8."), now)).toBeNull();
    expect(await readBearer({ signing_key: "new", signing_key_previous: keys.signing_key }, bearer, now)).toBe(7);
    expect(await readBearer({ ...keys, signing_key: "another-key-altogether" }, bearer, now)).toBeNull();
  });
});
