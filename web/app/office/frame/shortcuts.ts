/**
 * The keyboard, read from `event.code`: a Vietnamese input method turns `w` into `ư`, the key stays where it is. Nothing
 * while something is composed; single keys not in fields, nor where the person has switched them off. rules/office#keys
 */
import { useEffect, useRef } from "react";

export type Shortcuts = {
  /** By `code` of the key alone: "KeyN", "Slash", "Shift+Slash", "Digit1". */
  single?: Readonly<Record<string, () => void>>;
  /** By the two codes: "KeyG KeyH". */
  pairs?: Readonly<Record<string, () => void>>;
  /** With Ctrl (or ⌘): "KeyK". Also in fields. */
  control?: Readonly<Record<string, () => void>>;
};

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
        if (!event.shiftKey) run(shortcuts.control?.[event.code]);
        return;
      }
      if (!singleKeys || isField(event.target) || document.querySelector("dialog[open]")) return;
      const first = before && event.timeStamp - before.at < PAIR_MS ? before.code : null;
      before = null;
      if (first && run(shortcuts.pairs?.[`${first} ${event.code}`])) return;
      if (run(shortcuts.single?.[event.shiftKey ? `Shift+${event.code}` : event.code])) return;
      const begins = Object.keys(shortcuts.pairs ?? {}).some((pair) => pair.startsWith(`${event.code} `));
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
