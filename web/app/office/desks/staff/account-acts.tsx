import { formatDateTime } from "contract/values/locale.ts";
import type { OfficeMessages } from "messages/office/messages.ts";
import { type ReactNode, useEffect, useState } from "react";
import { Link } from "react-router";
import type { FieldOf } from "../../../forms/field-names.ts";
import { field, typed } from "../../../forms/forms.ts";
import { Hidden } from "../../../forms/hidden.tsx";
import { Select, TextInput } from "../../../ui/fields/inputs.tsx";
import { Icon, type IconName } from "../../../ui/icon.tsx";
import { Note } from "../../../ui/text/note.tsx";
import { OfficeForm, StepUpFields, SubmitButton, useProblem } from "../../forms.tsx";
import { useLanguage, useOfficeMessages } from "../../i18n.tsx";
import { paths } from "../../paths.ts";
import type { AccountData } from "./account.tsx";

type Props = Pick<AccountData, "account" | "leaving">;

/** What may be done with an account, each act behind its name. */
export function AccountActs({ account, leaving, isOwn }: Props & { isOwn: boolean }) {
  const messages = useOfficeMessages();
  const { staff, rights } = messages;
  const said = staff.account;
  const kept = account.last_holder_of;
  return (
    <section className="card" aria-labelledby="acts">
      <div className="card-head">
        <h2 id="acts">{said.acts}</h2>
      </div>
      {isOwn ? (
        <div className="panel pile">
          <Note>{said.do_not}</Note>
          <p>
            <Link className="button button-secondary" to={paths.own()}>
              {said.open_own}
            </Link>
          </p>
        </div>
      ) : (
        <>
          {kept.length > 0 && (
            <div className="panel">
              <Note tone="honey">
                {said.last_holder({ rights: kept.map((name) => rights.names[name]).join(", ") })}
              </Note>
            </div>
          )}
          {account.state === "invited" && <Invitation />}
          {account.state === "active" && <Lock account={account} />}
          {account.state === "locked" && <Unlock account={account} />}
          {account.state === "active" && <ResetFactor account={account} />}
          {account.devices.length > 0 && <EndSessions />}
          {leaving && <Leave account={account} leaving={leaving} />}
        </>
      )}
    </section>
  );
}

/** Opened by the person; one that came back stays open. */
function Act({
  intent,
  icon,
  title,
  children,
}: {
  intent: string;
  icon: IconName;
  title: string;
  children: ReactNode;
}) {
  const problem = useProblem(intent);
  const [open, setOpen] = useState(problem !== undefined);
  useEffect(() => {
    if (problem) setOpen(true);
  }, [problem]);
  return (
    <details className="act" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon name={icon} />
        {title}
        <Icon name="chevron-down" size={16} />
      </summary>
      {children}
    </details>
  );
}

type Calls = "staff.lock" | "staff.unlock" | "staff.leave" | "staff.resetFactor";

function Reason({ intent, optional }: { intent: string; optional?: boolean }) {
  const { staff, frame } = useOfficeMessages();
  const problem = useProblem(intent);
  return (
    <TextInput
      {...field<Calls>(problem, "reason")}
      id={`${intent}-reason`}
      label={staff.form.reason}
      optional={optional ? frame.optional : undefined}
      required={!optional}
    />
  );
}

function Invitation() {
  const { staff } = useOfficeMessages();
  const said = staff.account;
  return (
    <>
      <Act intent="send_again" icon="refresh" title={said.send_again}>
        <OfficeForm intent="send_again" problem={useProblem("send_again")} className="form-stack">
          <StepUpFields intent="send_again" />
          <SubmitButton intent="send_again">{said.send_again}</SubmitButton>
        </OfficeForm>
      </Act>
      <Act intent="withdraw" icon="close" title={said.withdraw}>
        <OfficeForm intent="withdraw" problem={useProblem("withdraw")} className="form-stack">
          <SubmitButton intent="withdraw" variant="danger">
            {said.withdraw}
          </SubmitButton>
        </OfficeForm>
      </Act>
    </>
  );
}

