/** The label of an active filter, away from its group. */
import { loadMessages, messagesOf } from "messages/messages.ts";
import { beforeAll, expect, test } from "vitest";
import { choiceName } from "./choice-name.ts";

beforeAll(async () => {
  await loadMessages();
});

const named = (label: string, option: string, value = option, locale: "vi" | "en" | "ja" = "vi") =>
  choiceName({ label }, { value, label: option }, messagesOf(locale).listing);

test("a number without a unit gets the facet's name", () => {
  expect(named("Số cấp lọc", "10")).toBe("10 cấp lọc");
  expect(named("Số cấp lọc", "8–10")).toBe("8–10 cấp lọc");
  expect(named("Số cấp lọc", "Dưới 8")).toBe("Số cấp lọc: Dưới 8");
  expect(named("Bài massage tự động", "12")).toBe("Bài massage tự động: 12");
  expect(named("Filter stages", "10 and more", "10", "en")).toBe("Filter stages: 10 and more");
  expect(named("ろ過段数", "10以上", "10", "ja")).toBe("ろ過段数：10以上");
});

test("a number with a unit, and a text, stay as they are", () => {
  expect(named("Dung tích", "5.5–7 L")).toBe("5.5–7 L");
  expect(named("Công suất", "Dưới 1,300 W")).toBe("Dưới 1,300 W");
  expect(named("Công nghệ lọc", "RO")).toBe("RO");
  expect(named("Chất liệu", "Inox 304")).toBe("Inox 304");
});

test("'yes' is shown as the facet's name, 'no' beside it", () => {
  expect(named("Inverter", "Có", "true")).toBe("Inverter");
  expect(named("Inverter", "Không", "false")).toBe("Inverter: Không");
});
