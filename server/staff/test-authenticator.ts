/**
 * An authenticator as a phone has one, in software: makes a passkey and signs with it, user verified. CBOR is written by
 * hand, so that what is tested does not test itself.
 */
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.of((major << 5) | length);
  if (length < 256) return Buffer.of((major << 5) | 24, length);
  return Buffer.of((major << 5) | 25, length >> 8, length & 255);
}

function cbor(value: Cbor): Buffer {
  if (typeof value === "number") return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, each]) => [cbor(key), cbor(each)])]);
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;
const sha256 = (data: Buffer | string): Buffer => createHash("sha256").update(data).digest();

export function testAuthenticator(origin: string, { verifies = true } = {}) {
  const id = randomBytes(16);
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const rpIdHash = sha256(new URL(origin).hostname);
  let counter = 0;
  const authData = (flags: number, rest: Buffer = Buffer.alloc(0)): Buffer => {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const all = flags | USER_PRESENT | (verifies ? USER_VERIFIED : 0);
    return Buffer.concat([rpIdHash, Buffer.of(all), count, rest]);
  };
  const clientData = (type: string, challenge: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const named = { id: id.toString("base64url"), rawId: id.toString("base64url"), type: "public-key" };
  return {
    /** What the browser answers to `addPasskeyStart`. */
    add(options: string): string {
      const { challenge } = JSON.parse(options) as { challenge: string };
      const key = cbor(
        new Map<number, Cbor>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, "base64url")],
          [-3, Buffer.from(y, "base64url")],
        ]),
      );
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, key]);
      const attestation = new Map<string, Cbor>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", authData(HAS_CREDENTIAL, credential)],
      ]);
      return JSON.stringify({
        ...named,
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData("webauthn.create", challenge).toString("base64url"),
          attestationObject: cbor(attestation).toString("base64url"),
          transports: ["internal"],
        },
      });
    },
    /** What it answers to `passkeyStart` and `stepUpPasskeyStart`. */
    answer(options: string): string {
      const { challenge } = JSON.parse(options) as { challenge: string };
      const data = clientData("webauthn.get", challenge);
      const auth = authData(0);
      return JSON.stringify({
        ...named,
        clientExtensionResults: {},
        response: {
          clientDataJSON: data.toString("base64url"),
          authenticatorData: auth.toString("base64url"),
          signature: sign("sha256", Buffer.concat([auth, sha256(data)]), privateKey).toString("base64url"),
        },
      });
    },
  };
}
