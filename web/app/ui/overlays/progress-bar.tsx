import { useEffect, useMemo, useState } from "react";
import { useFetchers, useLocation, useNavigation } from "react-router";

// Spec §4: throttle 200 ms, duration 5000 ms, hide delay 500 ms; the latter two run in progress-bar.css as well.
const THROTTLE_MS = 200;
const DURATION_MS = 5000;
const HIDE_DELAY_MS = 500;

/**
 * At the top of the window while a navigation or submission is pending; gone after its time, whatever the result.
 * `label` names it: "Đang tải trang"; `busy`: the files of the page come first.
 */
export function ProgressBar({ label, busy: fetching = false }: { label: string; busy?: boolean }) {
  const moving = useNavigation().state !== "idle";
  const sending = useSending();
  const busy = moving || sending || fetching;
  const [phase, setPhase] = useState<"idle" | "running" | "done">("idle");

  useEffect(() => {
    if (!busy) setPhase((now) => (now === "running" ? "done" : now));
    const steps: [typeof phase, number][] = busy
      ? [
          ["running", THROTTLE_MS],
          ["done", THROTTLE_MS + DURATION_MS],
          ["idle", THROTTLE_MS + DURATION_MS + HIDE_DELAY_MS],
        ]
      : [["idle", HIDE_DELAY_MS]];
    const timers = steps.map(([next, afterMs]) => setTimeout(setPhase, afterMs, next));
    return () => timers.forEach(clearTimeout);
  }, [busy]);

  const announced = phase === "running" ? { role: "progressbar", "aria-label": label } : {};
  return <div className={`progress-bar progress-bar-${phase}`} {...announced} />;
}

/** Whether this page has a pending request. Those of the page before may never end, and do not count. */
function useSending(): boolean {
  const { key } = useLocation();
  const sent = useFetchers().flatMap((fetcher) => (fetcher.formMethod === "POST" ? fetcher.key : []));
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was pending when this page came
  const before = useMemo(() => sent, [key]);
  return sent.some((each) => !before.includes(each));
}
