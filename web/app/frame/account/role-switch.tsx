import type { Role } from "contract/identity/accounts.ts";
import { Form, useLocation } from "react-router";
import { useMessages, usePaths } from "../../i18n.tsx";
import { Icon } from "../../ui/icon.tsx";

export type HeldRole = { role: Role; agent_id: string | null };

type Props = { held: readonly HeldRole[]; active: HeldRole };

/** For an account with several roles: one click acts as another. A whole page answers, so nothing of the old role stays. */
export function RoleSwitch({ held, active }: Props) {
  const { account } = useMessages();
  const paths = usePaths();
  const { pathname, search } = useLocation();
  if (held.length < 2) return null;
  return (
    <Form
      method="post"
      action={paths.activeRole()}
      className="card account-menu account-roles"
      aria-labelledby="account-roles"
      reloadDocument
    >
      <h2 className="small muted" id="account-roles">
        {account.role_switch}
      </h2>
      <input type="hidden" name="return_to" value={pathname + search} />
      <ul>
        {held.map((each) => {
          const isActive = each.role === active.role && each.agent_id === active.agent_id;
          const name = each.agent_id ? `${account.kinds[each.role]} ${each.agent_id}` : account.kinds[each.role];
          return (
            <li key={`${each.role} ${each.agent_id}`}>
              <button
                type="submit"
                name="act_as"
                value={`${each.role}:${each.agent_id ?? ""}`}
                aria-current={isActive ? "true" : undefined}
              >
                <Icon name={isActive ? "check" : "user"} />
                <span className="grow">{name}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </Form>
  );
}