function Lock({ account }: Pick<Props, "account">) {
  const said = useOfficeMessages().staff.account;
  return (
    <Act intent="lock" icon="lock" title={said.lock}>
      <OfficeForm intent="lock" problem={useProblem("lock")} className="form-stack">
        <p className="small">{said.lock_text}</p>
        <Hidden<"staff.lock"> name="version" value={account.version} />
        <Reason intent="lock" />
        <SubmitButton intent="lock" variant="danger">
          {said.lock}
        </SubmitButton>
      </OfficeForm>
    </Act>
  );
}

function Unlock({ account }: Pick<Props, "account">) {
  const said = useOfficeMessages().staff.account;
  return (
    <Act intent="unlock" icon="lock" title={said.unlock}>
      <OfficeForm intent="unlock" problem={useProblem("unlock")} className="form-stack">
        <p className="small">{said.unlock_text}</p>
        <Hidden<"staff.unlock"> name="version" value={account.version} />
        <Reason intent="unlock" optional />
        <StepUpFields intent="unlock" />
        <SubmitButton intent="unlock">{said.unlock}</SubmitButton>
      </OfficeForm>
    </Act>
  );
}

function ResetFactor({ account }: Pick<Props, "account">) {
  const said = useOfficeMessages().staff.account;
  const language = useLanguage();
  const { factor_reset_until } = account;
  return (
    <Act intent="reset" icon="phone" title={said.reset}>
      <OfficeForm intent="reset" problem={useProblem("reset")} className="form-stack">
        <p className="small">{said.reset_text}</p>
        {factor_reset_until && (
          <Note tone="honey">{said.reset_waits({ until: formatDateTime(factor_reset_until, language) })}</Note>
        )}
        <Reason intent="reset" />
        <StepUpFields intent="reset" />
        <SubmitButton intent="reset">{said.reset}</SubmitButton>
      </OfficeForm>
    </Act>
  );
}

function EndSessions() {
  const said = useOfficeMessages().staff.account;
  return (
    <Act intent="end_sessions" icon="logout" title={said.end_sessions}>
      <OfficeForm intent="end_sessions" problem={useProblem("end_sessions")} className="form-stack">
        <SubmitButton intent="end_sessions" variant="danger">
          {said.end_sessions}
        </SubmitButton>
      </OfficeForm>
    </Act>
  );
}

function Leave({ account, leaving }: { account: Props["account"]; leaving: NonNullable<Props["leaving"]> }) {
  const { staff } = useOfficeMessages();
  const said = staff.account;
  const problem = useProblem("leave");
  return (
    <Act intent="leave" icon="user" title={said.leave}>
      <OfficeForm intent="leave" problem={problem} className="form-stack">
        <p className="small">{said.leave_text}</p>
        <ul className="ends small">
          {endsWith(leaving, said).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <Hidden<"staff.leave"> name="version" value={account.version} />
        <Select
          name={"successor" satisfies FieldOf<"staff.leave">}
          label={said.successor}
          defaultValue={typed<"staff.leave">(problem, "successor", String(leaving.successors[0]?.id ?? ""))}
          error={problem?.errors.successor?.[0]}
          placeholder={said.no_successor}
          options={leaving.successors.map(({ id, full_name, roles }) => ({
            value: String(id),
            text: `${full_name} · ${roles.map(({ name }) => name).join(", ")}`,
          }))}
        />
        <Reason intent="leave" optional />
        <SubmitButton intent="leave" variant="danger-filled">
          {said.leave}
        </SubmitButton>
      </OfficeForm>
    </Act>
  );
}

function endsWith(
  { sessions, keys, invitations }: NonNullable<Props["leaving"]>,
  said: OfficeMessages["staff"]["account"],
): string[] {
  const found = [
    ...(sessions > 0 ? [said.leave_sessions({ count: sessions })] : []),
    ...(keys.length > 0 ? [said.leave_keys({ names: keys.map(({ name }) => name).join(", ") })] : []),
    ...(invitations > 0 ? [said.leave_invitations({ count: invitations })] : []),
  ];
  return found.length > 0 ? found : [said.leave_nothing];
}
