import { useEffect, useState } from "react";
import { useFetchers, useNavigation } from "react-router";

// Spec §4: throttle 200 ms, duration 5000 ms, hide delay 500 ms; the latter two run in overlays.css.
const throttle_ms = 200;
const hide_delay_ms = 500;

/**
 * At the top of the window while a page is on its way, or what a shopper did. `label` names it: "Đang tải trang"; `busy`: the
 * files of the page come first.
 */
export function ProgressBar({ label, busy: fetching = false }: { label: string; busy?: boolean }) {
  const moving = useNavigation().state !== "idle";
  const sending = useFetchers().some(({ formMethod }) => formMethod === "POST");
  const busy = moving || sending || fetching;
  const [phase, setPhase] = useState<"idle" | "running" | "done">("idle");

  useEffect(() => {
    if (!busy) setPhase((now) => (now === "running" ? "done" : now));
    const timer = setTimeout(() => setPhase(busy ? "running" : "idle"), busy ? throttle_ms : hide_delay_ms);
    return () => clearTimeout(timer);
  }, [busy]);

  const announced = phase === "running" ? { role: "progressbar", "aria-label": label } : {};
  return <div className={`progress-bar progress-bar-${phase}`} {...announced} />;
}
