import { expect, test } from "vitest";
import { ownPath, pageOf, paths } from "./paths.ts";

test.each([
  ["/quan-tri", "/"],
  ["/quan-tri/_.data", "/"],
  ["/quan-tri/nhan-vien.data?_routes=desks%2Fstaff%2Fstaff-list&state=left", "/nhan-vien?state=left"],
  ["/quan-tri/nhan-vien/12?index", "/nhan-vien/12"],
])("%s is the page %s, whether it or its data was asked for", (address, page) => {
  expect(pageOf(address)).toBe(page);
});

test.each(["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)", "", undefined, "/a b"])(
  "nobody is sent to %s",
  (to) => {
    expect(ownPath(to)).toBe(paths.home());
  },
);
