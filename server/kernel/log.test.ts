import { expect, test } from "vitest";
import { createLog, pathOf } from "./log.ts";

function lines(format: "json" | "text", write: (log: ReturnType<typeof createLog>) => void): string {
  const written: string[] = [];
  const to = { write: (line: string) => void written.push(line) };
  write(createLog({ level: "info", format, to }));
  return written.join("");
}

test("phones, codes, tokens, passwords, cards and cookies never reach the log, however deep they sit", () => {
  const person = {
    phone: "s3cret",
    otp: "s3cret",
    token: "s3cret",
    password: "s3cret",
    card: "s3cret",
    email: "s3cret",
  };
  const headers = {
    authorization: "s3cret",
    cookie: "s3cret",
    "x-order-phone": "s3cret",
    "set-cookie": "s3cret",
    host: "shown",
  };
  const text = lines("json", (log) => log.info({ ...person, person, request: { headers, body: person } }, "seen"));
  expect(text).not.toContain("s3cret");
  expect(text).toContain("shown");
});

test("the query of a URL is not logged, because it may hold codes and phones", () => {
  const text = lines("json", (log) =>
    log.info({ req: { method: "POST", url: "/auth/login-sms?phone=0901&otp=123456" } }, "asked"),
  );
  expect(JSON.parse(text).req).toEqual({ method: "POST", path: "/auth/login-sms" });
  expect(pathOf("/a/b#c?d")).toBe("/a/b");
});

test.each(["json", "text"] as const)("one event is one line in %s, whatever the text", (format) => {
  const typed = 'a"b\r\n2026 error forged\u001b[31m';
  const text = lines(format, (log) => log.warn({ name: typed }, `said ${typed}`));
  expect(text.split("\n")).toHaveLength(2);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
  expect(text).not.toMatch(/[\r\u001b]/);
});

test("a line for people is timed by Việt Nam's clock, as orders are; one for programs in UTC", () => {
  const before = new Date(Math.floor(Date.now() / 1000) * 1000);
  const [time = ""] = lines("text", (log) => log.info("seen")).split(" ");
  const seconds = (text: string) => text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  const elapsed = (seconds(time) - seconds(clockOf(before)) + 86_400) % 86_400;
  expect(elapsed).toBeLessThan(60);
  expect(JSON.parse(lines("json", (log) => log.info("seen"))).time).toMatch(/Z$/);
});

/** 02:26:35 in Hà Nội is 19:26:35 in UTC, all year. */
function clockOf(instant: Date): string {
  return new Date(instant.getTime() + 7 * 3600 * 1000).toISOString().slice(11, 19);
}
