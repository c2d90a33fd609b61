/** The theme cookie: only its own values are taken for a choice. */
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

  it("is stored for a year, and removed for good", () => {
    expect(themeOf(themeCookie("dark"))).toBe("dark");
    expect(themeCookie("dark")).toContain("Max-Age=31536000");
    expect(themeCookie(undefined)).toMatch(/^theme=;.*Max-Age=0$/);
  });
});
