/** Calls about one's own ticket, for the test that nobody else makes them. As server/calls/authorisation.test.ts. */
import type { Shop } from "contract/contract.ts";
import type { TestShop } from "../testing/test-shop.ts";
import { requestForm, setState, ticketOf } from "./test-service.ts";

type Owned = { make: (lan: Shop) => Promise<object>; missing: object };

const nothing = { code: "SC-222222" };

export function serviceOwned(shopNow: () => TestShop): Record<string, Owned> {
  const ticket = async (lan: Shop) => {
    const { phone } = await lan.identity.profile({});
    const { code } = await lan.service.request({ ...requestForm, phone: phone ?? "" });
    return { code };
  };
  const time = { day: "2026-12-01", slot: "s2" } as const;
  return {
    "service.ticket": { make: ticket, missing: nothing },
    "service.times": { make: ticket, missing: nothing },
    "service.move": {
      make: async (lan) => {
        const { days } = await lan.service.times(await ticket(lan));
        const free = days
          .slice(1)
          .flatMap(({ day, slots }) => slots.flatMap(({ slot, free }) => (free > 0 ? [{ day, slot }] : [])));
        return { ...(await ticket(lan)), ...free[0] };
      },
      missing: { ...nothing, ...time },
    },
    "service.cancel": { make: ticket, missing: nothing },
    "service.answerQuote": {
      make: async (lan) => {
        const shop = shopNow();
        const { code } = await ticketOf(lan, shop);
        await setState(shop, code, "at_centre");
        const my = await shop.staff("my");
        const { version } = await my.service.record({ code });
        await my.service.quote({ code, version, reason: "Bơm hỏng", lines: "Bơm; 1; 450000" });
        return { code, number: 1, accept: true };
      },
      missing: { ...nothing, number: 1, accept: true },
    },
    "service.confirm": {
      make: async (lan) => {
        const { code } = await ticketOf(lan, shopNow());
        await setState(shopNow(), code, "ready");
        return { code };
      },
      missing: nothing,
    },
  };
}
