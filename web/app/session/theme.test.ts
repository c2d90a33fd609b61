/** The chosen look, from cookie to cookie: nothing that somebody else wrote there is taken for a choice. */
import { describe, expect, it } from "vitest";
import { themeCookie, themeOf } from "./theme.ts";

describe("a chosen theme", () => {
  it.each([
    ["theme=dark", "dark"],
    ["visitor=cart.3; theme=light; i18n_locale=ja", "light"],
    ["", undefined],
    ["theme=", undefined],
    ["theme=neon", undefined],
    ["mytheme=dark", undefined],
    ['theme=dark"><script>', "dark"],
  ])("%s", (cookies, theme) => {
    expect(themeOf(cookies)).toBe(theme);
  });

  it("is kept for a year, and taken back for good", () => {
    expect(themeOf(themeCookie("dark"))).toBe("dark");
    expect(themeCookie("dark")).toContain("Max-Age=31536000");
    expect(themeCookie(undefined)).toMatch(/^theme=;.*Max-Age=0$/);
  });
});
