import type { StaffAccount } from "contract/staff/accounts.ts";
import { accountStates } from "contract/staff/rights.ts";
import { relativeTime } from "contract/values/locale.ts";
import { Link, useLoaderData, useNavigate } from "react-router";
import { Icon } from "../../../ui/icon.tsx";
import { shopOf } from "../../context.ts";
import { Avatar } from "../../frame/avatar.tsx";
import { useShortcuts } from "../../frame/shortcuts.ts";
import { useStaff } from "../../frame/staff.ts";
import { useLanguage, useOfficeMessages } from "../../i18n.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { Status } from "../../kit/status.tsx";
import { titled } from "../../kit/titles.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/staff-list";
import { rolesText, stateTones } from "./account-text.ts";
import { StaffTabs } from "./staff-tabs.tsx";

export const meta = titled(({ staff }) => staff.title);

export async function loader({ request, context }: Route.LoaderArgs) {
  const accounts = await shopOf(context).staff.accounts({});
  const wanted = new URL(request.url).searchParams.get("state");
  const state = accountStates.find((each) => each === wanted) ?? null;
  return { accounts, state, now: new Date().toISOString() };
}

/** Everybody who works here, by state. */
export default function StaffList() {
  const { staff } = useOfficeMessages();
  const { accounts, state, now } = useLoaderData<typeof loader>();
  const { account: own } = useStaff();
  const navigate = useNavigate();
  useShortcuts({ single: [["KeyN", () => void navigate(paths.invite())]] }, own.single_keys);
  const shown = accounts.filter((each) => state === null || each.state === state);
  const active = accounts.filter((each) => each.state === "active");
  const counts = Map.groupBy(accounts, (each) => each.state);
  const passkeys = active.filter(({ has_passkey }) => has_passkey).length;
  return (
    <>
      <PageHead title={staff.title} about={staff.about({ people: active.length, passkeys })}>
        <Link className="button button-primary" to={paths.invite()}>
          <Icon name="plus" />
          {staff.invite}
          {own.single_keys && <kbd className="kb">N</kbd>}
        </Link>
      </PageHead>
      <StaffTabs current="staff" />
      <nav className="filter-bar" aria-label={staff.columns.state}>
        <Link className="filter" to={paths.staff()} aria-current={state === null ? "true" : undefined}>
          {staff.all} <b>{accounts.length}</b>
        </Link>
        {accountStates.map((each) => (
          <Link
            key={each}
            className="filter"
            to={`${paths.staff()}?state=${each}`}
            aria-current={state === each ? "true" : undefined}
          >
            {staff.states[each]} <b>{counts.get(each)?.length ?? 0}</b>
          </Link>
        ))}
      </nav>
      <div className="data-grid-frame">
        {shown.length === 0 ? (
          <p className="empty-row">{staff.none}</p>
        ) : (
          <table className="data-grid">
            <thead>
              <tr>
                <th scope="col">{staff.columns.person}</th>
                <th scope="col">{staff.columns.role}</th>
                <th scope="col">{staff.columns.state}</th>
                <th scope="col">{staff.columns.factor}</th>
                <th scope="col">{staff.columns.seen}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((account) => (
                <Row key={account.id} account={account} now={now} />
              ))}
            </tbody>
          </table>
        )}
      </div>
    </>
  );
}

function Row({ account, now }: { account: StaffAccount; now: string }) {
  const messages = useOfficeMessages();
  const language = useLanguage();
  const { staff, frame } = messages;
  const { id, full_name, email, state, has_passkey, last_seen_at, invitation, factor_reset_until } = account;
  return (
    <tr>
      <td>
        <span className="person-cell">
          <Avatar name={full_name} quiet />
          <span>
            <Link className="link" to={paths.account(id)}>
              {full_name}
            </Link>
            <span className="sub">{email}</span>
          </span>
        </span>
      </td>
      <td>{rolesText(account, messages)}</td>
      <td>
        <Status tone={stateTones[state]}>{invitation?.lapsed ? staff.lapsed : staff.states[state]}</Status>
        {factor_reset_until && <span className="sub">{staff.factor_reset_waits}</span>}
      </td>
      <td data-label={staff.columns.factor}>
        {state === "invited" ? "–" : has_passkey ? staff.totp_and_passkey : staff.totp}
      </td>
      <td data-label={staff.columns.seen}>{last_seen_at ? relativeTime(last_seen_at, now, language) : frame.never}</td>
    </tr>
  );
}
