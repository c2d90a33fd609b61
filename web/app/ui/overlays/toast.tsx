import { type ReactNode, useState, useSyncExternalStore } from "react";
import { IconButton } from "../button.tsx";
import { classes } from "../classes.ts";
import { Icon } from "../icon.tsx";

export type Toast = {
  text: ReactNode;
  kind?: "success" | "error" | "info";
  /** "Hoàn tác": with it the toast stays five seconds. */
  action?: { label: string; run: () => void };
};
type Shown = Toast & { key: string };

let shown: Shown | null = null;
let count = 0;
const listeners = new Set<() => void>();

/**
 * Shows a text for 2.5 seconds (Spec §9), in place of the one before. In the browser only: what a response says
 * is the region's `flash`.
 */
export function toast(message: Toast): void {
  count++;
  change({ ...message, key: `toast-${count}` });
}

function change(next: Shown | null): void {
  shown = next;
  for (const notify of listeners) notify();
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

export type ToastRegionProps = {
  closeLabel: string;
  /** The flash message of this response; part of its HTML, so it is seen without scripts as well. */
  flash?: Omit<Toast, "action"> | null;
};

/** Once per page. Polite messages and errors have a live region each, present from the start, as screen readers need. */
export function ToastRegion({ closeLabel, flash }: ToastRegionProps) {
  const live = useSyncExternalStore(
    subscribe,
    () => shown,
    () => null,
  );
  const [over, setOver] = useState(false);
  const current: Shown | null = live ?? (flash && !over ? { ...flash, key: "flash" } : null);
  // The flash message goes as soon as another toast is shown.
  if (live && !over) setOver(true);

  const card = current && (
    <Card
      key={current.key}
      toast={current}
      closeLabel={closeLabel}
      onEnd={() => (current === live ? change(null) : setOver(true))}
    />
  );
  return (
    <div className="toasts">
      <div role="status">{current?.kind !== "error" && card}</div>
      <div role="alert">{current?.kind === "error" && card}</div>
    </div>
  );
}

function Card({ toast: { text, kind = "success", action }, closeLabel, onEnd }: CardProps) {
  return (
    <div
      className={classes("toast", `toast-${kind}`, action && "toast-long")}
      onAnimationEnd={(event) => event.animationName === "toast-out" && onEnd()}
    >
      <Icon name={kind} />
      <span className="grow">{text}</span>
      {action && (
        <button
          type="button"
          className="toast-action"
          onClick={() => {
            action.run();
            onEnd();
          }}
        >
          {action.label}
        </button>
      )}
      <IconButton type="button" icon="close" label={closeLabel} data-hydrate="" onClick={onEnd} />
    </div>
  );
}

type CardProps = { toast: Shown; closeLabel: string; onEnd: () => void };
