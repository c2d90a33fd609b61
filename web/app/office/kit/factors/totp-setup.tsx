import type { TotpSetup as Setup } from "contract/staff/fields.ts";
import type { FieldOf } from "../../../forms/field-names.ts";
import type { FormProblem } from "../../../forms/forms.ts";
import { useOfficeMessages } from "../../i18n.tsx";

type Calls = "staff.acceptInvitation" | "staff.confirmFactorReset" | "staff.setTotp";
/** Comes back with the form alone. */
const SHOWN = "setup_shown";

/**
 * A new second step: to be scanned, or typed where there is no camera. A form that came back shows the one it was sent
 * with: it may be in the person's phone already.
 */
export function TotpSetup({ totp, problem }: { totp: Setup; problem: FormProblem | undefined }) {
  const { access } = useOfficeMessages();
  const shown = (problem?.code !== "setup_over" && setupIn(problem?.values[SHOWN])) || totp;
  const { size, path } = shown.qr;
  return (
    <div className="totp-setup">
      <svg className="totp-qr" role="img" aria-label={access.totp.qr} viewBox={`0 0 ${size} ${size}`}>
        <path d={path} />
      </svg>
      <ol>
        <li>{access.totp.scan}</li>
        <li>
          {access.totp.or_type} <code>{shown.secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}</code>
        </li>
        <li>{access.totp.type_code}</li>
      </ol>
      <input type="hidden" name={"setup" satisfies FieldOf<Calls>} value={shown.setup} />
      <input type="hidden" name={SHOWN} value={JSON.stringify(shown)} />
    </div>
  );
}

function setupIn(text: unknown): Setup | null {
  if (typeof text !== "string") return null;
  try {
    const { secret, uri, qr, setup } = JSON.parse(text) as Partial<Setup>;
    const isWhole = typeof secret === "string" && typeof setup === "string" && typeof qr?.path === "string";
    return isWhole ? { secret, uri: uri ?? "", qr, setup } : null;
  } catch {
    return null; // not ours
  }
}
