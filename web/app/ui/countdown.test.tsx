import { renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { Countdown } from "./countdown.tsx";

const texts = { label: "Kết thúc lúc 14:00", ended: "Đã kết thúc", days: (count: number) => `${count} ngày` };
const until = "2026-11-21T07:00:00Z";
const shown = (now?: string) =>
  renderToString(<Countdown until={until} now={now} {...texts} />)
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

describe("a countdown never shows a wrong figure", () => {
  test("HTML that may be cached has the end time, not the time left", () => {
    expect(shown()).toBe("Kết thúc lúc 14:00");
  });

  test.each([
    ["2026-11-21T05:35:24Z", "01 : 24 : 36"],
    ["2026-11-21T06:45:08Z", "14 : 52"],
    ["2026-11-19T03:59:50Z", "2 ngày 03 : 00 : 10"],
    ["2026-11-21T07:00:00Z", "Đã kết thúc"],
    ["2026-11-22T00:00:00Z", "Đã kết thúc"],
  ])("at %s it shows %s", (now, expected) => expect(shown(now)).toBe(expected));

  test("a screen reader announces the end, not every second", () => {
    const html = renderToString(<Countdown until={until} now="2026-11-21T06:00:00Z" {...texts} />);
    expect(html).toMatch(/role="timer" aria-label="Kết thúc lúc 14:00"/);
  });
});
