import { createContext, type ReactNode, useContext } from "react";
import { classes } from "../classes.ts";
import { Icon } from "../icon.tsx";

/** What the control inside a field must carry, so that help and error are announced with it. */
export type FieldControl = { id: string; "aria-describedby"?: string; "aria-invalid"?: true };

export type FieldOptions = {
  label: ReactNode;
  help?: ReactNode;
  /** The sentence that says what is wrong. It is read with the control and shown under it. */
  error?: string | null;
  /** The sentence that says it is right: "Số dùng được". */
  ok?: string | null;
  /** "(không bắt buộc)", beside the label of a field one may leave empty. */
  optional?: string;
  /** Takes the whole row of a two-column form. */
  wide?: boolean;
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean;
};

/** By name of a field: what the browser found wrong with it, or null where the error of the server no longer holds. */
export type FoundErrors = Readonly<Record<string, string | null>>;

/** Around the fields of a form that is checked while it is filled in. */
export const FieldErrors = createContext<FoundErrors>({});

/** The error of a field: the browser's goes before the server's, and `liveAttributes` announce it. */
export function useFieldError(name: string | undefined, serverError: string | null | undefined) {
  const clientError = useContext(FieldErrors)[name ?? ""];
  if (clientError === undefined) return { error: serverError, liveAttributes: {} };
  return { error: clientError, liveAttributes: { role: "alert", "aria-live": "polite" } as const };
}

/** In a form that is checked while it is filled in, `id` is the field's name: its errors are found by it. */
export type FieldProps = FieldOptions & { id: string; children: (control: FieldControl) => ReactNode };

export function Field({ id, label, help, ok, optional, wide, hideLabel, children, ...field }: FieldProps) {
  const { error, liveAttributes } = useFieldError(id, field.error);
  const described = classes(error && `${id}-error`, ok && `${id}-ok`, Boolean(help) && `${id}-help`);
  return (
    <div className={classes("field", wide && "field-wide")}>
      <label className={hideLabel ? "visually-hidden" : "field-label"} htmlFor={id}>
        {label}
        {optional && <span className="field-optional"> {optional}</span>}
      </label>
      {children({ id, "aria-describedby": described || undefined, "aria-invalid": error ? true : undefined })}
      {error && (
        <p className="field-error" id={`${id}-error`} {...liveAttributes}>
          <Icon name="error" size={16} />
          {error}
        </p>
      )}
      {ok && (
        <p className="field-ok" id={`${id}-ok`}>
          <Icon name="success" size={16} />
          {ok}
        </p>
      )}
      {help && (
        <p className="field-help" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  );
}

export type ErrorSummaryProps = {
  title: string;
  /** Id and label of each field, in the order of the form. The message is shown at the field. */
  errors: readonly { id: string; label: string }[];
};

/** Where a form that came back begins: which fields to look at. Each leads to its field, and goes as soon as that is right. */
export function ErrorSummary({ title, errors }: ErrorSummaryProps) {
  const found = useContext(FieldErrors);
  const remaining = errors.filter(({ id }) => found[id] !== null);
  if (remaining.length === 0) return null;
  return (
    <div className="note note-danger" role="alert">
      <Icon name="error" />
      <div>
        <b>{title}</b>
        <ul className="field-names">
          {remaining.map(({ id, label }) => (
            <li key={id}>
              <a href={`#${id}`}>{label}</a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
