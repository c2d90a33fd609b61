/** The menu of the account, in this order: a row for each page that is there, and nothing else. */
import type { Messages } from "messages/messages.ts";
import type { Paths } from "../../paths.ts";
import type { IconName } from "../../ui/icon.tsx";

export type AccountPlace = {
  /** Its name in the menu and in the breadcrumb: `account.menu[name]`. */
  name: keyof Messages["account"]["menu"];
  icon: IconName;
  path: (paths: Paths) => string;
};

export const accountMenu: readonly AccountPlace[] = [
  { name: "home", icon: "home", path: (paths) => paths.account() },
  { name: "orders", icon: "box", path: (paths) => paths.accountOrders() },
  { name: "address_book", icon: "pin", path: (paths) => paths.addressBook() },
  { name: "codes", icon: "ticket", path: (paths) => paths.codeWallet() },
  { name: "points", icon: "coin", path: (paths) => paths.points() },
  { name: "favourites", icon: "heart", path: (paths) => paths.favourites() },
  { name: "viewed", icon: "eye", path: (paths) => paths.viewedProducts() },
  { name: "notifications", icon: "bell", path: (paths) => paths.notifications() },
  { name: "profile", icon: "user", path: (paths) => paths.profile() },
  { name: "saved_cards", icon: "card", path: (paths) => paths.savedCards() },
  { name: "devices", icon: "globe", path: (paths) => paths.devices() },
  { name: "privacy", icon: "shield", path: (paths) => paths.ownPrivacy() },
  { name: "sign_out", icon: "logout", path: (paths) => paths.signOut() },
];

/** The row a page belongs to: its own, or that of the page it was opened from. */
export function placeAt(pathname: string, paths: Paths): AccountPlace | undefined {
  if (pathname === paths.changePassword()) return placeAt(paths.profile(), paths);
  if (pathname === paths.stockNotices()) return placeAt(paths.favourites(), paths);
  const below = ({ name, path }: AccountPlace) => name !== "home" && pathname.startsWith(`${path(paths)}/`);
  return accountMenu.find(({ path }) => path(paths) === pathname) ?? accountMenu.find(below);
}
