import type { ReactNode } from "react";
import { Icon, type IconName } from "../icon.tsx";
import { VisuallyHidden } from "./visually-hidden.tsx";

export type Step = {
  text: string;
  state: "done" | "current" | "future" | "cancelled";
  /** "21/11 13:40". */
  time?: string;
  icon?: IconName;
};

export type StepsProps = {
  label: string;
  steps: readonly Step[];
  /** What screen readers hear after a step's name: colour and ticks are not enough. */
  words: { done: string; current: string; future: string };
};

const marks = { done: "check", current: "clock", future: "clock", cancelled: "close" } as const;

/** Steps of an order or of a checkout, beside one another. What follows a cancellation is left out by the caller. */
export function Steps({ label, steps, words }: StepsProps) {
  return (
    <ol className="steps" aria-label={label}>
      {steps.map(({ text, state, time, icon }) => (
        <li key={text} className={`step-${state}`} aria-current={state === "current" ? "step" : undefined}>
          <span className="step-dot">
            <Icon name={state === "done" || state === "cancelled" ? marks[state] : (icon ?? marks[state])} />
          </span>
          <span>
            {text}
            {state !== "cancelled" && <VisuallyHidden> ({words[state]})</VisuallyHidden>}
            {time && <small className="num">{time}</small>}
          </span>
        </li>
      ))}
    </ol>
  );
}

export type TimelineProps = {
  label: string;
  /** Newest first; the first one is where things stand. */
  events: readonly { key: string; text: ReactNode; detail?: ReactNode }[];
};

/** What happened, below one another. */
export function Timeline({ label, events }: TimelineProps) {
  return (
    <ol className="timeline" aria-label={label}>
      {events.map(({ key, text, detail }, index) => (
        <li key={key} aria-current={index === 0 ? "true" : undefined}>
          {text}
          {detail && <small className="num">{detail}</small>}
        </li>
      ))}
    </ol>
  );
}
