/** Read by the compiler: each marked line must be wrong, or the check of types fails. */
import type { InputOf } from "contract/contract.ts";
import { expect, test } from "vitest";
import type { FieldOf } from "./field-names.ts";
import { type FormCall, field, fieldError, fromForm, readForm, sent, submit } from "./forms.ts";
import { Hidden } from "./hidden.tsx";

const removeItem: FormCall<InputOf<"cart.removeItem">, string> = async ({ key }) => key;

test("a form has the names of its call, and no other", () => {
  const names = [
    "product_id" satisfies FieldOf<"cart.addItem">,
    "company_invoice.tax_code" satisfies FieldOf<"orders.place">,
    "keys[]" satisfies FieldOf<"cart.removeItems">,
    // @ts-expect-error it was never a field of the call
    "product" satisfies FieldOf<"cart.addItem">,
    // @ts-expect-error a field of an invoice that there is not
    "company_invoice.vat" satisfies FieldOf<"orders.place">,
    // @ts-expect-error the one call has it, the other has not
    "password" satisfies FieldOf<"identity.register" | "identity.loginSms">,
  ];
  expect(names).toHaveLength(6);
  // @ts-expect-error no call is named
  fieldError(undefined, "phone");
  // @ts-expect-error the call is another one
  field<"cart.addItem">(undefined, "phone");
});

test("a hidden value is one of its field", () => {
  const fields = [
    <Hidden<"cart.addItem"> key={1} name="product_id" value={1} />,
    <Hidden<"privacy.saveConsent"> key={2} name="given" value="1" />,
    // @ts-expect-error a purpose that nobody is asked about
    <Hidden<"privacy.saveConsent"> key={3} name="purpose" value="fun" />,
    // @ts-expect-error a name of another call
    <Hidden<"cart.removeItem"> key={4} name="product_id" value={1} />,
  ];
  expect(fields).toHaveLength(4);
});

test("an action gives its call the fields by the call's names, and all that it needs", async () => {
  const body = new FormData();
  body.set("key", "7");
  const form = await readForm(new Request("http://shop/", { method: "POST", body }));
  const done = (answer: string) => answer;
  expect(await submit(form, removeItem, sent(form, "key"), done)).toBe("7");
  // @ts-expect-error the name of another call's field
  await submit(form, removeItem, sent(form, "key", "product_id"), done);
  // @ts-expect-error nothing of what it needs
  await submit(form, removeItem, {}, done);
  // @ts-expect-error a name that is the call's no longer
  await fromForm(removeItem)(sent(form, "line_key"));
  // @ts-expect-error a value of our own that the call does not take
  await fromForm(removeItem)({ key: 7 });
});
