import type { ComponentProps, ReactNode } from "react";
import { useId } from "react";
import { classes } from "../classes.ts";
import { Icon } from "../icon.tsx";
import { useFieldError } from "./field.tsx";

export type ChoiceProps = Omit<ComponentProps<"input">, "type" | "children"> & {
  children: ReactNode;
  /** At the end of the row: a count, a price. */
  after?: ReactNode;
  /** 36 px rows, for filters on wide screens. */
  dense?: boolean;
};

/** The whole row is the label. */
export function Checkbox({ children, after, dense, className, ...input }: ChoiceProps) {
  return <Row type="checkbox" look="checkbox" {...{ children, after, dense, className }} {...input} />;
}

export function Radio({ children, after, dense, className, ...input }: ChoiceProps) {
  return <Row type="radio" look="radio" {...{ children, after, dense, className }} {...input} />;
}

/** On or off, at once. Before hydration it is a checkbox of its form. */
export function Switch({ children, after, dense, className, ...input }: ChoiceProps) {
  return <Row type="checkbox" role="switch" look="switch" {...{ children, after, dense, className }} {...input} />;
}

function Row({ children, after, dense, look, className, ...input }: ChoiceProps & { type: string; look: string }) {
  return (
    <label className={classes("choice", dense && "choice-dense", className)}>
      <input {...input} className={look} />
      <span className="grow">{children}</span>
      {after}
    </label>
  );
}

export type ChoiceGroupProps = {
  legend: ReactNode;
  hideLegend?: boolean;
  /** Under the question: what is true of every choice. */
  help?: ReactNode;
  /** Where an error summary leads, and what names the error. */
  id?: string;
  /** The field its error is about, where that is not its id. */
  name?: string;
  error?: string | null;
  className?: string;
  children: ReactNode;
};

/** Choices under one question. Its error is read with the question. */
export function ChoiceGroup({ legend, hideLegend, help, id, name, className, children, ...field }: ChoiceGroupProps) {
  const made = useId();
  const { error, liveAttributes } = useFieldError(name ?? id, field.error);
  const errorId = `${id ?? made}-error`;
  const helpId = help ? `${id ?? made}-help` : undefined;
  return (
    <fieldset
      className="field"
      id={id}
      tabIndex={id ? -1 : undefined}
      aria-describedby={[helpId, error && errorId].filter(Boolean).join(" ") || undefined}
    >
      <legend className={hideLegend ? "visually-hidden" : "legend"}>{legend}</legend>
      {help && (
        <div className="muted small legend-help" id={helpId}>
          {help}
        </div>
      )}
      {error && (
        <p className="field-error" id={errorId} {...liveAttributes}>
          <Icon name="error" size={16} />
          {error}
        </p>
      )}
      <div className={className ?? "choices"}>{children}</div>
    </fieldset>
  );
}

export type RadioCardProps = Omit<ComponentProps<"input">, "type" | "children" | "title"> & {
  title: ReactNode;
  /** One line: when it arrives, what it needs, or why it cannot be chosen. */
  line?: ReactNode;
  /** A mark of 64 × 32; decorative, the title names it. */
  image?: string;
  /** At the end: "30,000 đ". */
  fee?: ReactNode;
};

export function RadioCard({ title, line, image, fee, className, ...input }: RadioCardProps) {
  return (
    <label className={classes("radio-card", className)}>
      <input {...input} type="radio" className="radio" />
      {image && <img src={image} alt="" width={64} height={32} loading="lazy" />}
      <span className="grow">
        <span className="radio-card-title">{title}</span>
        {line && <small>{line}</small>}
      </span>
      {fee && <span className="radio-card-fee num">{fee}</span>}
    </label>
  );
}
