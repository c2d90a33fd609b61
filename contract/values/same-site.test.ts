import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isOwnOrigin, sameSitePath } from "./same-site.ts";
import { FOREIGN_ADDRESSES, OWN_ADDRESSES } from "./test-foreign-addresses.ts";

describe("a return path from a request", () => {
  it.each([...FOREIGN_ADDRESSES, null, undefined, ["/a"], 7])("%j is not of this site and becomes home", (address) => {
    expect(sameSitePath(address, "/")).toBe("/");
  });

  it.each(Object.entries(OWN_ADDRESSES))("%j is followed", (address, path) => {
    expect(sameSitePath(address, "/khac")).toBe(path);
  });

  it("any text gives a path of this site, as browsers resolve it", () => {
    const parts = fc.constantFrom(
      "/",
      "\\",
      ".",
      "..",
      "%2e",
      "%2E",
      "\t",
      "\n",
      "@",
      ":",
      "?",
      "#",
      "a",
      "evil.example",
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 9 }), (madeOf) => {
        const path = sameSitePath(madeOf.join(""), "/");
        expect(new URL(path, "https://shop.example").origin).toBe("https://shop.example");
        expect(sameSitePath(path, "?")).toBe(path);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("the Origin of a write", () => {
  it.each([
    ["https://mutosi.example", "mutosi.example", "https://mutosi.example", true],
    ["http://mutosi.example", "mutosi.example", "https://mutosi.example", false],
    ["https://mutosi.example", "mutosi.example", "http://mutosi.example", false],
    ["http://192.168.1.5:3000", "192.168.1.5:3000", "http://localhost:3000", true],
    ["http://192.168.1.5:3001", "192.168.1.5:3000", "http://localhost:3000", false],
    ["http://[fe80::1]:3000", "[fe80::1]:3000", "http://localhost:3000", true],
    ["http://127.0.0.1:3000", "127.0.0.1:3000", "http://localhost:3000", true],
    ["http://laptop:3000", "laptop:3000", "http://localhost:3000", true],
    ["http://laptop.local:3000", "laptop.local:3000", "http://localhost:3000", true],
    ["http://rebound.example:3000", "rebound.example:3000", "http://localhost:3000", false],
    ["http://192.168.1.5.rebound.example", "192.168.1.5.rebound.example", "http://localhost:3000", false],
    ["http://local.example", "local.example", "http://localhost:3000", false],
    ["https://evil.example", "evil.example", "https://mutosi.example", false],
    ["http://192.168.1.5", "192.168.1.5", "https://mutosi.example", false],
    ["https://mutosi.example", "10.0.0.7:3000", "https://mutosi.example", true],
    ["https://mutosi.example.evil.example", "mutosi.example", "https://mutosi.example", false],
    ["null", "mutosi.example", "https://mutosi.example", false],
    ["", "", "http://localhost:3000", false],
    ["http://", "", "http://localhost:3000", false],
    [undefined, undefined, "https://mutosi.example", false],
  ])("%s at %s of %s: %s", (origin, host, own, isOwn) => {
    expect(isOwnOrigin(origin, host, own)).toBe(isOwn);
  });
});
