/** Scope of PCI-DSS: SAQ A holds only while no page of the shop has a field for a card and no call takes one. */
import { globSync, readFileSync } from "node:fs";
import { contract } from "contract/contract.ts";
import { expect, test } from "vitest";
import { z } from "zod";

const root = new URL("../../../../", import.meta.url).pathname;
const FIELD = /cc-(number|csc|exp|name)|name="?\{?"?(card_?number|cardnumber|pan|cvv|cvc|csc|security_code)\b/i;

test("no screen has a field for the number, the end or the code of a card", () => {
  const files = globSync("web/app/**/*.{ts,tsx}", { cwd: root }).filter((file) => !file.endsWith(".test.ts"));
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter((file) => FIELD.test(readFileSync(root + file, "utf8")))).toEqual([]);
});

test("no call takes a card's number or code", () => {
  const calls = Object.values(contract.payments);
  const text = JSON.stringify(calls.map(({ input }) => z.toJSONSchema(input, { io: "input", unrepresentable: "any" })));
  expect(text).not.toMatch(/"(card_?number|number|pan|cvv|cvc|security_code|expiry[a-z_]*)":/);
});

test("the boxes for the gateway's own fields hold nothing of ours", () => {
  const source = readFileSync(new URL("card-payment.tsx", import.meta.url), "utf8");
  expect(source).not.toMatch(/<input|<Field|<TextInput/);
});
