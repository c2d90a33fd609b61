import type { PaymentMethodView } from "contract/payments/payments.ts";
import type { ReactNode } from "react";
import { useMessages } from "../i18n.tsx";
import { ChoiceGroup, RadioCard } from "../ui/fields/choices.tsx";

const logos = import.meta.glob<string>("../../art/payment/*.svg", { query: "?url", import: "default", eager: true });

type Props = {
  methods: readonly PaymentMethodView[];
  /** The name of the field. */
  name: string;
  chosen: string;
  legend: ReactNode;
  error: string | undefined;
};

/**
 * The ways to pay: mark, name, what happens next. One that cannot be chosen says why instead. What all of them cost is said once,
 * above; one that costs something else says so itself.
 */
export function MethodCards({ methods, name, chosen, legend, error }: Props) {
  const { paying: words } = useMessages();
  const fees = new Set(methods.map(({ fee }) => fee));
  const groups = (["scan", "card", "later"] as const).filter((group) => methods.some((each) => each.group === group));
  return (
    <ChoiceGroup
      id={name}
      legend={legend}
      help={fees.size === 1 ? words.free : undefined}
      error={error}
      className="stack"
    >
      {groups.map((group) => (
        <fieldset key={group}>
          {groups.length > 1 && <legend className="muted small method-group">{words.groups[group]}</legend>}
          <div className="radio-cards">
            {methods
              .filter((each) => each.group === group)
              .map(({ code, name: title, description, logo, fee, unavailable }) => (
                <RadioCard
                  key={code}
                  name={name}
                  value={code}
                  disabled={unavailable !== null}
                  defaultChecked={code === chosen && unavailable === null}
                  title={title}
                  line={unavailable?.text ?? description}
                  image={logos[`../../art/payment/${logo}.svg`]}
                  fee={fees.size > 1 ? fee : undefined}
                />
              ))}
          </div>
        </fieldset>
      ))}
    </ChoiceGroup>
  );
}
