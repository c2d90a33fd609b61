import { renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { ChoiceGroup, Radio } from "./choices.tsx";
import { ErrorSummary, FieldErrors, type FoundErrors } from "./field.tsx";
import { Select, TextArea, TextInput } from "./inputs.tsx";

/** The text of what an element's `aria-describedby` names, as a screen reader would read it after the label. */
function description(html: string, control: RegExp): string {
  const [tag = ""] = html.match(control) ?? [];
  const ids = /aria-describedby="([^"]*)"/.exec(tag)?.[1]?.split(" ") ?? [];
  return ids
    .map(
      (id) => new RegExp(`<p[^>]* id="${id}"[^>]*>(.*?)</p>`).exec(html)?.[1]?.replace(/<[^>]*>/g, "") ?? `no #${id}`,
    )
    .join(" ");
}

describe("a field's error is its description for screen readers", () => {
  const frame = { label: "Số điện thoại", help: "Để đơn vị giao hàng liên hệ", error: "Số điện thoại thiếu 1 chữ số" };
  const said = "Số điện thoại thiếu 1 chữ số Để đơn vị giao hàng liên hệ";

  test("in a line of text", () => {
    const html = renderToString(<TextInput name="phone" {...frame} />);
    expect(description(html, /<input[^>]*>/)).toBe(said);
    expect(html).toMatch(/<input[^>]*aria-invalid="true"/);
    expect(html).toMatch(/<label[^>]*for="phone"[^>]*>Số điện thoại/);
  });

  test("in a box with a prefix", () => {
    const html = renderToString(<TextInput name="phone" id="receiver-phone" prefix="+84" {...frame} />);
    expect(description(html, /<input[^>]*>/)).toBe(said);
    expect(html).toMatch(/<input[^>]*id="receiver-phone"/);
  });

  test("in a text area and in a list", () => {
    expect(description(renderToString(<TextArea name="note" {...frame} />), /<textarea[^>]*>/)).toBe(said);
    expect(description(renderToString(<Select name="s" options={[]} {...frame} />), /<select[^>]*>/)).toBe(said);
  });

  test("in a question with choices", () => {
    const html = renderToString(
      <ChoiceGroup legend="Giới tính" id="gender" error="Vui lòng chọn thông tin">
        <Radio name="gender" value="female">
          Nữ
        </Radio>
      </ChoiceGroup>,
    );
    expect(description(html, /<fieldset[^>]*>/)).toBe("Vui lòng chọn thông tin");
  });

  test("a field without an error is not marked invalid", () => {
    const html = renderToString(<TextInput name="phone" label="Số điện thoại" />);
    expect(html).not.toContain("aria-invalid");
    expect(html).not.toContain("aria-describedby");
  });
});

describe("the fields to look at are named where the form begins", () => {
  const errors = [
    { id: "name", label: "Họ và tên" },
    { id: "phone", label: "Số điện thoại" },
  ];

  test("each name leads to its field, and the list is announced", () => {
    const html = renderToString(<ErrorSummary title="Bạn xem lại giúp" errors={errors} />);
    expect(html).toContain('role="alert"');
    for (const { id, label } of errors) expect(html).toMatch(new RegExp(`<a[^>]*href="#${id}"[^>]*>${label}</a>`));
  });

  test("a corrected field is no longer listed, and an empty list is hidden", () => {
    const shown = (found: FoundErrors) =>
      renderToString(
        <FieldErrors value={found}>
          <ErrorSummary title="Bạn xem lại giúp" errors={errors} />
        </FieldErrors>,
      );
    expect(shown({ name: null })).not.toContain("Họ và tên");
    expect(shown({ name: null, phone: "Đây không phải số điện thoại hợp lệ" })).toContain("Số điện thoại");
    expect(shown({ name: null, phone: null })).toBe("");
  });
});
