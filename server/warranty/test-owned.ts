/** Calls about one's own machine, for the test that nobody else makes them. As server/calls/authorisation.test.ts. */
import type { Shop } from "contract/contract.ts";
import type { TestShop } from "../testing/test-shop.ts";
import { dayBefore, knownMachine, owner } from "./test-warranties.ts";

type Owned = { make: (lan: Shop) => Promise<object>; missing: object };

const text = "Máy vẫn ở nhà tôi.";
const nothing = "A".repeat(22);

export function warrantyOwned(shopNow: () => TestShop): Record<string, Owned> {
  /** Bought elsewhere. */
  async function machineOf(lan: Shop): Promise<{ id: string; serial: string }> {
    const shop = shopNow();
    const serial = await knownMachine(shop.sql, "sold");
    const bought_on = dayBefore(shop.now, 2);
    const { id } = await lan.warranty.activate({ ...owner, serial, phone: "0590000011", bought_on });
    return { id, serial };
  }
  return {
    "warranty.activateOwn": {
      make: async (lan) => ({ id: (await machineOf(lan)).id }),
      missing: { id: nothing },
    },
    "warranty.object": {
      make: async (lan) => {
        const { id } = await machineOf(lan);
        const shop = shopNow();
        const ended = { ended: "void", ended_at: shop.now, void_reason: "stolen", voided_by: await shop.staffId("an") };
        await shop.sql.updateTable("warranty.cards").set(ended).where("public_id", "=", id).execute();
        return { id, text };
      },
      missing: { id: nothing, text },
    },
    "warranty.answerTransfer": {
      make: async (lan) => {
        const { serial } = await machineOf(lan);
        const tuan = await shopNow().as("tuan");
        const { phone } = await tuan.identity.profile({});
        const { code } = await tuan.warranty.transfer({ serial, phone: phone ?? "", full_name: "Đỗ Anh Tuấn" });
        return { code, accept: false };
      },
      missing: { code: "DC-222222", accept: false },
    },
  };
}
