/** The calendar file of a delivery day: readable, and on the right day. */
import { describe, expect, it } from "vitest";
import { calendarFile } from "./calendar.ts";

const entry = {
  uid: "23456789AB@shop.example",
  from: "2026-11-30",
  to: "2026-12-01",
  written_at: "2026-11-26T09:00:00.123Z",
  title: "Nhận hàng Mutosi, đơn 234-5678-9AB",
  text: "Giao Hàng Nhanh; gọi trước\nhttps://shop.example/x",
};

describe("a file for calendars", () => {
  const file = calendarFile(entry);

  it("covers whole days, the last one included", () => {
    expect(file).toContain("DTSTART;VALUE=DATE:20261130\r\n");
    expect(file).toContain("DTEND;VALUE=DATE:20261202\r\n");
    expect(file).toContain("DTSTAMP:20261126T090000Z\r\n");
  });

  it("escapes its special characters", () => {
    expect(file).toContain("SUMMARY:Nhận hàng Mutosi\\, đơn 234-5678-9AB\r\n");
    expect(file).toContain("Giao Hàng Nhanh\\; gọi trước\\nhttps");
  });

  it("has no line longer than 75 octets, and splits no character", () => {
    const long = calendarFile({ ...entry, text: "Ưu đãi ế ộ ẵ お届け ".repeat(30) });
    for (const line of long.split("\r\n")) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    expect(long.replaceAll("\r\n ", "")).toContain("Ưu đãi ế ộ ẵ お届け ".repeat(30));
    expect(long).not.toContain("\uFFFD");
  });
});
