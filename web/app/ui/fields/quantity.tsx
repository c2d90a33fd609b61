import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { classes } from "../classes.ts";
import { Icon } from "../icon.tsx";

export type QuantityProps = {
  /** Of the number field: "quantity". */
  name: string;
  id?: string;
  value: number;
  /** Whether a figure has to be sent: where `value` is not all that counts. One that does not arrive stays as it was typed. */
  isNew?: (figure: number) => boolean;
  /** The figure that is sent now. */
  onSend?: (figure: number) => void;
  min?: number;
  max: number;
  /**
   * "submit" (a cart line): every step is sent by the form around it. Before hydration minus and plus submit
   * `stepName` = -1 or 1 beside the typed figure, and a visible button submits what was typed; afterwards the form is
   * submitted with the new figure alone. "local" (a product page): the figure waits for the form's own button.
   */
  mode?: "submit" | "local";
  stepName?: string;
  size?: "compact" | "large";
  labels: { quantity: string; decrease: string; increase: string; update: string };
  /** "Tối đa 12", shown at the limit; nothing where none can be had. */
  maxMessage?: string | undefined;
  /** Another one each time a figure was refused: `value` is shown again. */
  refused?: object | undefined;
  /** "Tối thiểu 2", where fewer cannot be bought. */
  minMessage?: string;
  /** Hears of each figure that may be bought, the first one included. */
  onQuantity?: (quantity: number) => void;
};

export function QuantityStepper(props: QuantityProps) {
  const { name, id, value, min = 1, max, mode = "submit", stepName = "step", size, labels } = props;
  const input = useRef<HTMLInputElement>(null);
  const [quantity, setQuantity] = useState(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refusal leaves the value as it was
  useEffect(() => setQuantity(value), [value, props.refused]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page hydrates
  useEffect(() => {
    const typed = input.current?.valueAsNumber ?? value;
    if (typed === value) return;
    // Typed before hydration: left already, it is settled as onBlur would have done.
    if (document.activeElement === input.current) setQuantity(typed);
    else settle(typed);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the figure is the event
  useEffect(() => props.onQuantity?.(allowedOf(quantity)), [quantity]);

  function allowedOf(wanted: number) {
    return allowedQuantity(wanted, { min, max, otherwise: value });
  }
  function settle(wanted: number) {
    const allowed = allowedOf(wanted);
    setQuantity(allowed);
    if (!input.current) return;
    input.current.value = String(allowed);
    if (mode !== "submit" || !(props.isNew?.(allowed) ?? allowed !== value)) return;
    props.onSend?.(allowed);
    input.current.form?.requestSubmit();
  }
  function stepBy(step: number, event: MouseEvent) {
    event.preventDefault(); // the native submission of one step
    settle(quantity + step);
  }
  function settleByEnter(event: KeyboardEvent) {
    if (event.key !== "Enter" || mode !== "submit") return;
    event.preventDefault();
    settle(quantity);
  }

  const message = quantity >= max ? props.maxMessage : quantity <= min && min > 1 ? props.minMessage : undefined;
  const button = (step: -1 | 1, label: string, disabled: boolean) => (
    <button
      {...(mode === "submit" ? { type: "submit", name: stepName } : { type: "button", "data-step": "" })}
      value={step}
      className={mode === "local" ? "needs-script" : undefined}
      aria-label={label}
      disabled={disabled}
      onClick={(event) => stepBy(step, event)}
    >
      <Icon name={step === 1 ? "plus" : "minus"} size={16} />
    </button>
  );
  return (
    <span className={classes("quantity", size && `quantity-${size}`)}>
      {/* First in the form, so that Enter in the figure submits the figure and not a step. */}
      {mode === "submit" && (
        <button type="submit" className="button button-secondary button-small without-script quantity-update">
          {labels.update}
        </button>
      )}
      <span className="quantity-box">
        {button(-1, labels.decrease, quantity <= min)}
        <input
          ref={input}
          id={id}
          type="number"
          inputMode="numeric"
          autoComplete="off"
          name={name}
          min={min}
          max={max}
          required
          aria-label={labels.quantity}
          value={Number.isNaN(quantity) ? "" : quantity}
          onChange={(event) => setQuantity(event.target.valueAsNumber)}
          onBlur={() => settle(quantity)}
          onKeyDown={settleByEnter}
        />
        {button(1, labels.increase, quantity >= max)}
      </span>
      <span className="quantity-limit" role="status">
        {message}
      </span>
    </span>
  );
}

/** The nearest figure that may be bought; `otherwise` stands in for what is no whole number. */
export function allowedQuantity(wanted: number, limits: { min: number; max: number; otherwise: number }): number {
  const { min, max, otherwise } = limits;
  return Math.max(min, Math.min(Number.isSafeInteger(wanted) ? wanted : otherwise, max));
}
