import { type revealable, revealReasons } from "contract/customers/customers-desk.ts";
import { formatTime } from "contract/values/locale.ts";
import { formatPhone } from "contract/values/phone.ts";
import { useEffect, useState } from "react";
import { fieldError, field as fieldOf } from "../../../forms/forms.ts";
import { Hidden } from "../../../forms/hidden.tsx";
import { ChoiceGroup, Radio } from "../../../ui/fields/choices.tsx";
import { TextInput } from "../../../ui/fields/inputs.tsx";
import { OfficeForm, StepUpFields, SubmitButton, useProblem } from "../../forms.tsx";
import { useLanguage, useOfficeMessages } from "../../i18n.tsx";

type Field = (typeof revealable)[number];
export type Revealed = { field: Field; value: string; until: string; address_id: string };

type Props = {
  field: Field;
  name?: string;
  address_id?: string;
  masked: string | null;
  may: boolean;
  revealed: Revealed | null;
};

/** A masked value; who may see it in full says why, in place. */
export function RevealField({ field, name, address_id, masked, may, revealed }: Props) {
  const { customers } = useOfficeMessages();
  const language = useLanguage();
  const intent = address_id ? `reveal-${address_id}` : `reveal-${field}`;
  const problem = useProblem(intent);
  const shown = useUntil(revealed);
  const label = name || customers.fields[field];
  const id = (part: string) => `${intent}-${part}`;
  return (
    <div className="reveal">
      <span>
        <span className="muted own-line">{label}</span>
        {shown ? (
          <>
            <b className="reveal-value">{field === "phone" ? formatPhone(shown.value) : shown.value}</b>{" "}
            <span className="tiny muted">{customers.shown_until({ at: formatTime(shown.until, language) })}</span>
          </>
        ) : (
          (masked ?? "–")
        )}
      </span>
      {may && masked && !shown && (
        <details className="reveal-why" open={problem !== undefined || undefined}>
          <summary className="link" aria-label={customers.reveal_of({ field: label })}>
            {customers.reveal}
          </summary>
          <OfficeForm intent={intent} problem={problem} className="form-stack">
            <Hidden<"customers.reveal"> name="field" value={field} />
            {address_id && <Hidden<"customers.reveal"> name="address_id" value={address_id} />}
            <ChoiceGroup
              legend={customers.why}
              id={id("reason")}
              error={fieldError<"customers.reveal">(problem, "reason")}
            >
              {revealReasons.map((reason, place) => (
                <Radio
                  key={reason}
                  dense
                  name={fieldOf<"customers.reveal">(problem, "reason").name}
                  value={reason}
                  defaultChecked={place === 0}
                >
                  {customers.reasons[reason]}
                </Radio>
              ))}
            </ChoiceGroup>
            <TextInput
              {...fieldOf<"customers.reveal">(problem, "text")}
              id={id("text")}
              label={customers.in_words}
              autoComplete="off"
            />
            <p className="tiny muted">{customers.recorded}</p>
            <StepUpFields intent={intent} />
            <SubmitButton intent={intent} size="small">
              {customers.show}
            </SubmitButton>
          </OfficeForm>
        </details>
      )}
    </div>
  );
}

/** Gone from the page when its time is over. */
function useUntil(revealed: Revealed | null): Revealed | null {
  const [over, setOver] = useState<Revealed | null>(null);
  useEffect(() => {
    if (!revealed) return;
    const left = new Date(revealed.until).getTime() - Date.now();
    const timer = setTimeout(() => setOver(revealed), Math.max(0, left));
    return () => clearTimeout(timer);
  }, [revealed]);
  return revealed === over ? null : revealed;
}
