/**
 * The keyboard, read from `event.code`: a Vietnamese input method turns `w` into `ư`, the key stays where it is. Nothing
 * while something is composed; single keys not in fields, nor where the person has switched them off. rules/office#keys
 */
import { useEffect, useRef } from "react";

export type Shortcuts = {
  /** By `code` of the key alone: "KeyN", "Slash", "Shift+Slash", "Digit1". */
  single?: Keys;
  /** By the two codes: "KeyG KeyH". */
  pairs?: Keys;
  /** With Ctrl (or ⌘): "KeyK". Also in fields. */
  control?: Keys;
};
type Keys = readonly (readonly [code: string, act: () => void])[];

const actOf = (keys: Keys = [], code: string) => keys.find(([each]) => each === code)?.[1];

/** The second key of a pair comes within this time. */
const PAIR_MS = 1500;

export function useShortcuts(shortcuts: Shortcuts, singleKeys: boolean): void {
  const current = useRef({ shortcuts, singleKeys });
  current.current = { shortcuts, singleKeys };
  useEffect(() => {
    let before: { code: string; at: number } | null = null;
    function onKey(event: KeyboardEvent) {
      if (event.isComposing || event.repeat || event.altKey || event.defaultPrevented) return;
      const { shortcuts, singleKeys } = current.current;
      const run = (act: (() => void) | undefined) => {
        if (!act) return false;
        event.preventDefault();
        act();
        return true;
      };
      if (event.ctrlKey || event.metaKey) {
        if (!event.shiftKey) run(actOf(shortcuts.control, event.code));
        return;
      }
      if (!singleKeys || isField(event.target) || document.querySelector("dialog[open]:not(.session-end)")) return;
      const first = before && event.timeStamp - before.at < PAIR_MS ? before.code : null;
      before = null;
      if (first && run(actOf(shortcuts.pairs, `${first} ${event.code}`))) return;
      if (run(actOf(shortcuts.single, event.shiftKey ? `Shift+${event.code}` : event.code))) return;
      const begins = (shortcuts.pairs ?? []).some(([pair]) => pair.startsWith(`${event.code} `));
      if (begins && !event.shiftKey) before = { code: event.code, at: event.timeStamp };
    }
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches("input:not([type=checkbox], [type=radio]), textarea, select");
}
