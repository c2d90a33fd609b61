/**
 * Stores with the cart what was typed into the order form, while its phone is being proved on another page: the form is
 * filled in from there when the shopper comes back. Spec §2 /checkout/otp.
 */
import type { Shop } from "contract/contract.ts";
import { isWireFailure } from "contract/errors.ts";
import type { FormInput } from "../../forms/forms.ts";

export async function keepTyped(shop: Shop, input: FormInput): Promise<void> {
  const { full_name, phone, email = "", note = "", company_invoice = null } = input;
  const { address, address_id, shipping_method, payment_method } = input;
  const place = address_id ? { address_id } : address;
  // One after the other: each locks the cart. An address of the book brings its receiver, so what was typed comes after.
  if (place) await ignoreRefusal(shop.cart.setShippingAddress(place as never));
  if (shipping_method) await ignoreRefusal(shop.cart.setShippingMethod({ shipping_method } as never));
  if (payment_method) await ignoreRefusal(shop.cart.setPaymentMethod({ payment_method } as never));
  await ignoreRefusal(shop.cart.updateInfo({ full_name, phone, email, note, company_invoice } as never));
}

/** What the cart refuses (a delivery method that has just closed) the form asks for again. */
async function ignoreRefusal(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!isWireFailure(error) || error.status >= 500) throw error;
  }
}
