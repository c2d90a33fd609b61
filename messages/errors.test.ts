import { errorStatus } from "contract/errors.ts";
import * as fields from "contract/values/fields.ts";
import { describe, expect, it } from "vitest";
import { errors as en } from "./en/errors.ts";
import { errors as ja } from "./ja/errors.ts";
import { errors as vi } from "./vi/errors.ts";

const languages = { vi, en, ja } as const;
const values = {
  age: 15,
  ...{ field: "Họ và tên", length: 10, min: 1, max: 9, minimum: 2, maximum: 3, missing: 2, extra: 2, digits: 11 },
  ...{ suggestion: "033-456-7890", name: "Nồi cơm", limit: "20,000,000\u00a0đ", wards: "P1, P2" },
  ...{ at: "23/11", from: "20:00", to: "22:00", time: "8:00", amount: "50.000\u00a0đ", more: "30.000\u00a0đ" },
  ...{ held: "CHAOBAN", held_off: "50.000\u00a0đ", typed: "NHAMOI", typed_off: "30.000\u00a0đ" },
  ...{ until: "2026-11-23T13:00:00.000Z", nearest: 640, names: "Chảo CW-P28", usable: 5, taken: 3 },
};

function speak(text: unknown, params: object): string {
  return typeof text === "function" ? (text as (p: object) => string)(params) : String(text);
}

describe("refusals have the specified texts", () => {
  it("Vietnamese texts are the specification's", () => {
    const field = "Họ và tên";
    expect(vi.required).toBe("Vui lòng nhập thông tin");
    expect(vi.required_choice).toBe("Vui lòng chọn thông tin");
    expect(vi.min_length({ field, length: 10 })).toBe("Họ và tên cần ít nhất 10 ký tự");
    expect(vi.max_length({ field, length: 61 })).toBe("Họ và tên cần bé hơn 61 ký tự");
    expect(vi.min_words({ field, length: 2 })).toBe("Vui lòng nhập Họ và tên gồm 2 từ trở lên");
    expect(vi.between({ field, min: 1, max: 9 })).toBe("Họ và tên phải lớn hơn 1 và nhỏ hơn 9");
    expect(vi.name_invalid({ field })).toBe(
      "Họ và tên không hợp lệ, không được có ký tự đặt biệt, không khoảng trắng thừa",
    );
    expect(vi.email_invalid).toBe("Vui lòng nhập email");
    expect(vi.phone_invalid).toBe("Đây không phải số điện thoại hợp lệ");
    expect(vi.birthday_past).toBe("Ngày sinh phải là quá khứ");
    expect(vi.password_weak).toBe("Mật khẩu chưa an toàn");
    expect(vi.password_mismatch).toBe("Mật khẩu xác nhận không khớp");
    expect(vi.phone_registered).toBe("Số điện thoại đã được đăng ký");
    expect(vi.order_not_found).toBe("Đơn hàng không tồn tại");
    expect(vi.data_not_found).toBe("Dữ liệu không tồn tại");
    expect(vi.need_to_login).toBe("Bạn cần đăng nhập để sử dụng chức năng này");
    expect(vi.shipping_required).toBe("Vui lòng chọn đơn vị vận chuyển");
    expect(vi.phone_short({ missing: 1 })).toBe("Số điện thoại thiếu 1 chữ số");
  });

  it("English texts are the specification's", () => {
    expect(en.required).toBe("Please select your option");
    expect(en.required_inquiry).toBe("Please input your inquiry");
    expect(en.number).toBe("Please input in number format");
    expect(en.email_invalid).toBe("Please input a proper email");
    expect(en.alpha).toBe("This field must only contain alphabetic characters");
    expect(en.phone_registered).toBe("Phone number has already been registered");
    expect(en.order_not_found).toBe("Order does not exist");
    expect(en.data_not_found).toBe("Data does not exist");
    expect(en.no_matching_data).toBe("No matching data found");
    expect(en.no_responsive_store).toBe("The address you selected does not have a responsive store");
    expect(en.shipping_required).toBe("Please select a shipping unit");
    expect(en.login_to_rate).toBe("Please log in to rate and comment");
    expect(en.page_not_found).toBe("This page was not found");
    expect(en.route_not_found).toBe("This page could not be found");
    expect(en.captcha_no_key).toBe("ReCaptcha error: No key provided");
    expect(en.captcha_no_version).toBe("No version provided");
    expect(en.captcha_failed).toBe("Failed to execute");
    expect(en.captcha_script).toBe("Failed to load script");
    expect(en.error_page_failed).toBe("An error occurred while showing the error page");
  });
});

describe.each(Object.entries(languages))("in %s", (_language, errors) => {
  it("every error code has a text, with and without values", () => {
    for (const code of Object.keys(errorStatus)) {
      for (const params of [values, {}]) {
        const sentence = speak((errors as Record<string, unknown>)[code], params);
        expect(sentence, code).not.toMatch(/undefined|\[object|^$/);
      }
    }
  });

  it("every text is a sentence without exclamation mark or capitals", () => {
    for (const [key, text] of Object.entries(errors)) {
      if (key === "fields") continue;
      const sentence = speak(text, values);
      expect(sentence, key).not.toMatch(/undefined|NaN|\[object|^$/);
      expect(sentence, key).not.toMatch(/!|！/);
      expect(sentence, key).toBe(sentence.normalize("NFC"));
    }
  });

  it("every text is in that language", () => {
    for (const [key, text] of Object.entries(errors)) {
      if (key === "fields") continue;
      const { until } = values;
      const bare = speak(text, { field: "F", name: "N", suggestion: "S", limit: "L", minimum: 2, maximum: 3, until });
      if (errors === en) expect(bare, key).toMatch(/^[\x20-\x7e]+$/);
      if (errors === ja) expect(bare, key).toMatch(/[ぁ-んァ-ヶ一-龠]/);
      if (errors !== ja) expect(bare, key).not.toMatch(/[ぁ-んァ-ヶ一-龠]/);
    }
  });
});

describe("every field error has a text", () => {
  const {
    fieldKinds: _kinds,
    isObject: _isForm,
    multiLine,
    singleLine,
    integer,
    optionalDecimal,
    optionalInteger,
    integerOr,
    flagOr,
    code,
    ...values
  } = fields;
  const schemas = {
    ...values,
    ...{
      multiLine: multiLine(3, 2),
      singleLine: singleLine(3, 2),
      code: code(/^a$/, "unit_unknown"),
      flagOr: flagOr(true),
    },
    ...{ integer: integer(1, 9), optionalInteger: optionalInteger(1, 9), integerOr: integerOr(1, 1, 9) },
    optionalDecimal: optionalDecimal(1, 9),
  };
  const attempts = [
    ...["", " ", "a", "aaaa", "a\0a", "An", "x ".repeat(99), "098", "09876543210", "02437951234", "01634567890", "An@"],
    ...[
      "030058856",
      "0300588560",
      "0300588569000",
      "999203004567",
      "03005885691",
      "../x",
      undefined,
      null,
      [],
      0.5,
      {},
    ],
  ];

  it.each(Object.entries(schemas))("%s", (_name, schema) => {
    for (const attempt of attempts) {
      for (const issue of schema.safeParse(attempt).error?.issues ?? []) {
        if (issue.code !== "too_small" && issue.code !== "too_big") expect(Object.keys(vi)).toContain(issue.message);
      }
    }
  });
});
