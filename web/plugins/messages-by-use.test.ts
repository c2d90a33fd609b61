import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { vi } from "messages/vi.ts";
import { describe, expect, it } from "vitest";
import { messageDomainsOf } from "./messages-by-use.ts";

describe("a screen in the browser has all messages it uses", () => {
  it.each([
    ["const { cart } = useMessages();", ["cart"]],
    ["const { cart: words, fulfilment } = useMessages();", ["cart", "fulfilment"]],
    ["const {\n  common,\n  home,\n} = messagesAt(args.location.pathname);", ["common", "home"]],
    ["const { orders } = messagesOf(localeOf(context));", ["orders"]],
    ["flash(context, messagesOf(localeOf(context)).cart.added)", ["cart"]],
    ["useMessages().common.close", ["common"]],
    // Which domains it uses cannot be seen: the build refuses such a module.
    ["const messages = useMessages();", []],
  ])("%s", (code, domains) => {
    expect(messageDomainsOf(code)).toEqual(domains);
  });

  it("every module that uses messages names at least one domain, and only existing ones", () => {
    const app = resolve(import.meta.dirname, "../app");
    const known = Object.keys(vi);
    const modulesUsingMessages = globSync("**/*.{ts,tsx}", { cwd: app, exclude: ["**/*.test.*", "i18n.tsx"] })
      .map((name) => ({ name, code: readFileSync(resolve(app, name), "utf8") }))
      .filter(({ code }) => /\b(?:useMessages|messagesAt|messagesOf)\(/.test(code));
    expect(modulesUsingMessages.length).toBeGreaterThan(10);
    for (const { name, code } of modulesUsingMessages) {
      const domains = messageDomainsOf(code);
      expect(domains, name).not.toEqual([]);
      expect(known, name).toEqual(expect.arrayContaining(domains));
    }
  });
});
