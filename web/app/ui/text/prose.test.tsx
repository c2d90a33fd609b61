import { renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { Prose, proseHeadings } from "./prose.tsx";

const text = [
  "Ấm 1,7 lít **sôi nhanh**,",
  "tự ngắt.",
  "",
  "### Đun nhanh",
  "- Dung tích: 1,7 L",
  "- Công suất: 1.850 W",
  "Đổ đầy trước khi bật.",
  "### An toàn",
].join("\n");

describe("a text from the back office cannot become code on the page", () => {
  test.each(["<script>alert(1)</script>", '<img src=x onerror="alert(1)">', "**<b onclick=x>**", "### <iframe>"])(
    "%s is shown, not run",
    (evil) => {
      const html = renderToString(<Prose text={evil} />);
      expect(html).not.toMatch(/<(script|img|b|iframe)\b/);
      expect(html).toContain("&lt;");
    },
  );

  test("a link of another markup stays words", () => {
    expect(renderToString(<Prose text="[Quà](javascript:alert(1))" />)).not.toContain("<a");
  });
});

describe("a description reads as it was written", () => {
  test("paragraphs, headings, lists and bold words", () => {
    expect(renderToString(<Prose text={text} headingLevel={2} />)).toBe(
      '<div class="prose"><p>Ấm 1,7 lít <strong>sôi nhanh</strong>, tự ngắt.</p><h2 id="muc-1">Đun nhanh</h2>' +
        "<ul><li>Dung tích: 1,7 L</li><li>Công suất: 1.850 W</li></ul><p>Đổ đầy trước khi bật.</p>" +
        '<h2 id="muc-2">An toàn</h2></div>',
    );
  });

  test("every line of the contents leads to a heading", () => {
    const html = renderToString(<Prose text={text} idPrefix="bai" />);
    const headings = proseHeadings(text, "bai");
    expect(headings.map(({ text }) => text)).toEqual(["Đun nhanh", "An toàn"]);
    for (const { id, text } of headings) expect(html).toContain(`id="${id}">${text}<`);
  });
});
