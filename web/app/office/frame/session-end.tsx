import { useEffect, useRef, useState } from "react";
import { useFetcher, useRevalidator } from "react-router";
import { storeForm } from "../../forms/stored-form.ts";
import { Button } from "../../ui/button.tsx";
import { useOfficeMessages } from "../i18n.tsx";
import { paths } from "../paths.ts";
import { useStaff } from "./staff.ts";

/** This long before the end. */
const WARNED_MS = 2 * 60_000;
const TICK_MS = 1000;

/** Says that the session is about to end, and lets it go on where only its idle time is over. Text stays as it is. */
export function SessionEnd() {
  const { frame } = useOfficeMessages();
  const { idle_ends_at, expires_at } = useStaff();
  const stay = useFetcher();
  const { revalidate } = useRevalidator();
  const left = useTimeLeft(Math.min(Date.parse(idle_ends_at), Date.parse(expires_at)));
  const isHard = Date.parse(expires_at) <= Date.parse(idle_ends_at);
  const dialog = useRef<HTMLDialogElement>(null);
  const isNear = left !== null && left < WARNED_MS;

  useEffect(() => {
    if (isNear && !dialog.current?.open) dialog.current?.show();
    if (!isNear) dialog.current?.close();
  }, [isNear]);
  const isOver = left !== null && left <= 0;
  useEffect(() => {
    if (!isOver) return;
    const form = document.querySelector<HTMLFormElement>("main form[data-main]");
    if (form) storeForm(form);
    revalidate(); // another tab may have gone on; else the page leads to signing in, and back to the form
  }, [isOver, revalidate]);

  const { session } = frame;
  const seconds = Math.max(0, Math.ceil((left ?? 0) / 1000));
  const minutes = Math.floor(seconds / 60);
  const spoken = minutes > 0 ? session.minute({ count: minutes }) : session.second({ count: seconds });
  return (
    <dialog ref={dialog} className="session-end" role="alertdialog" aria-labelledby="session-end-title">
      <h2 id="session-end-title">{session.title}</h2>
      <p className="small num" role="timer">
        {isHard ? session.hard({ minutes: spoken }) : session.idle({ minutes: spoken })}
      </p>
      {!isHard && (
        <stay.Form method="post" action={paths.stay()}>
          <Button type="submit" size="small">
            {session.stay}
          </Button>
        </stay.Form>
      )}
    </dialog>
  );
}

/** Null until the page runs: the clock of the person's machine begins there. */
function useTimeLeft(endsAt: number): number | null {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now === null ? null : endsAt - now;
}
