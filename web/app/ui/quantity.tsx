import { type ChangeEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";

export type QuantityProps = {
  /** Of the number field: "quantity". */
  name: string;
  id?: string;
  value: number;
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
  /** "Tối đa 12", shown at the limit. */
  maxMessage: string;
  /** "Tối thiểu 2", where fewer cannot be bought. */
  minMessage?: string;
};

export function QuantityStepper(props: QuantityProps) {
  const { name, id, value, min = 1, max, mode = "submit", stepName = "step", size, labels } = props;
  const input = useRef<HTMLInputElement>(null);
  const [quantity, setQuantity] = useState(value);
  useEffect(() => setQuantity(value), [value]);

  /** A figure outside the limits, or none at all, becomes the nearest allowed one. */
  function settle(wanted: number) {
    const allowed = Math.min(Math.max(Number.isInteger(wanted) ? wanted : value, min), max);
    setQuantity(allowed);
    if (!input.current) return;
    input.current.value = String(allowed);
    if (mode === "submit" && allowed !== value) input.current.form?.requestSubmit();
  }
  function stepBy(step: number, event: MouseEvent) {
    event.preventDefault(); // the native submission of one step
    settle(quantity + step);
  }

  const message = quantity >= max ? props.maxMessage : quantity <= min && min > 1 ? props.minMessage : undefined;
  const step = mode === "submit" ? ({ type: "submit", name: stepName } as const) : ({ type: "button" } as const);
  return (
    <span className={classes("quantity", size && `quantity-${size}`)}>
      {/* First in the form, so that Enter in the figure submits the figure and not a step. */}
      {mode === "submit" && (
        <button type="submit" className="button button-secondary button-small without-script quantity-update">
          {labels.update}
        </button>
      )}
      <span className="quantity-box">
        <button
          {...step}
          value="-1"
          className={classes(mode === "local" && "needs-script") || undefined}
          data-hydrate={mode === "local" ? "" : undefined}
          aria-label={labels.decrease}
          disabled={quantity <= min}
          onClick={(event) => stepBy(-1, event)}
        >
          <Icon name="minus" size={16} />
        </button>
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
          onChange={(event: ChangeEvent<HTMLInputElement>) => setQuantity(event.target.valueAsNumber)}
          onBlur={() => settle(quantity)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || mode !== "submit") return;
            event.preventDefault();
            settle(quantity);
          }}
        />
        <button
          {...step}
          value="1"
          className={classes(mode === "local" && "needs-script") || undefined}
          data-hydrate={mode === "local" ? "" : undefined}
          aria-label={labels.increase}
          disabled={quantity >= max}
          onClick={(event) => stepBy(1, event)}
        >
          <Icon name="plus" size={16} />
        </button>
      </span>
      <span className="quantity-limit" role="status">
        {message}
      </span>
    </span>
  );
}
