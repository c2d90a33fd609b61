import { expect, it } from "vitest";
import { pages } from "../routes/pages.ts";
import { isMembersPath } from "./members-path.ts";

it("every page for members is left when its person is signed out in another tab", () => {
  const theirs = pages.filter(({ guard }) => guard === "members").map(({ path }) => `/${path}`);
  expect(theirs.length).toBeGreaterThan(10);
  expect(theirs.filter((path) => !isMembersPath(path))).toEqual([]);
});

it.each(["/", "/faq", "/tai-khoan-moi", "/doi-diem-nhan-qua-tang", "/danh-gia-san-pham/1082"])(
  "%s shows no account",
  (path) => {
    expect(isMembersPath(path)).toBe(false);
  },
);
