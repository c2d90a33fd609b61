import { type ReactNode, useEffect, useRef, useState } from "react";
import { classes } from "./classes.ts";
import { useHydrated } from "./hydrated.ts";

export type CountdownProps = {
  /** The end, RFC 3339. */
  until: string;
  /**
   * The server's time of this response, RFC 3339. Leave it out on pages that are cached: they show `label` until the
   * device can count for itself, because a figure from the cache would be wrong.
   */
  now?: string;
  /** The end as text, which stays true: "Kết thúc lúc 14:00". Screen readers hear this instead of every second. */
  label: string;
  /** "Đã kết thúc". */
  ended: ReactNode;
  /** "2 ngày": said before the clock when a day or more is left. */
  days?: (count: number) => string;
  onEnd?: () => void;
  look?: "plain" | "on-dark" | "small";
};

export function Countdown({ until, now, label, ended, days, onEnd, look = "plain" }: CountdownProps) {
  const left = useSecondsLeft(until, now, onEnd);
  if (left === undefined) return <span>{label}</span>;
  if (left === 0) return <span>{ended}</span>;
  const wholeDays = days ? Math.floor(left / 86_400) : 0;
  const clock = left - wholeDays * 86_400;
  const cells = [Math.floor(clock / 3600), Math.floor(clock / 60) % 60, clock % 60];
  const shown = left < 3600 ? cells.slice(1) : cells;
  return (
    <span className={classes("countdown", look !== "plain" && `countdown-${look}`)} role="timer" aria-label={label}>
      {wholeDays > 0 && <span>{days?.(wholeDays)}</span>}
      {shown.map((cell, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: hours, minutes, seconds are their places
        <span key={place} className="countdown-cell">
          {place > 0 && ":"}
          <b>{String(cell).padStart(2, "0")}</b>
        </span>
      ))}
    </span>
  );
}

/** Whole seconds to the end, 0 when it has come, undefined while unknown (cached HTML before hydration). */
export function useSecondsLeft(until: string, now?: string, onEnd?: () => void): number | undefined {
  const hydrated = useHydrated();
  const takenOver = useRef(!hydrated); // true when this HTML came with the document
  const [left, setLeft] = useState(now === undefined ? undefined : secondsBetween(now, until));
  const announce = useRef(onEnd);
  announce.current = onEnd;

  useEffect(() => {
    // The device's clock may be wrong; the server's time and the age of the document put it right.
    const serverNow = now === undefined ? Date.now() : Date.parse(now) + (takenOver.current ? performance.now() : 0);
    const ahead = Date.now() - serverNow;
    takenOver.current = false;
    const tick = () => {
      const rest = secondsBetween(new Date(Date.now() - ahead).toISOString(), until);
      setLeft(rest);
      if (rest > 0) return;
      clearInterval(timer);
      announce.current?.();
    };
    const timer = setInterval(tick, 1000);
    tick();
    return () => clearInterval(timer);
  }, [until, now]);
  return left;
}

function secondsBetween(from: string, to: string): number {
  return Math.max(0, Math.ceil((Date.parse(to) - Date.parse(from)) / 1000));
}
