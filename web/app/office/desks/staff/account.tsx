import { formatDateTime } from "contract/values/locale.ts";
import { Link, redirect, useLoaderData } from "react-router";
import { readForm, sent, submit } from "../../../forms/forms.ts";
import { shopOf } from "../../context.ts";
import { flash } from "../../cookies.ts";
import { verifyStepUp } from "../../forms.tsx";
import { useStaff } from "../../frame/staff.ts";
import { messagesIn, useLanguage, useOfficeMessages } from "../../i18n.tsx";
import { Facts } from "../../kit/facts.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { Status } from "../../kit/status.tsx";
import { titled } from "../../kit/titles.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/account";
import { AccountActs } from "./account-acts.tsx";
import { AccountChange } from "./account-change.tsx";
import { placesIn } from "./account-fields.tsx";
import { stateTones } from "./account-text.ts";
import { History } from "./history.tsx";

export const meta = titled(({ staff }) => staff.title);

export async function loader({ params, context }: Route.LoaderArgs) {
  const { staff } = shopOf(context);
  const id = Number(params.id);
  const [account, { roles, warehouses }] = await Promise.all([staff.account({ id }), staff.roles({})]);
  const isHere = account.state === "active" || account.state === "locked";
  const leaving = isHere ? await staff.leaving({ id }) : null;
  return { account, roles, warehouses, leaving, now: new Date().toISOString() };
}

export type AccountData = Awaited<ReturnType<typeof loader>>;

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { staff } = shopOf(context);
  const said = messagesIn(context).staff.account;
  const id = Number(params.id);
  const done = (text: string) => () => {
    flash(context, "success", text);
    return redirect(paths.account(id));
  };
  const refused = await verifyStepUp(form, context);
  if (refused) return refused;
  const act = { ...sent(form, "version", "reason"), id };
  switch (form.intent) {
    case "change":
      return submit(
        form,
        staff.changeAccount,
        { ...act, ...sent(form, "full_name"), roles: form.input.roles ?? [], places: placesIn(form.input) },
        done(said.changed),
      );
    case "send_again":
      return submit(form, staff.inviteAgain, { id }, done(said.sent_again));
    case "withdraw":
      return submit(form, staff.withdrawInvitation, { id }, () => {
        flash(context, "success", said.withdrawn);
        return redirect(paths.staff());
      });
    case "lock":
      return submit(form, staff.lock, act, done(said.locked));
    case "unlock":
      return submit(form, staff.unlock, act, done(said.unlocked));
    case "leave":
      return submit(form, staff.leave, { ...act, ...sent(form, "successor") }, ({ full_name }) =>
        done(said.left({ name: full_name }))(),
      );
    case "reset":
      return submit(form, staff.resetFactor, { id, ...sent(form, "reason") }, done(said.reset_sent));
    case "end_sessions":
      return submit(form, staff.endSessions, { id }, ({ ended }) => done(said.sessions_ended({ count: ended }))());
    default:
      return redirect(paths.account(id));
  }
}

/** One person: what they are, what may be done with the account, what was done. */
export default function Account() {
  const { staff, frame } = useOfficeMessages();
  const { account, roles, warehouses, leaving, now } = useLoaderData<typeof loader>();
  const { account: own } = useStaff();
  const language = useLanguage();
  const said = staff.account;
  const at = (instant: string) => formatDateTime(instant, language);
  const isOwn = own.id === account.id;
  const { invitation } = account;
  return (
    <>
      <p className="small">
        <Link className="link" to={paths.staff()}>
          {staff.title}
        </Link>
      </p>
      <PageHead title={account.full_name} about={account.email}>
        <Status tone={stateTones[account.state]}>{staff.states[account.state]}</Status>
      </PageHead>
      <div className="two-columns">
        <div className="pile">
          {account.state !== "left" && <AccountChange account={account} roles={roles} warehouses={warehouses} />}
          {account.state !== "left" && <AccountActs account={account} leaving={leaving} isOwn={isOwn} />}
        </div>
        <div className="pile">
          <section className="card panel form-stack" aria-labelledby="facts">
            <h2 id="facts">{said.facts}</h2>
            <Facts
              rows={[
                [said.since, at(account.created_at)],
                [said.seen, account.last_seen_at ? at(account.last_seen_at) : frame.never],
                [staff.columns.factor, account.has_passkey ? staff.totp_and_passkey : staff.totp],
                ...(invitation
                  ? [
                      [
                        said.invitation,
                        invitation.lapsed
                          ? said.invitation_lapsed({ until: at(invitation.expires_at) })
                          : said.invitation_open({
                              until: at(invitation.expires_at),
                              by: invitation.by ?? staff.by_shop,
                            }),
                      ] as const,
                    ]
                  : []),
              ]}
            />
          </section>
          <section className="card" aria-labelledby="sessions">
            <div className="card-head">
              <h2 id="sessions">{said.sessions}</h2>
            </div>
            {account.devices.length === 0 && <p className="empty-row">{said.no_session}</p>}
            <ul className="rows">
              {account.devices.map(({ id, device, network, last_used_at }) => (
                <li key={id}>
                  <span>
                    {device}
                    <span className="tiny muted own-line">{network}</span>
                  </span>
                  <span className="num">{at(last_used_at)}</span>
                </li>
              ))}
            </ul>
          </section>
          {account.keys.length > 0 && (
            <section className="card" aria-labelledby="keys">
              <div className="card-head">
                <h2 id="keys">{said.keys}</h2>
              </div>
              <ul className="rows">
                {account.keys.map(({ id, name, last_used_at }) => (
                  <li key={id}>
                    {name}
                    <span className="num">{last_used_at ? at(last_used_at) : frame.never}</span>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <History events={account.history} now={now} names={new Map(roles.map(({ code, name }) => [code, name]))} />
        </div>
      </div>
    </>
  );
}
