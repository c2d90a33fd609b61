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
    const problem = refusalIn(error);
    if (problem === null) throw error;
    return { checked: null, shown: null, problem };
  }
}

/** The text of a refusal, also of one that a reading page got as the data of its error page. Null: it is none. */
export function refusalIn(error: unknown): string | null {
  if (isWireFailure(error)) return error.status < 500 ? error.body.message : null;
  const { data, init } = (error ?? {}) as { data?: { message?: unknown } | null; init?: { status?: unknown } | null };
  const isRefusal = typeof init?.status === "number" && init.status < 500;
  return isRefusal && typeof data?.message === "string" ? data.message : null;
}
