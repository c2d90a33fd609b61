import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { FieldOf } from "../forms/field-names.ts";
import type { FormProblem } from "../forms/forms.ts";
import { useMessages, usePaths } from "../i18n.tsx";
import { useHydrated } from "../ui/hydrated.ts";
import { Note } from "../ui/text/note.tsx";

type Field = FieldOf<"identity.sendCode" | "identity.login" | "orders.byCode" | "contact.send" | "chat.start">;

type Props = {
  problem: FormProblem | undefined;
  form: RefObject<HTMLFormElement | null>;
  /** What the server compares reCAPTCHA's answer with. */
  action: "login" | "send_code" | "look_up" | "contact" | "apply" | "rent_ground" | "chat";
  /** Beside payment no third-party script runs: there a captcha that is not ours is waited out. rules/security */
  own_only?: boolean;
};

/** Times the page sends a form by itself after a click: where even a solved captcha is refused, the visitor submits again. */
const MAX_RESENDS = 2;

/**
 * Part of a form whose call may ask for a captcha. Nothing is loaded until one is due: then the hydrated page solves it
 * and sends the form again as it was sent; one that was changed meanwhile waits for the next click. Without script the form
 * shows how long to wait. docs/decisions/0142-captcha-in-forms.md
 */
export function CaptchaStep({ problem, form, action, own_only = false }: Props) {
  const { identity: words } = useMessages();
  const paths = usePaths();
  const answer = useRef<HTMLInputElement>(null);
  const hydrated = useHydrated();
  const cameWithDocument = useRef(hydrated ? undefined : problem);
  const { last, resend } = useLastSubmission(form);
  const box = useRef<HTMLDivElement>(null);
  /** The answer, or the response of a box that waits to be ticked. Put into the field as the form is sent: each render empties it. */
  const read = useRef<(() => string) | undefined>(undefined);
  /** Milliseconds: from when on the form goes through without an answer. */
  const passesAt = useRef(Number.POSITIVE_INFINITY);
  const [state, setState] = useState<CaptchaState>("waiting");
  const [lastWait, setLastWait] = useState<number>();
  const due = problem?.code === "captcha_required" ? problem : undefined;

  useEffect(() => {
    if (!due) return;
    const isTypedAnew = cameWithDocument.current === due;
    if (due.retry_after_seconds !== undefined) {
      setLastWait(due.retry_after_seconds);
      passesAt.current = Date.now() + due.retry_after_seconds * 1000;
    }
    if (last.current.resends >= MAX_RESENDS) return setState("captcha_unsolved");
    let left = false;
    setState("working");
    const addresses = { address: paths.captcha(), own_address: paths.captcha({ own: 1 }) };
    solve({ ...addresses, action, own_only, box: box.current ?? document.createElement("div") }).then((solved) => {
      if (left) return;
      if (solved.trouble) return setState(solved.trouble);
      read.current = solved.read ?? (() => solved.answer);
      setState(solved.read ? "box" : "ready");
      if (!solved.read && !isTypedAnew) resend(due.intent);
    });
    return () => {
      left = true;
      read.current = undefined;
      if (answer.current) answer.current.value = ""; // good for one submission
    };
  }, [due, action, own_only, paths, last, resend]);

  // Before the page's own handler, which leaves a form alone that is held here. Spec §4 Captcha.
  useEffect(() => {
    const element = form.current;
    const onSubmit = (event: SubmitEvent) => {
      if (!read.current || !answer.current) return;
      answer.current.value = read.current();
      if (answer.current.value !== "" || Date.now() >= passesAt.current) return;
      event.preventDefault();
      setState("captcha_failed");
    };
    element?.addEventListener("submit", onSubmit);
    return () => element?.removeEventListener("submit", onSubmit);
  }, [form]);

  const seconds = due?.retry_after_seconds ?? lastWait; // a refused answer does not repeat it
  const wait = seconds === undefined ? due?.message : words.captcha_wait({ seconds });
  return (
    <>
      <input ref={answer} type="hidden" name={"captcha" satisfies Field} defaultValue="" />
      {due && (
        <Note tone="honey" role="alert">
          {state === "working" && words.captcha_working}
          {state === "ready" && words.captcha_ready}
          {state === "box" && words.captcha_box}
          {isWaiting(state) && wait}
          {state !== "waiting" && isWaiting(state) && words[state] !== wait && <p>{words[state]}</p>}
        </Note>
      )}
      <div ref={box} hidden={!due} />
    </>
  );
}

/** `captcha_unsolved` is our own's, the others reCAPTCHA's. Spec §8. */
export type CaptchaTrouble =
  | "captcha_no_key"
  | "captcha_no_version"
  | "captcha_failed"
  | "captcha_script"
  | "captcha_unsolved";
/** `read`: a box is there to be ticked; its response, empty until it is. */
export type Solved =
  | { trouble: CaptchaTrouble; answer?: never; read?: never }
  | { trouble?: never; answer: string; read?: never }
  | { trouble?: never; answer?: never; read: () => string };
export type Solving = { address: string; own_address: string; action: string; own_only: boolean; box: HTMLElement };

async function solve(solving: Solving): Promise<Solved> {
  try {
    const { solveCaptcha } = await import("./captcha.ts");
    return await solveCaptcha(solving);
  } catch (error) {
    console.warn("The captcha did not come:", error); // the form waits it out, and shows that
    return { trouble: "captcha_unsolved" };
  }
}

type CaptchaState = "waiting" | "working" | "ready" | "box" | CaptchaTrouble;

/** No captcha can be solved: the form goes through after a while. */
function isWaiting(state: CaptchaState): state is "waiting" | CaptchaTrouble {
  return state !== "working" && state !== "ready" && state !== "box";
}

type LastSubmission = { submitter: HTMLElement | null; resends: number; is_resend: boolean; is_changed: boolean };

/** How the form was sent last, and `resend`, which sends it again that way unless it was changed since. */
function useLastSubmission(form: RefObject<HTMLFormElement | null>) {
  const last = useRef<LastSubmission>({ submitter: null, resends: 0, is_resend: false, is_changed: false });
  useEffect(() => {
    const element = form.current;
    const onSubmit = ({ submitter }: SubmitEvent) => {
      const { resends, is_resend } = last.current;
      last.current = { submitter, resends: is_resend ? resends + 1 : 0, is_resend, is_changed: false };
    };
    const onInput = () => {
      last.current.is_changed = true;
    };
    element?.addEventListener("submit", onSubmit);
    element?.addEventListener("input", onInput);
    return () => {
      element?.removeEventListener("submit", onSubmit);
      element?.removeEventListener("input", onInput);
    };
  }, [form]);
  const resend = useCallback(
    (intent: string) => {
      const { submitter, is_changed } = last.current;
      const element = form.current;
      if (!element || is_changed) return;
      last.current.is_resend = true;
      element.requestSubmit(element.contains(submitter) ? submitter : buttonOf(element, intent));
      last.current.is_resend = false;
    },
    [form],
  );
  return { last, resend };
}

/** The button that was clicked before this step came: a form may have several. */
function buttonOf(form: HTMLFormElement, intent: string): HTMLButtonElement | null {
  return form.querySelector<HTMLButtonElement>(`button[name="intent"][value="${CSS.escape(intent)}"]`);
}
