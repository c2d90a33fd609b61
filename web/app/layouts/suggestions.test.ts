/** What of a suggestion is typed already, in words as people type them: without marks, in the middle, in another case. */
import { describe, expect, it } from "vitest";
import { around } from "./suggestions.tsx";

describe("what was typed, in a suggestion", () => {
  it.each([
    ["nồi cơm điện", "noi c", ["", "nồi c", "ơm điện"]],
    ["nồi cơm điện", "NỒI", ["", "nồi", " cơm điện"]],
    ["Máy lọc nước", "lọc", ["Máy ", "lọc", " nước"]],
    ["Đèn bàn", "den", ["", "Đèn", " bàn"]],
    ["nồi cơm", "noi com ", ["", "nồi cơm", ""]],
    ["炊飯器", "炊", ["", "炊", "飯器"]],
    ["quạt", "may", ["quạt", "", ""]],
    ["quạt", "", ["quạt", "", ""]],
    ["may may", "ay", ["may may", "", ""]],
    ["no\u0302\u0300i co\u031bm".normalize("NFD"), "noi", ["", "nồi".normalize("NFD"), " cơm".normalize("NFD")]],
  ])("%s, %s", (text, typed, parts) => {
    expect(around(text, typed)).toEqual(parts);
  });
});
