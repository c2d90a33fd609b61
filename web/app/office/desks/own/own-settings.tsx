import type { StaffDevice } from "contract/staff/own.ts";
import { formatDateTime } from "contract/values/locale.ts";
import type { FieldOf } from "../../../forms/field-names.ts";
import { fieldError } from "../../../forms/forms.ts";
import { Hidden } from "../../../forms/hidden.tsx";
import { Checkbox } from "../../../ui/fields/choices.tsx";
import { Select } from "../../../ui/fields/inputs.tsx";
import { PasswordInput } from "../../../ui/fields/password-input.tsx";
import { OfficeForm, StepUpFields, SubmitButton, useProblem } from "../../forms.tsx";
import { useStaff } from "../../frame/staff.ts";
import { useLanguage, useOfficeMessages } from "../../i18n.tsx";
import { NewPasswordFields } from "../../kit/factors/new-password-fields.tsx";

export function OwnSettings() {
  const { own } = useOfficeMessages();
  const { account } = useStaff();
  const problem = useProblem("settings");
  return (
    <section className="card" aria-labelledby="habits">
      <div className="card-head">
        <h2 id="habits">{own.settings}</h2>
      </div>
      <OfficeForm intent="settings" problem={problem} main className="panel form-stack">
        <Select
          name={"language" satisfies FieldOf<"staff.setOwn">}
          label={own.language}
          defaultValue={account.language}
          error={fieldError<"staff.setOwn">(problem, "language")}
          options={[
            { value: "vi", text: "Tiếng Việt" },
            { value: "en", text: "English" },
          ]}
        />
        <Checkbox
          name={"single_keys" satisfies FieldOf<"staff.setOwn">}
          value="true"
          defaultChecked={account.single_keys}
        >
          {own.single_keys}
        </Checkbox>
        <SubmitButton intent="settings">{own.save}</SubmitButton>
      </OfficeForm>
    </section>
  );
}

export function OwnPassword() {
  const { own, frame } = useOfficeMessages();
  const problem = useProblem("password");
  const said = own.password;
  return (
    <section className="card" aria-labelledby="own-password">
      <div className="card-head">
        <h2 id="own-password">{said.title}</h2>
      </div>
      <OfficeForm intent="password" problem={problem} className="panel form-stack">
        <p className="small muted">{said.text}</p>
        <PasswordInput
          name={"current_password" satisfies FieldOf<"staff.changeOwnPassword">}
          label={said.current}
          autoComplete="current-password"
          words={{ show: frame.show_password, hide: frame.hide_password }}
          error={fieldError<"staff.changeOwnPassword">(problem, "current_password")}
          required
        />
        <NewPasswordFields problem={problem} />
        <StepUpFields intent="password" />
        <SubmitButton intent="password">{said.save}</SubmitButton>
      </OfficeForm>
    </section>
  );
}

export function OwnSessions({ devices }: { devices: readonly StaffDevice[] }) {
  const { own } = useOfficeMessages();
  const language = useLanguage();
  const said = own.sessions;
  return (
    <section className="card" aria-labelledby="own-sessions">
      <div className="card-head">
        <h2 id="own-sessions">{said.title}</h2>
      </div>
      <ul className="rows">
        {devices.map(({ id, device, network, last_used_at, is_this }) => (
          <li key={id}>
            <span>
              {device}
              <span className="tiny muted own-line num">
                {network} · {formatDateTime(last_used_at, language)}
              </span>
            </span>
            {is_this ? <span className="small muted">{said.this_one}</span> : <EndSession id={id} device={device} />}
          </li>
        ))}
      </ul>
      {devices.length > 1 && (
        <OfficeForm intent="end_others" problem={undefined} className="panel">
          <SubmitButton intent="end_others" variant="danger">
            {said.end_others}
          </SubmitButton>
        </OfficeForm>
      )}
    </section>
  );
}

function EndSession({ id, device }: Pick<StaffDevice, "id" | "device">) {
  const said = useOfficeMessages().own.sessions;
  return (
    <OfficeForm intent="end_session" problem={undefined}>
      <Hidden<"staff.signOutDevice"> name="id" value={id} />
      <SubmitButton intent="end_session" variant="secondary" size="small" aria-label={`${said.end}: ${device}`}>
        {said.end}
      </SubmitButton>
    </OfficeForm>
  );
}
