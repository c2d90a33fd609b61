import { expect, test } from "vitest";
import { codeForm } from "./typed-code.ts";

test.each(["BEP5", "bép5", "BEP-5", " bep 5 ", "ＢＥＰ５", "bep_5"])("%s is the code BEP5", (typed) => {
  expect(codeForm(typed)).toBe("BEP5");
});

test.each(["ВЕР5", "BEP6", "   "])("%s is another code, or none", (typed) => {
  expect(codeForm(typed)).not.toBe("BEP5");
});
