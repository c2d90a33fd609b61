import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { classes } from "../classes.ts";
import { useHydrated } from "../hydrated.ts";
import { Field } from "./field.tsx";

export type OtpInputProps = {
  name: string;
  label: ReactNode;
  help?: ReactNode;
  error?: string | null | undefined;
  hideLabel?: boolean;
  /** Sends the form when the last digit is there. */
  autoSubmit?: boolean;
};

const digits = 6;

/** Six cells over one real input, so that a code can be pasted, filled in by the phone, and read out as one field. */
export function OtpInput({ name, label, help, error, hideLabel, autoSubmit }: OtpInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const [filled, setFilled] = useState(0);
  const sent = useRef("");
  useArrival(input);

  // A wrong code stays, selected: the next digit typed begins a new one.
  useEffect(() => {
    if (!error || !input.current?.value) return;
    input.current.focus();
    input.current.select();
  }, [error]);

  function onInput({ currentTarget }: { currentTarget: HTMLInputElement }) {
    const typed = currentTarget.value.normalize("NFKC").replace(/\D/g, "").slice(0, digits);
    if (typed !== currentTarget.value) currentTarget.value = typed;
    setFilled(typed.length);
    const whole = typed.length === digits ? typed : "";
    const isNew = whole !== "" && whole !== sent.current;
    sent.current = whole;
    if (autoSubmit && isNew) currentTarget.form?.requestSubmit();
  }

  return (
    <Field id={name} label={label} help={help} error={error ?? null} hideLabel={hideLabel}>
      {(control) => (
        <div className="otp">
          <div aria-hidden="true">
            {Array.from({ length: digits }, (_, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
              <i key={place} className={classes(place === Math.min(filled, digits - 1) && "otp-here")} />
            ))}
          </div>
          <input
            {...control}
            ref={input}
            name={name}
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            spellCheck={false}
            required
            onInput={onInput}
          />
        </div>
      )}
    </Field>
  );
}

/** Focuses the code. After the page's own move of the focus (app-shell.tsx). */
function useArrival(input: RefObject<HTMLInputElement | null>): void {
  const takenOver = useRef(!useHydrated());
  useEffect(() => {
    if (takenOver.current) return;
    const frame = requestAnimationFrame(() => input.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [input]);
}
