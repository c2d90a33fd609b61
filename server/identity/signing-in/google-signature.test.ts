/** The ID token that a code is exchanged for needs the provider's signature, although it comes over TLS. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refusalCode } from "../../testing/test-refusal.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";

const client = { client_id: "shop", client_secret: "a secret of this test alone" };
let shop: TestShop;
let provider: Server;
let issuer: string;
let keys: Awaited<ReturnType<typeof generateKeyPair>>;
/** What the token endpoint answers next. */
let id_token = "";

beforeAll(async () => {
  keys = await generateKeyPair("RS256");
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: "1", alg: "RS256", use: "sig" };
  provider = createServer((request, response) => {
    const answers: Record<string, object> = {
      "/.well-known/openid-configuration": {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        id_token_signing_alg_values_supported: ["RS256"],
      },
      "/jwks": { keys: [jwk] },
      "/token": { access_token: "x", token_type: "bearer", expires_in: 60, id_token },
    };
    response.setHeader("content-type", "application/json").end(JSON.stringify(answers[request.url ?? ""] ?? {}));
  });
  await new Promise<void>((listening) => provider.listen(0, "127.0.0.1", listening));
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  shop = await testShop({ config: { google: { issuer, ...client } } });
});
afterAll(async () => {
  await shop.close();
  provider.close();
});

const claims = { sub: "g-77", email: "lan@gmail.example", email_verified: true, name: "Lan" };
type Sign = (claims: object) => Promise<string>;

/** Signs in with an ID token made of these claims and this nonce. */
async function signIn(sign: Sign): Promise<string> {
  const visitor = shop.visitor();
  const { url, sealed } = await visitor.identity.googleStart({});
  const { state = "", nonce } = Object.fromEntries(new URL(url).searchParams);
  const now = Math.floor(Date.now() / 1000);
  id_token = await sign({ ...claims, nonce, iss: issuer, aud: client.client_id, iat: now, exp: now + 300 });
  const answer = visitor.identity.socialLogin({ code: "any", state, sealed });
  return answer.then(
    () => "signed in",
    () => refusalCode(answer),
  );
}

describe("the ID token that a code is exchanged for", () => {
  test("an ID token without the provider's signature is refused", async () => {
    const { privateKey: foreign } = await generateKeyPair("RS256");
    const header = { alg: "RS256", kid: "1" };
    const signs: Record<string, Sign> = {
      unsigned: async (all) => new UnsecuredJWT({ ...all }).encode(),
      "signed with our own secret": (all) =>
        new SignJWT({ ...all }).setProtectedHeader({ alg: "HS256" }).sign(Buffer.from(client.client_secret)),
      "signed by another key": (all) => new SignJWT({ ...all }).setProtectedHeader(header).sign(foreign),
    };
    for (const [how, sign] of Object.entries(signs)) expect([how, await signIn(sign)]).toEqual([how, "google_refused"]);
    expect(await signIn((all) => new SignJWT({ ...all }).setProtectedHeader(header).sign(keys.privateKey))).toBe(
      "signed in",
    );
  });
});
