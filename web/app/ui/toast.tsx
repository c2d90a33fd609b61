import { type ReactNode, useState, useSyncExternalStore } from "react";
import { IconButton } from "./button.tsx";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";

export type Toast = {
  text: ReactNode;
  kind?: "success" | "error" | "info";
  /** "Hoàn tác": with it the toast stays five seconds. */
  action?: { label: string; run: () => void };
};
type Shown = Toast & { key: string };

const most = 3; // kit, section 4
const no_toasts: readonly Shown[] = [];
let shown: readonly Shown[] = no_toasts;
let count = 0;
const listeners = new Set<() => void>();

/** Says something for 2.5 seconds (Spec §9). In the browser only: what a response says is the region's `flash`. */
export function toast(message: Toast): void {
  count++;
  change([...shown, { ...message, key: `toast-${count}` }].slice(-most));
}

function dismiss(key: string): void {
  change(shown.filter((one) => one.key !== key));
}

function change(next: readonly Shown[]): void {
  shown = next;
  for (const tell of listeners) tell();
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

export type ToastRegionProps = {
  closeLabel: string;
  /** What this response has to say; part of its HTML, so it is seen without scripts as well. `id` tells two apart. */
  flash?: readonly (Omit<Toast, "action"> & { id: string })[];
};

/** Once per page. Polite messages and errors have a live region each, present from the start, as screen readers need. */
export function ToastRegion({ closeLabel, flash = [] }: ToastRegionProps) {
  const live = useSyncExternalStore(
    subscribe,
    () => shown,
    () => no_toasts,
  );
  const [over, setOver] = useState<readonly string[]>([]);
  const flashed = flash.map((one) => ({ ...one, key: one.id })).filter(({ key }) => !over.includes(key));
  const all: readonly Shown[] = [...flashed, ...live].slice(-most);

  function end(key: string) {
    if (live.some((one) => one.key === key)) dismiss(key);
    else setOver([...over, key]);
  }
  const card = (one: Shown) => <Card key={one.key} toast={one} closeLabel={closeLabel} onEnd={() => end(one.key)} />;
  return (
    <div className="toasts">
      <div role="status">{all.filter(({ kind }) => kind !== "error").map(card)}</div>
      <div role="alert">{all.filter(({ kind }) => kind === "error").map(card)}</div>
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
