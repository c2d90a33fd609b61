import type { Role } from "contract/identity/accounts.ts";
import { useMessages } from "../../i18n.tsx";

export type CardHolder = { full_name: string; nickname: string; avatar_url: string | null; active_role: Role };

/** The account's name and active role. */
export function AccountCard({ holder: { full_name, nickname, avatar_url, active_role } }: { holder: CardHolder }) {
  const { account } = useMessages();
  const name = full_name || nickname || account.no_name;
  return (
    <div className="account-card">
      <span className="account-face" aria-hidden="true">
        {avatar_url ? <img src={avatar_url} alt="" width={40} height={40} /> : initials(name)}
      </span>
      <div className="grow">
        <b className="own-line one-line">{name}</b>
        <span className="tiny own-line">{account.kinds[active_role]}</span>
      </div>
    </div>
  );
}

/** Of the last two words: in "Tạ Mai Lan" people look for M and L. */
export function initials(name: string): string {
  return name
    .split(/\s+/)
    .slice(-2)
    .map((word) => [...word][0] ?? "")
    .join("")
    .toUpperCase();
}
