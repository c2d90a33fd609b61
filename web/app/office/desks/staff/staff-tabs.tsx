import { useStaff } from "../../frame/staff.ts";
import { useOfficeMessages } from "../../i18n.tsx";
import { DeskTabs } from "../../kit/desk-tabs.tsx";
import { paths } from "../../paths.ts";

/** Accounts, roles and keys, as far as one may see them. */
export function StaffTabs({ current }: { current: "staff" | "roles" | "keys" }) {
  const { frame, staff } = useOfficeMessages();
  const { holds } = useStaff();
  const tabs = [
    ...(holds("staff:manage") ? [{ name: "staff" as const, to: paths.staff() }] : []),
    { name: "roles" as const, to: paths.roles() },
    ...(holds("keys:manage") ? [{ name: "keys" as const, to: paths.keys() }] : []),
  ];
  return (
    <DeskTabs
      label={staff.tabs_label}
      tabs={tabs.map(({ name, to }) => ({ to, text: frame.nav[name], current: name === current }))}
    />
  );
}
