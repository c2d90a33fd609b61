import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { useLocale } from "../i18n.tsx";
import { cachedHtml } from "./cached-html.tsx";

function Shown({ price }: { price: number }) {
  return (
    <p>
      {useLocale()}: {price} đ
    </p>
  );
}

const html = (locale: "vi" | "ja", price: number) => cachedHtml(locale, { price }, () => <Shown price={price} />);

it("a new price is shown at once, and the old one again when it comes back", () => {
  expect([html("vi", 10), html("vi", 20), html("vi", 10)].map((each) => each.replaceAll("<!-- -->", ""))).toEqual([
    "<p>vi: 10 đ</p>",
    "<p>vi: 20 đ</p>",
    "<p>vi: 10 đ</p>",
  ]);
});

it("each language has its own HTML", () => {
  expect(html("ja", 10)).toContain("ja");
  expect(html("vi", 10)).toContain("vi");
});

it("the browser hydrates the same HTML", () => {
  expect(html("vi", 30)).toBe(renderToString(<Shown price={30} />));
});

it("HTML in constant use stays cached, however much else is rendered meanwhile", () => {
  let made = 0;
  const often = () => cachedHtml("vi", { often: true }, () => ++made);
  often();
  for (let each = 0; each < 80; each++) {
    cachedHtml("vi", { each }, () => "x".repeat(200_000));
    often();
  }
  expect(made).toBe(1);
});
