import type { Places } from "contract/staff/fields.ts";
import type { OfficeMessages } from "messages/office/messages.ts";

/** Where a person works, in words; nothing for no place that matters. */
export function placesText({ warehouses, collaborators }: Places, { staff }: OfficeMessages): string {
  return [
    warehouses === "all" ? staff.every_place : warehouses?.join(", "),
    collaborators === "all"
      ? staff.every_collaborator
      : collaborators && staff.collaborators({ count: collaborators.length }),
  ]
    .filter(Boolean)
    .join(" · ");
}
