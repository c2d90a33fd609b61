import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

const published = resolve(import.meta.dirname, "../../public");
const worker = readFileSync(`${published}/sw.js`, "utf8");
const files = [...(/const FILES = \[(.*)\];/.exec(worker)?.[1] ?? "").matchAll(/"([^"]+)"/g)].map(
  ([, file]) => file ?? "",
);

describe("what a phone caches for offline use", () => {
  it("is fetched again when it changes", () => {
    const hash = createHash("sha256");
    for (const file of files) hash.update(readFileSync(published + file));
    expect(files.length).toBe(5);
    expect(/"offline-(\w+)"/.exec(worker)?.[1], "put the new fingerprint into web/public/sw.js").toBe(
      hash.digest("hex").slice(0, 8),
    );
  });

  it("needs nothing that is not cached with it, and breaks no content policy", () => {
    for (const page of files.filter((file) => file.endsWith(".html"))) {
      const html = readFileSync(published + page, "utf8");
      const needed = [...html.matchAll(/<(?:link|img|script)[^>]*(?:href|src)="([^"]+)"/g)].map(
        ([, address]) => address,
      );
      expect(needed.length).toBeGreaterThan(0);
      for (const address of needed) expect(files, page).toContain(address);
      expect(html, page).not.toMatch(/<script|<style|style=|\son\w+=/);
    }
  });
});
