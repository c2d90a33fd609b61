/**
 * The ways to pay: which the shop has, in which order, and why one cannot be chosen now. The checkout shows the answer of the
 * same function that placement and a new attempt are refused by. Spec §7 payment-methods; rules/payments#methods
 */
import { ShopError } from "contract/errors.ts";
import type { methodRefusals, PaymentMethodView } from "contract/payments/payments.ts";
import { type Dong, formatDong, roundCashUp } from "contract/values/money.ts";
import { errorText } from "messages/error-text.ts";
import type { Ctx } from "../kernel/context.ts";
import { providerConfigOf, providerOf } from "./attempts.ts";
import type { Offer, Provider } from "./provider.ts";
import { providers } from "./providers/index.ts";

/** What is to be paid: đồng, and the minutes an attempt would have; null where nothing is known of it yet. */
export type Wanted = { amount: Dong | null; minutes: number | null };

type Refusal = {
  reason: (typeof methodRefusals)[number];
  params: Record<string, string>;
};

/** In the order the shop shows them. */
export async function methodsFor(ctx: Ctx, wanted: Wanted): Promise<PaymentMethodView[]> {
  const shop = await providerConfigOf(ctx);
  return providers.flatMap((provider) => {
    const offer = provider.offer(shop);
    if (!offer) return [];
    const { name, description } = provider.labels[ctx.locale];
    const { method: code, group, logo } = provider;
    const { minimum, maximum } = offer;
    const refusal = refusalOf(provider, offer, wanted);
    return [
      {
        ...{ code, name, group, logo, minimum, maximum },
        description: description(maximum),
        fee: errorText(ctx.locale, "method_free"),
        unavailable: refusal && {
          reason: refusal.reason,
          text: errorText(ctx.locale, `method_${refusal.reason}`, refusal.params),
        },
      },
    ];
  });
}

/** Throws payment_unavailable, cod_limit. */
export async function assertMayPay(ctx: Ctx, method: string, wanted: Wanted): Promise<Provider> {
  const provider = providerOf(method);
  const offer = provider?.offer(await providerConfigOf(ctx));
  if (!provider || !offer) throw new ShopError("payment_unavailable");
  const refusal = refusalOf(provider, offer, wanted);
  if (!refusal) return provider;
  if (provider.is_on_delivery && refusal.reason === "above_maximum") {
    throw new ShopError("cod_limit", { params: { limit: formatDong(offer.maximum ?? 0) } });
  }
  const { reason, params } = refusal;
  throw new ShopError("payment_unavailable", { message_key: `method_${reason}`, params });
}

/** The first that holds. Pure. */
function refusalOf(provider: Provider, { minimum, maximum }: Offer, { amount, minutes }: Wanted): Refusal | null {
  if (minutes !== null && provider.page && minutes < provider.page.shortest_minutes) {
    return { reason: "no_time", params: {} };
  }
  if (amount === null) return null;
  const sum = provider.is_on_delivery ? roundCashUp(amount) : amount;
  if (minimum !== null && sum < minimum) {
    const params = { minimum: formatDong(minimum), missing: formatDong(minimum - sum) };
    return { reason: "below_minimum", params };
  }
  return maximum !== null && sum > maximum
    ? { reason: "above_maximum", params: { maximum: formatDong(maximum) } }
    : null;
}
