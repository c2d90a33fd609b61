/**
 * What a repair means for the machine's card: its days count, its parts have terms of their own. Only of what the warranty covers.
 * docs/rules/service.md#warranty
 */
import { finalStates, type TicketState } from "contract/service/service-words.ts";
import { businessDay } from "contract/values/locale.ts";
import { givenName } from "contract/values/person-name.ts";
import type { Ctx } from "../kernel/context.ts";
import { dropRepair, recordRepair } from "../warranty/repairs.ts";
import type { TicketRow } from "./tickets.ts";

/** After a move to `state`. Locks the card. */
export async function recordOnCard(tx: Ctx, row: TicketRow, state: TicketState): Promise<void> {
  if (row.kind !== "repair" || row.card_id === null) return;
  if (state === "cancelled" || state === "refused") return dropRepair(tx, row.code);
  // Its owner refused the costs: nothing was repaired.
  if (row.agreed === null && row.quotes.some(({ state: each }) => each === "refused" || each === "lapsed"))
    return dropRepair(tx, row.code);
  const isOver = finalStates.has(state);
  if (!isOver && row.at_centre_on === null) return;
  const today = businessDay(tx.now);
  const fault = row.fault_names ?? { vi: row.fault_text || row.code };
  const names = row.parts.map(({ name }) => name).join(", ");
  await recordRepair(tx, {
    code: row.code,
    card_id: row.card_id,
    // At home it is handed in and back on one day.
    handed_in: row.at_centre_on ?? today,
    handed_back: isOver ? today : null,
    is_covered: row.is_covered === true,
    fault,
    done: { vi: names || "Đã sửa", en: names || "Repaired", ja: names || "修理済み" },
    technician: row.visit ? givenName(row.visit.technician) : "",
    parts: row.parts
      .filter(({ warranty_months }) => warranty_months > 0)
      .map(({ name, warranty_months }) => ({ part: { vi: name }, months: warranty_months })),
  });
}
