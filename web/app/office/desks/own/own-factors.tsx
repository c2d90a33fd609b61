import { formatDateTime } from "contract/values/locale.ts";
import { useState } from "react";
import { Link, useSubmit } from "react-router";
import type { FieldOf } from "../../../forms/field-names.ts";
import { field } from "../../../forms/forms.ts";
import { Hidden } from "../../../forms/hidden.tsx";
import { Button } from "../../../ui/button.tsx";
import { TextInput } from "../../../ui/fields/inputs.tsx";
import { OtpInput } from "../../../ui/fields/otp-input.tsx";
import { useHydrated } from "../../../ui/hydrated.ts";
import { Note } from "../../../ui/text/note.tsx";
import { OfficeForm, StepUpFields, SubmitButton, useProblem } from "../../forms.tsx";
import { useLanguage, useOfficeMessages } from "../../i18n.tsx";
import { makePasskey, usePasskeys } from "../../kit/factors/passkeys.ts";
import { TotpSetup } from "../../kit/factors/totp-setup.tsx";
import { paths } from "../../paths.ts";
import type { OwnData } from "./own-account.tsx";

type Props = Pick<OwnData, "factors" | "totp">;

/** The second steps: the app everybody has, passkeys beside it, codes for the day the phone is gone. */
export function OwnFactors({ factors, totp, only }: Props & { only: boolean }) {
  const { own, access } = useOfficeMessages();
  const language = useLanguage();
  const totpProblem = useProblem("totp");
  const recoveryProblem = useProblem("recovery");
  return (
    <>
      <section className="card" aria-labelledby="own-totp">
        <div className="card-head">
          <h2 id="own-totp">{own.totp.title}</h2>
          <span className="small muted num">
            {own.totp.since({ at: formatDateTime(factors.totp_set_at, language) })}
          </span>
        </div>
        {totp ? (
          <OfficeForm intent="totp" problem={totpProblem} className="panel form-stack">
            <p className="small muted">{own.totp.text}</p>
            <TotpSetup totp={totp} problem={totpProblem} />
            <OtpInput
              name={"code" satisfies FieldOf<"staff.setTotp">}
              label={access.totp.code}
              error={totpProblem?.errors.code?.[0]}
            />
            {!only && <StepUpFields intent="totp" />}
            <SubmitButton intent="totp">{own.totp.save}</SubmitButton>
          </OfficeForm>
        ) : (
          <p className="panel">
            <Link className="button button-secondary" to={`${paths.own()}?totp=1#own-totp`}>
              {own.totp.begin}
            </Link>
          </p>
        )}
      </section>
      {!only && <Passkeys factors={factors} />}
      {!only && (
        <section className="card" aria-labelledby="own-recovery">
          <div className="card-head">
            <h2 id="own-recovery">{own.recovery.title}</h2>
            <span className="small muted num">{own.recovery.left({ count: factors.recovery_codes_left })}</span>
          </div>
          <OfficeForm intent="recovery" problem={recoveryProblem} className="panel form-stack">
            <p className="small muted">{own.recovery.text}</p>
            <StepUpFields intent="recovery" />
            <SubmitButton intent="recovery" variant="secondary">
              {own.recovery.make}
            </SubmitButton>
          </OfficeForm>
        </section>
      )}
    </>
  );
}

function Passkeys({ factors }: Pick<Props, "factors">) {
  const { own } = useOfficeMessages();
  const language = useLanguage();
  const said = own.passkeys;
  const at = (instant: string) => formatDateTime(instant, language);
  return (
    <section className="card" aria-labelledby="own-passkeys">
      <div className="card-head">
        <h2 id="own-passkeys">{said.title}</h2>
      </div>
      {factors.passkeys.length === 0 && <p className="empty-row">{said.none}</p>}
      <ul className="rows">
        {factors.passkeys.map(({ id, name, last_used_at }) => (
          <li key={id}>
            <span>
              {name}
              <span className="tiny muted own-line num">
                {last_used_at ? said.used({ at: at(last_used_at) }) : said.unused}
              </span>
            </span>
            <RemovePasskey id={id} name={name} />
          </li>
        ))}
      </ul>
      {factors.passkeys_available ? <AddPasskey /> : <p className="panel small muted">{said.unavailable}</p>}
    </section>
  );
}

function RemovePasskey({ id, name }: { id: number; name: string }) {
  const said = useOfficeMessages().own.passkeys;
  const problem = useProblem("remove_passkey");
  const isThis = problem?.values.id === String(id);
  return (
    <OfficeForm intent="remove_passkey" problem={isThis ? problem : undefined}>
      <Hidden<"staff.removePasskey"> name="id" value={String(id)} />
      {isThis && <StepUpFields intent="remove_passkey" />}
      <SubmitButton intent="remove_passkey" variant="danger" size="small" aria-label={`${said.remove}: ${name}`}>
        {said.remove}
      </SubmitButton>
    </OfficeForm>
  );
}

/** The browser makes it; so this one needs scripts, a secure context and a browser that knows how. */
function AddPasskey() {
  const said = useOfficeMessages().own.passkeys;
  const problem = useProblem("add_passkey");
  const isKnown = usePasskeys();
  const isLive = useHydrated();
  const submit = useSubmit();
  const [refused, setRefused] = useState("");
  const message = refused || problem?.message;
  if (isLive && !isKnown) return <p className="panel small muted">{said.unknown}</p>;
  async function onClick(form: HTMLFormElement | null) {
    setRefused("");
    try {
      const answer = await makePasskey();
      if (answer === null || !form) return;
      const fields = new FormData(form);
      fields.set("answer", answer);
      submit(fields, { method: "post", action: paths.own() });
    } catch (error) {
      setRefused(error instanceof Error ? error.message : "");
    }
  }
  return (
    <OfficeForm intent="add_passkey" problem={undefined} className="panel form-stack needs-script">
      {message && (
        <Note tone="danger" role="alert">
          {message}
        </Note>
      )}
      <TextInput {...field<"staff.addPasskey">(problem, "name")} id="passkey-name" label={said.name} />
      <Button type="button" variant="secondary" icon="lock" onClick={(event) => onClick(event.currentTarget.form)}>
        {said.add}
      </Button>
    </OfficeForm>
  );
}
