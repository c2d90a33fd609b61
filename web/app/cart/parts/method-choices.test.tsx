import type { PaymentMethodView } from "contract/payments/payments.ts";
import { type Locale, locales } from "contract/values/locale.ts";
import { loadMessages, messagesOf } from "messages/messages.ts";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, test } from "vitest";
import { Speak } from "../../i18n.tsx";
import { PaymentChoice } from "./method-choices.tsx";

beforeAll(async () => {
  await loadMessages();
});

const method = {
  ...{ description: "", group: "later" as const, logo: "cod", fee: "" },
  ...{ minimum: null, maximum: null, unavailable: null },
};
const methods: PaymentMethodView[] = [
  { ...method, code: "cod", name: "COD" },
  { ...method, code: "bank_transfer", name: "VietQR" },
];

function shown(locale: Locale, isNothingDue: boolean): string {
  const choice = { methods, chosen: "cod", is_nothing_due: isNothingDue, problem: undefined };
  return renderToStaticMarkup(
    <Speak locale={locale}>
      <PaymentChoice {...choice} />
    </Speak>,
  );
}

describe.each(locales)("the order form's methods of payment (%s)", (locale) => {
  const text = () => messagesOf(locale).cart.nothing_due;

  test("with a total above 0 each can be chosen", () => {
    const html = shown(locale, false);
    for (const { code, name } of methods) {
      expect(html).toContain(`value="${code}"`);
      expect(html).toContain(name);
    }
    expect(html).not.toContain(text());
  });

  test("with a total of 0 none is offered, and the form sends that there is none", () => {
    const html = shown(locale, true);
    for (const { code, name } of methods) {
      expect(html).not.toContain(`value="${code}"`);
      expect(html).not.toContain(name);
    }
    expect(html).toContain(text());
    expect(html).toContain('<input type="hidden" name="payment_method" value="none"/>');
  });
});
