import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { storeForm } from "../../forms/stored-form.ts";
import { ProgressBar } from "../../ui/overlays/progress-bar.tsx";
import { ToastRegion, toast } from "../../ui/overlays/toast.tsx";
import { SkipLink } from "../../ui/text/visually-hidden.tsx";
import type { Flash } from "../cookies.ts";
import { useOfficeMessages } from "../i18n.tsx";

/** Around every page of the office: skip link, progress bar, toasts, and the form that is stored while it is sent. */
export function OfficeShell({ flash, children }: { flash: Flash | null; children: ReactNode }) {
  const { frame } = useOfficeMessages();
  useFlash(flash);
  useTypedText(frame.error.offline);
  return (
    <div className="office">
      <SkipLink>{frame.skip}</SkipLink>
      <ProgressBar label={frame.loading} />
      {children}
      <ToastRegion closeLabel={frame.close} flash={flash} />
      <Announcer />
    </div>
  );
}

/** The flash message of a document is in its HTML; that of a form sent by script comes with the data after it. */
function useFlash(flash: Flash | null): void {
  const first = useRef(true);
  useEffect(() => {
    if (flash && !first.current) toast(flash);
    first.current = false;
  }, [flash]);
}

/**
 * A form is stored as it is sent; layouts/desk.tsx forgets it when its answer is there. So an ended session or a page that
 * fails leaves behind what was typed, to be filled in again. Without a network nothing is sent.
 */
function useTypedText(offline: string): void {
  useEffect(() => {
    function onSubmit(event: SubmitEvent) {
      const form = event.target as HTMLFormElement;
      if (form.method !== "post") return;
      if (!navigator.onLine) {
        event.preventDefault();
        event.stopImmediatePropagation();
        toast({ kind: "error", text: offline });
        return;
      }
      storeForm(form);
    }
    addEventListener("submit", onSubmit, { capture: true });
    return () => removeEventListener("submit", onSubmit, { capture: true });
  }, [offline]);
}

/** A client navigation is silent for screen readers: the title is read, and the focus goes to the start of the page. */
function Announcer() {
  const { pathname, key } = useLocation();
  const [said, setSaid] = useState("");
  const last = useRef({ pathname, key });
  useEffect(() => {
    const before = last.current;
    last.current = { pathname, key };
    if (before.key === key) return;
    setSaid(document.title);
    const main = document.getElementById("main");
    const isPlaced = main !== document.activeElement && main?.contains(document.activeElement); // by the page itself
    if (before.pathname !== pathname && !location.hash && !isPlaced) main?.focus({ preventScroll: true });
  }, [pathname, key]);
  return (
    <p className="visually-hidden" aria-live="polite">
      {said}
    </p>
  );
}
