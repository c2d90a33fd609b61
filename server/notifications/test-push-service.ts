/**
 * A push service and a browser, for tests: it checks the shop's VAPID signature (RFC 8292), opens the message with the
 * browser's own keys (RFC 8291, aes128gcm of RFC 8188), and answers as configured.
 */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type Delivered = { path: string; message: unknown; ttl: string | undefined; audience: string; key: string };

export async function pushService() {
  const browser = createECDH("prime256v1");
  const p256dh = browser.generateKeys();
  const auth = randomBytes(16);
  const delivered: Delivered[] = [];
  const state = { answer: 201, calls: 0 };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    state.calls += 1;
    const { audience, key } = vapid(request.headers.authorization ?? "");
    if (state.answer < 300) {
      const message: unknown = JSON.parse(decrypted(Buffer.concat(parts)).toString());
      delivered.push({
        path: request.url ?? "",
        message,
        ttl: request.headers.ttl as string | undefined,
        audience,
        key,
      });
    }
    response.writeHead(state.answer).end();
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  function decrypted(body: Buffer): Buffer {
    const salt = body.subarray(0, 16);
    const keyLength = body[20] ?? 0;
    const sender = body.subarray(21, 21 + keyLength);
    const ciphertext = body.subarray(21 + keyLength);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), p256dh, sender]);
    const secret = Buffer.from(hkdfSync("sha256", browser.computeSecret(sender), auth, info, 32));
    const key = Buffer.from(hkdfSync("sha256", secret, salt, "Content-Encoding: aes128gcm\0", 16));
    const nonce = Buffer.from(hkdfSync("sha256", secret, salt, "Content-Encoding: nonce\0", 12));
    const decipher = createDecipheriv("aes-128-gcm", key, nonce);
    decipher.setAuthTag(ciphertext.subarray(-16));
    const padded = Buffer.concat([decipher.update(ciphertext.subarray(0, -16)), decipher.final()]);
    return padded.subarray(0, padded.lastIndexOf(2));
  }

  return {
    host,
    delivered,
    state,
    /** What the browser's subscription says of itself. */
    subscription: (name = "a") => ({
      endpoint: `http://${host}/push/${name}`,
      keys: { p256dh: p256dh.toString("base64url"), auth: auth.toString("base64url") },
    }),
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}

/** Throws unless the token was signed with the key beside it. */
function vapid(header: string): { audience: string; key: string } {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33).toString("base64url"), point.subarray(33).toString("base64url")];
  const publicKey = createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x, y } });
  const signed = Buffer.from(`${head}.${claims}`);
  const right = verify(
    "sha256",
    signed,
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!right) throw new Error("the shop's signature is not right");
  const { aud } = JSON.parse(Buffer.from(claims, "base64url").toString()) as { aud: string };
  return { audience: aud, key };
}
