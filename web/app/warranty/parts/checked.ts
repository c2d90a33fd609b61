import type { Shop } from "contract/contract.ts";
import { isWireFailure } from "contract/errors.ts";
import type { CheckedSerial, ShownWarranty } from "contract/warranty/warranty.ts";

export type CheckedOrNot = {
  checked: CheckedSerial | null;
  /** Of what is active: what everybody may see. */
  shown: ShownWarranty | null;
  /** What is wrong with the serial, at its field. */
  problem: string | null;
};

/** What the serial in the address allows. Refusals are shown at the field; bugs and outages go on. */
export async function checked(shop: Shop, serial: string): Promise<CheckedOrNot> {
  try {
    const found = await shop.warranty.check({ serial });
    const shown = found.state === "active" ? await shop.warranty.lookUp({ serial }) : null;
    return { checked: found, shown: shown && "end_on" in shown ? shown : null, problem: null };
  } catch (error) {
    if (!isWireFailure(error) || error.status >= 500) throw error;
    const { errors, message } = error.body;
    return { checked: null, shown: null, problem: errors?.serial?.[0] ?? message };
  }
}
