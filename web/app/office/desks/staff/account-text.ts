/** How accounts are put into words. */
import type { StaffAccount } from "contract/staff/accounts.ts";
import type { OfficeMessages } from "messages/office/messages.ts";
import { placesText } from "../../kit/places-text.ts";
import type { Tone } from "../../kit/status.tsx";

export function rolesText(account: Pick<StaffAccount, "roles" | "places">, messages: OfficeMessages): string {
  const names = account.roles.map(({ name }) => name).join(", ") || messages.staff.no_role;
  return [names, placesText(account.places, messages)].filter(Boolean).join(" · ");
}

export const stateTones: Readonly<Record<StaffAccount["state"], Tone>> = {
  invited: "waits",
  active: "ok",
  locked: "broken",
  left: "over",
};
