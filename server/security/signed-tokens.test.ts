import { tokenPurposes } from "contract/identity/token-purposes.ts";
import { describe, expect, it } from "vitest";
import { mintBearer, readBearer } from "./bearer.ts";
import { signedTokens } from "./signed-tokens.ts";

const keys = { signing_key: "a-key-of-the-tests-only", signing_key_previous: undefined };

describe("a signed token of an order", () => {
  it("a token verifies until it expires", () => {
    let now = 1_000_000;
    const { sign, verify } = signedTokens(keys, () => now);
    const note = sign("order", "23456789AB +84590000011", 1800);
    expect(verify("order", note)).toBe("23456789AB +84590000011");
    now += 1_801_000;
    expect(verify("order", note)).toBeNull();
  });

  it("a changed character, another key and garbage are refused", () => {
    const { sign, verify } = signedTokens(keys);
    const note = sign("order", "23456789AB", 60);
    for (let at = 0; at < note.length; at++) {
      const other = note[at] === "A" ? "B" : "A";
      const changed = note.slice(0, at) + other + note.slice(at + 1);
      // The last character of base64 may carry unused bits: the same bytes are the same token.
      if (verify("order", changed) !== null) expect(at).toBe(note.length - 1);
    }
    expect(signedTokens({ ...keys, signing_key: "another-key-altogether" }).verify("order", note)).toBeNull();
    for (const text of ["", ".", "a.b", "..", note.replace(".", "")]) expect(verify("order", text)).toBeNull();
  });

  it("the previous key is accepted during a rotation", () => {
    const note = signedTokens(keys).sign("order", "23456789AB", 60);
    const changed = signedTokens({ signing_key: "the-new-key-of-the-shop", signing_key_previous: keys.signing_key });
    expect(changed.verify("order", note)).toBe("23456789AB");
  });
});

describe("purposes of tokens", () => {
  const { sign, verify } = signedTokens(keys);
  const now = new Date();

  it.each(tokenPurposes)("a token for %s verifies for that purpose only", (purpose) => {
    const note = sign(purpose, "phone +84590000011 1", 60);
    for (const readAs of tokenPurposes) expect(verify(readAs, note) !== null).toBe(readAs === purpose);
    expect(readBearer(keys, note, now)).toBeNull();
    expect(readBearer(keys, `b.${note}`, now)).toBeNull();
  });

  it("a bearer is not a valid signed token", () => {
    const bearer = mintBearer(keys, 7, now);
    expect(readBearer(keys, bearer, now)).toBe(7);
    for (const readAs of tokenPurposes) {
      for (const text of [bearer, bearer.slice(2)]) expect(verify(readAs, text)).toBeNull();
    }
  });
});
