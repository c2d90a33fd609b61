import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { LanguageOffers } from "./frame/language.tsx";
import { useMessages } from "./i18n.tsx";
import { activeFormHasFields } from "./navigation/last-submission.ts";
import { usePending } from "./navigation/pending.ts";
import { type RequestFailure, showFailure, useOnline, useRequestFailure } from "./navigation/request-failure.ts";
import { Button, IconButton } from "./ui/button.tsx";
import { Icon } from "./ui/icon.tsx";
import { ProgressBar } from "./ui/overlays/progress-bar.tsx";
import { ToastRegion, toast } from "./ui/overlays/toast.tsx";
import { SkipLink } from "./ui/text/visually-hidden.tsx";
import { type Flash, takeFlash } from "./visitor.ts";

/** The app shell: skip link, and everything that appears above the page. */
export function AppShell({ flash, children }: { flash: Flash | null; children: ReactNode }) {
  const { common } = useMessages();
  useFlashToast();
  return (
    <>
      <SkipLink>{common.skip_to_content}</SkipLink>
      <ProgressBar label={common.loading} busy={usePending()} />
      <LanguageOffers />
      {children}
      <ToastRegion closeLabel={common.close} flash={flash} />
      <NewVersion />
      <Unreached />
      <Announcer />
    </>
  );
}

/** The flash message of an action whose form was sent by script: a cookie, as without script. */
function useFlashToast(): void {
  const { state } = useNavigation();
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation may have left a flash message
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

/** The failed request is not repeated, and the page stays as it is, until the visitor tries again; it replaces the offline bar. */
function Unreached() {
  const { common } = useMessages();
  const current = useRequestFailure();
  const isOnline = useOnline();
  return (
    <>
      {/* Empty they take no room but stay in the page, so that their text is announced. */}
      <div className="offline-notice" role="status">
        {!isOnline && !current && common.offline}
      </div>
      <div role="alert">{current && <NotReached {...current} is_online={isOnline} />}</div>
    </>
  );
}

function NotReached({ reason, writes, retry, is_online }: RequestFailure & { is_online: boolean }) {
  const { common } = useMessages();
  const text = (writes ? common.not_sent : common.not_opened)[reason];
  return (
    <div className="not-reached note note-honey">
      <Icon name="warning" />
      <div className="row-wrap row grow">
        <div>
          <p>{reason === "offline" && is_online ? common.online_again : text}</p>
          {writes && reason !== "outcome_unknown" && activeFormHasFields() && <p>{common.typed_remains}</p>}
        </div>
        <Button
          type="button"
          variant="ghost"
          size="small"
          onClick={() => {
            showFailure(null);
            retry();
          }}
        >
          {common.retry}
        </Button>
      </div>
      <IconButton type="button" size="small" icon="close" label={common.close} onClick={() => showFailure(null)} />
    </div>
  );
}

/** A client navigation is silent for screen readers: the title is announced, and the focus goes to the start of the page. */
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
