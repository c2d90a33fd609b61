import type { ReactNode } from "react";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { useProblem } from "../forms.tsx";

type Props<W extends string> = {
  act: { possible: boolean; why: W | null };
  /** Hindrances in words. */
  why: Readonly<Record<W, string>>;
  title: string;
  icon: IconName;
  intent: string;
  /** Shown with its form from the start. */
  open?: boolean;
  children: ReactNode;
};

/** An act of a record: its form folds out; what is not possible now stays, with its reason. */
export function PossibleAct<W extends string>({ act, why, title, icon, intent, open, children }: Props<W>) {
  const isBack = useProblem(intent) !== undefined;
  if (!act.possible && !isBack)
    return (
      <p className="act-off">
        <Icon name={icon} />
        <span>
          {title}
          {act.why && <span className="tiny muted own-line">{why[act.why]}</span>}
        </span>
      </p>
    );
  return (
    <details className="act" open={isBack || open || undefined}>
      <summary>
        <Icon name={icon} />
        {title}
        <Icon name="chevron-down" />
      </summary>
      <div>{children}</div>
    </details>
  );
}
