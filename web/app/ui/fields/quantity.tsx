import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { classes } from "../classes.ts";
import { Icon } from "../icon.tsx";

export type QuantityProps = {
  /** Of the number field: "quantity". */
  name: string;
  id?: string;
  value: number;
  /** Whether a quantity has to be submitted. Without it: when it differs from `value`. A quantity that cannot be sent stays as it was typed. */
  shouldSubmit?: (quantity: number) => boolean;
  /** Called with the quantity before it is submitted. */
  onSubmit?: (quantity: number) => void;
  min?: number;
  max: number;
  /**
   * "submit" (a cart line): every step submits the surrounding form. Before hydration minus and plus submit
   * `stepName` = -1 or 1 beside the typed quantity, and a visible button submits the typed quantity alone; after hydration
   * the form is submitted with the new quantity alone. "local" (a product page): the quantity waits for the form's own button.
   */
  mode?: "submit" | "local";
  stepName?: string;
  size?: "compact" | "large";
  labels: { quantity: string; decrease: string; increase: string; update: string };
  /** "Tối đa 12", shown at the maximum; undefined where the product cannot be bought. */
  maxMessage?: string | undefined;
  /** A new object after each refused quantity: the field is reset to `value`. */
  resetKey?: object | undefined;
  /** "Tối thiểu 2", shown at a minimum above 1. */
  minMessage?: string;
  /** Called with each quantity that may be bought, the first one included. */
  onQuantity?: (quantity: number) => void;
};

export function QuantityStepper(props: QuantityProps) {
  const { name, id, value, min = 1, max, mode = "submit", stepName = "step", size, labels } = props;
  const input = useRef<HTMLInputElement>(null);
  const [quantity, setQuantity] = useState(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refusal does not change `value`
  useEffect(() => setQuantity(value), [value, props.resetKey]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page hydrates
  useEffect(() => {
    const typed = input.current?.valueAsNumber ?? value;
    if (typed === value) return;
    // Typed before hydration: where the field has lost the focus since, the quantity is committed as onBlur would have done.
    if (document.activeElement === input.current) setQuantity(typed);
    else commit(typed);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs when the quantity changes
  useEffect(() => props.onQuantity?.(allowedOf(quantity)), [quantity]);

  function allowedOf(wanted: number) {
    return allowedQuantity(wanted, { min, max, otherwise: value });
  }
  function commit(wanted: number) {
    const allowed = allowedOf(wanted);
    setQuantity(allowed);
    if (!input.current) return;
    input.current.value = String(allowed);
    if (mode !== "submit" || !(props.shouldSubmit?.(allowed) ?? allowed !== value)) return;
    props.onSubmit?.(allowed);
    input.current.form?.requestSubmit();
  }
  function stepBy(step: number, event: MouseEvent) {
    event.preventDefault(); // the native submission of one step
    commit(quantity + step);
  }
  function commitOnEnter(event: KeyboardEvent) {
    if (event.key !== "Enter" || mode !== "submit") return;
    event.preventDefault();
    commit(quantity);
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
      {/* The first button of the form, so that Enter in the number field submits the quantity and not a step. */}
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
          onBlur={() => commit(quantity)}
          onKeyDown={commitOnEnter}
        />
        {button(1, labels.increase, quantity >= max)}
      </span>
      <span className="quantity-limit" role="status">
        {message}
      </span>
    </span>
  );
}

/** The nearest quantity that may be bought; `otherwise` replaces `wanted` where that is no whole number. */
export function allowedQuantity(wanted: number, limits: { min: number; max: number; otherwise: number }): number {
  const { min, max, otherwise } = limits;
  return Math.max(min, Math.min(Number.isSafeInteger(wanted) ? wanted : otherwise, max));
}
