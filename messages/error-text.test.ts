import { describe, expect, it } from "vitest";
import { errorText } from "./error-text.ts";

describe("texts of errors", () => {
  it("a text contains its values", () => {
    expect(errorText("vi", "phone_short", { missing: 1 })).toBe("Số điện thoại thiếu 1 chữ số");
    expect(errorText("en", "phone_short", { missing: 1 })).toBe("1 digit missing");
    expect(errorText("ja", "above_maximum", { name: "炊飯器", maximum: 2 })).toBe("炊飯器の購入は2点までです");
    expect(errorText("vi", "cart_empty")).toBe("Giỏ hàng đang trống");
  });

  it("a text names the field by its label, also in a list", () => {
    expect(errorText("vi", "max_length", { length: 501 }, "note")).toBe("Ghi chú cần bé hơn 501 ký tự");
    expect(errorText("en", "name_invalid", {}, "receiver.full_name")).toMatch(/^Full name /);
    expect(errorText("en", "min_length", { length: 2 }, "items.0")).toMatch(/^This field /);
    expect(errorText("en", "min_length", { length: 2 }, "notes.3.reason.0")).toMatch(/^Reason /);
  });

  it("a key without a text gets a general one", () => {
    for (const key of ["no_such_key", "fields", "toString", "__proto__", ""]) {
      expect(errorText("vi", key, {}, "constructor")).toBe("Vui lòng kiểm tra lại thông tin");
    }
    expect(errorText("vi", "name_invalid", {}, "constructor")).toMatch(/^Thông tin này /);
  });
});
