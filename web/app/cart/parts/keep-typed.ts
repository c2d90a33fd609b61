/**
 * Stores with the cart what was typed into the order form, while its phone is being proved on another page: the form is
 * filled in from there when the shopper comes back. Spec §2 /checkout/otp.
 */
import type { InputOf, Shop } from "contract/contract.ts";
import { isWireFailure } from "contract/errors.ts";
import { EMPTY, type FormValue, fromForm } from "../../forms/forms.ts";
import { addressSent, nestedAddress } from "../../shared/place-draft.ts";

/** As the order was asked for; `undefined` where nothing was typed. */
type Order = Partial<Record<keyof InputOf<"orders.place">, FormValue>>;

export async function keepTyped({ cart }: Shop, order: Order): Promise<void> {
  const { full_name, phone, email = EMPTY, note = EMPTY, company_invoice = null, address } = order;
  const { shipping_method, payment_method } = order;
  // One after the other: each locks the cart.
  if (address) {
    await ignoreRefusal(fromForm(cart.setShippingAddress)(addressSent(nestedAddress({ address }))));
  }
  if (shipping_method) await ignoreRefusal(fromForm(cart.setShippingMethod)({ shipping_method }));
  if (payment_method) await ignoreRefusal(fromForm(cart.setPaymentMethod)({ payment_method }));
  await ignoreRefusal(fromForm(cart.updateInfo)({ full_name, phone, email, note, company_invoice }));
}

/** What the cart refuses (a delivery method that has just closed) the form asks for again. */
async function ignoreRefusal(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!isWireFailure(error) || error.status >= 500) throw error;
  }
}
