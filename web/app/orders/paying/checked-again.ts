import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";

const MINUTE_MS = 60_000;
const QUICK_MS = 2_000; // rules/payments#settlement: every 2 s for 30 s, then every 5 s
const QUICK_FOR_MS = MINUTE_MS / 2;
const SLOW_MS = 5_000;

/**
 * Loads the page's data again while it is seen: every 5 s; where a result is due within `minutes`, at first every 2 s, and
 * not at all after them. Answers whether that time is over, and the revalidator.
 */
export function useCheckedAgain(minutes = Number.POSITIVE_INFINITY, isWanted = true) {
  const revalidator = useRevalidator();
  const [isOver, setOver] = useState(false);
  const { state, revalidate } = revalidator;
  const [since] = useState(() => Date.now());
  useEffect(() => {
    if (!isWanted || isOver || state !== "idle") return;
    const waited = Date.now() - since;
    const next = () => {
      if (waited > minutes * MINUTE_MS) setOver(true);
      else if (document.visibilityState === "visible") revalidate();
    };
    const timer = setInterval(next, minutes < Number.POSITIVE_INFINITY && waited < QUICK_FOR_MS ? QUICK_MS : SLOW_MS);
    return () => clearInterval(timer);
  }, [isWanted, isOver, state, revalidate, since, minutes]);
  return { isOver, revalidator };
}
