/**
 * The ways to pay: which the shop has, in which order, and why one cannot be chosen now. The checkout shows the answer of the
 * same function that placement and a new attempt are refused by. Spec §7 payment-methods; rules/payments#methods
 */
import { ShopError } from "contract/errors.ts";
import type { methodRefusals, PaymentMethodView } from "contract/payments/payments.ts";
import { formatDateTime } from "contract/values/locale.ts";
import { type Dong, formatDong, roundCashUp } from "contract/values/money.ts";
import { errorText } from "messages/error-text.ts";
import type { Ctx } from "../kernel/context.ts";
import { memo } from "../platform/memo.ts";
import { setting } from "../platform/settings.ts";
import { providerConfigOf } from "./attempts.ts";
import type { Offer, Provider } from "./provider.ts";
import { providersDown } from "./provider-health.ts";
import { providers } from "./providers/index.ts";

/** What is to be paid: đồng, and the minutes an attempt would have; null where nothing is known of it yet. */
export type Wanted = {
  amount: Dong | null;
  minutes: number | null;
  /** False where nothing is delivered that could be paid then. */
  has_delivery?: boolean;
};

type Refusal = {
  reason: (typeof methodRefusals)[number];
  params: Record<string, string>;
};

/** In the order the shop shows them. */
export async function methodsFor(ctx: Ctx, wanted: Wanted): Promise<PaymentMethodView[]> {
  const offered = await offeredMethods(ctx);
  return offered.map((method) => {
    const { provider, offer } = method;
    const { name, description } = provider.labels[ctx.locale];
    const { method: code, group, logo } = provider;
    const { minimum, maximum } = offer;
    const refusal = refusalOf(ctx, method, wanted);
    return {
      ...{ code, name, group, logo, minimum, maximum },
      description: description(maximum),
      fee: errorText(ctx.locale, "method_free"),
      unavailable: refusal && {
        reason: refusal.reason,
        text: errorText(ctx.locale, `method_${refusal.reason}`, refusal.params),
      },
    };
  });
}

/** Throws payment_unavailable, cod_limit. */
export async function assertMayPay(ctx: Ctx, code: string, wanted: Wanted): Promise<Provider> {
  const method = (await offeredMethods(ctx)).find(({ provider }) => provider.method === code);
  if (!method) throw new ShopError("payment_unavailable");
  const { provider, offer } = method;
  const refusal = refusalOf(ctx, method, wanted);
  if (!refusal) return provider;
  if (provider.is_on_delivery && refusal.reason === "above_maximum") {
    throw new ShopError("cod_limit", { params: { limit: formatDong(offer.maximum ?? 0) } });
  }
  const { reason, params } = refusal;
  throw new ShopError("payment_unavailable", { message_key: `method_${reason}`, params });
}

/** What each way to pay costs the shop for a sum that came by it, in đồng, as the setting says; never the shopper's. */
export async function methodCosts(ctx: Ctx): Promise<(method: string, received: Dong) => Dong> {
  const set = await setting(ctx, "payment_methods");
  return (method, received) => {
    const own = set.find(({ code }) => code === method);
    return own && received > 0 ? Math.round((received * own.cost_bp) / 10_000) + own.cost : 0;
  };
}

/** Marks of the methods that are on, paused or not, in the shop's order; the same array until a setting changes. */
export const paymentMarks = memo("settings", async (ctx): Promise<string[]> => {
  const methods = await methodsThatAreOn(ctx);
  const marks = [...new Set(methods.flatMap(({ provider }) => provider.marks ?? [provider.logo]))];
  Object.freeze(marks);
  return marks;
});

type Offered = { provider: Provider; offer: Offer; pausedUntil: Date | null; is_down: boolean };

async function offeredMethods(ctx: Ctx): Promise<Offered[]> {
  const [methods, down] = await Promise.all([methodsThatAreOn(ctx), providersDown(ctx)]);
  return methods.map((method) => ({ ...method, is_down: down.has(method.provider.name) }));
}

/** Configured and switched on: by the setting's order, then as they are registered. */
async function methodsThatAreOn(ctx: Ctx): Promise<Omit<Offered, "is_down">[]> {
  const [shop, set] = await Promise.all([providerConfigOf(ctx), setting(ctx, "payment_methods")]);
  const placeOf = ({ method }: Provider) => {
    const place = set.findIndex(({ code }) => code === method);
    return place < 0 ? set.length : place;
  };
  return providers
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .flatMap((provider) => {
      const own = set.find(({ code }) => code === provider.method);
      const offer = own?.on === false ? null : provider.offer(shop);
      if (!offer) return [];
      const pausedUntil = own && own.paused_until !== "" ? new Date(own.paused_until) : null;
      return [{ provider, offer: narrowed(offer, own), pausedUntil }];
    });
}

/** The nearer of the provider's bounds and the shop's. */
function narrowed({ minimum, maximum }: Offer, own: Offer | undefined): Offer {
  const known = (bounds: (Dong | null | undefined)[]) => bounds.filter((each) => each !== null && each !== undefined);
  const [least, most] = [known([minimum, own?.minimum]), known([maximum, own?.maximum])];
  return {
    minimum: least.length === 0 ? null : Math.max(...least),
    maximum: most.length === 0 ? null : Math.min(...most),
  };
}

/** The first that holds. */
function refusalOf(
  { locale, now }: Ctx,
  { provider, offer: { minimum, maximum }, pausedUntil, is_down }: Offered,
  { amount, minutes, has_delivery = true }: Wanted,
): Refusal | null {
  if (provider.is_on_delivery && !has_delivery) return { reason: "no_delivery", params: {} };
  if (pausedUntil !== null && pausedUntil > now) {
    return { reason: "paused", params: { until: formatDateTime(pausedUntil.toISOString(), locale) } };
  }
  if (is_down) return { reason: "down", params: {} };
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
