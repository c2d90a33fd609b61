/**
 * The keyboard over the rows of a list: `j` and `k` move, `x` selects, with Shift as far as one moves, `Ctrl A` takes the
 * visible rows. The place is the focus itself, so that Enter opens what has it. rules/office#keys
 */
import { type RefObject, useEffect, useRef } from "react";
import { useShortcuts } from "../frame/shortcuts.ts";

export function useRowKeys(singleKeys: boolean): RefObject<HTMLTableSectionElement | null> {
  const body = useRef<HTMLTableSectionElement>(null);
  const rows = () => [...(body.current?.rows ?? [])];
  const here = () => rows().findIndex((row) => row.contains(document.activeElement));
  const boxOf = (row: HTMLTableRowElement | undefined) => row?.querySelector<HTMLInputElement>("input[type=checkbox]");
  function move(step: 1 | -1, takes: boolean): void {
    const all = rows();
    const at = here();
    const next = all[at < 0 ? 0 : Math.min(all.length - 1, Math.max(0, at + step))];
    if (takes) choose(boxOf(next), true);
    (next?.querySelector<HTMLElement>(".row-link") ?? boxOf(next))?.focus();
    next?.scrollIntoView({ block: "nearest" });
  }
  useShortcuts(
    {
      single: [
        ["KeyJ", () => move(1, false)],
        ["KeyK", () => move(-1, false)],
        ["Shift+KeyJ", () => move(1, true)],
        ["Shift+KeyK", () => move(-1, true)],
        [
          "KeyX",
          () => {
            const box = boxOf(rows()[here()]);
            if (box) choose(box, !box.checked);
          },
        ],
      ],
    },
    singleKeys,
  );
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const boxes = rows().flatMap((row) => boxOf(row) ?? []);
      const isAll = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.code === "KeyA" && !event.isComposing;
      if (!isAll || boxes.length === 0 || isTyping(event.target) || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      for (const box of boxes) choose(box, true);
    }
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  return body;
}

/** As a click does, so that React hears of it. */
function choose(box: HTMLInputElement | null | undefined, checked: boolean): void {
  if (box && box.checked !== checked) box.click();
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input:not([type=checkbox]), textarea, select");
}
