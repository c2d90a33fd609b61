import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { useMessages } from "./i18n.tsx";
import { LanguageOffers } from "./layouts/language.tsx";
import { OfflineNotice } from "./ui/offline-notice.tsx";
import { ProgressBar } from "./ui/progress-bar.tsx";
import { ToastRegion, toast } from "./ui/toast.tsx";
import { SkipLink } from "./ui/visually-hidden.tsx";
import { useUnderWay } from "./under-way.ts";
import { type Flash, takeFlash } from "./visitor.ts";

/** Around every page: what comes before it for keyboards, and everything that appears above it. */
export function Surroundings({ flash, children }: { flash: Flash | null; children: ReactNode }) {
  const { common } = useMessages();
  useLeftWords();
  return (
    <>
      <SkipLink>{common.skip_to_content}</SkipLink>
      <ProgressBar label={common.loading} busy={useUnderWay()} />
      <OfflineNotice text={common.offline} />
      <LanguageOffers />
      {children}
      <ToastRegion closeLabel={common.close} flash={flash ? [{ id: "flash", ...flash }] : []} />
      <NewVersion />
      <Announcer />
    </>
  );
}

/** What an action said when script had sent the form: it left a cookie, as for everyone. */
function useLeftWords(): void {
  const { state } = useNavigation();
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each move of the router may have left a word
  useEffect(() => {
    if (state !== "idle") return;
    const left = takeFlash();
    if (left) toast(left);
  }, [state, key]);
}

/** Shown by the boot script when a file of this version is gone and reloading did not help. Spec §8. */
function NewVersion() {
  const { common } = useMessages();
  const { pathname, search } = useLocation();
  return (
    <p className="new-version note" role="alert">
      {common.new_version} –{" "}
      <a className="link" href={pathname + search} data-reload="">
        {common.reload}
      </a>
    </p>
  );
}

/** A new page makes no sound by itself when script opened it: its title is said, and the focus goes to its start. */
function Announcer() {
  const { common } = useMessages();
  const { pathname, key } = useLocation();
  const [said, setSaid] = useState("");
  const last = useRef({ pathname, key });

  useEffect(() => {
    const before = last.current;
    last.current = { pathname, key };
    if (before.key === key) return;
    setSaid(common.page_loaded({ title: document.title }));
    if (before.pathname !== pathname && !location.hash) document.getElementById("main")?.focus({ preventScroll: true });
  }, [pathname, key, common]);

  return (
    <p className="visually-hidden" aria-live="polite">
      {said}
    </p>
  );
}
