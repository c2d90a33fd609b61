import fc from "fast-check";
import { renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { allowedQuantity, QuantityStepper } from "./quantity.tsx";

const texts = {
  labels: { quantity: "Số lượng", decrease: "Giảm", increase: "Tăng", update: "Cập nhật" },
  maxMessage: "Tối đa 12",
  minMessage: "Tối thiểu 2",
};

describe("more than the shop sells cannot be chosen", () => {
  test("any typed quantity stays within the limits", () => {
    fc.assert(
      fc.property(
        fc.double(),
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 0, max: 50 }),
        (wanted, min, more) => {
          const max = min + more;
          const allowed = allowedQuantity(wanted, { min, max, otherwise: min });
          expect(Number.isSafeInteger(allowed) && allowed >= min && allowed <= max).toBe(true);
          if (Number.isSafeInteger(wanted) && wanted >= min && wanted <= max) expect(allowed).toBe(wanted);
        },
      ),
    );
  });

  test("at the limit plus is disabled and the limit is shown; the browser validates it without scripts", () => {
    const html = renderToString(<QuantityStepper name="quantity" value={12} max={12} {...texts} />);
    expect(html).toMatch(/<button[^>]*aria-label="Tăng"[^>]* disabled=""/);
    expect(html).not.toMatch(/<button[^>]*aria-label="Giảm"[^>]* disabled=""/);
    expect(html).toMatch(/<input[^>]* max="12"/);
    expect(html).toContain(">Tối đa 12<");
  });

  test("below the smallest amount of a programme there is no step", () => {
    const html = renderToString(<QuantityStepper name="quantity" value={2} min={2} max={12} {...texts} />);
    expect(html).toMatch(/<button[^>]*aria-label="Giảm"[^>]* disabled=""/);
    expect(html).toContain(">Tối thiểu 2<");
  });
});

describe("a line of the cart changes before any script runs", () => {
  const html = renderToString(<QuantityStepper name="quantity" value={3} max={12} {...texts} />);
  const submits = html.match(/<button[^>]*type="submit"[^>]*>/g) ?? [];

  test("minus and plus are submissions of one step", () => {
    expect(submits.filter((tag) => tag.includes('name="step"')).map((tag) => /value="([^"]*)"/.exec(tag)?.[1])).toEqual(
      ["-1", "1"],
    );
  });

  test("Enter sends the typed quantity: the form's first button has no step", () => {
    expect(submits[0]).not.toContain("name=");
  });

  test("on a product page the steps do not add to the cart", () => {
    const local = renderToString(<QuantityStepper name="quantity" mode="local" value={1} max={12} {...texts} />);
    expect(local).not.toContain('type="submit"');
  });
});
