import { type RefObject, useEffect, useRef, useState } from "react";
import type { FormProblem } from "../../forms.ts";
import { useMessages, usePaths } from "../../i18n.tsx";
import { useHydrated } from "../../ui/hydrated.ts";
import { Note } from "../../ui/note.tsx";

type Props = {
  problem: FormProblem | undefined;
  form: RefObject<HTMLFormElement | null>;
  /** What the server compares reCAPTCHA's answer with. */
  action: "login" | "send_code";
  /** Beside payment no script of others runs: there a captcha that is not ours is waited out. Facts: reliability S18. */
  own_only?: boolean;
};

/** A form that must be typed again has no use for being sent by itself. */
const most_by_itself = 2;

/**
 * Stands in a form whose call may ask for a captcha. Nothing is loaded until one is due: then the running page solves it
 * and sends the form again; without script the form says how long to wait. docs/decisions/0142-captcha-in-forms.md
 */
export function CaptchaStep({ problem, form, action, own_only = false }: Props) {
  const { identity: words } = useMessages();
  const paths = usePaths();
  const answer = useRef<HTMLInputElement>(null);
  const hydrated = useHydrated();
  const came_with_document = useRef(hydrated ? undefined : problem);
  const tries = useRef(0);
  const [state, setState] = useState<"waiting" | "working" | "ready" | CaptchaTrouble>("waiting");
  const due = problem?.code === "captcha_required" ? problem : undefined;

  useEffect(() => {
    if (!due) return;
    const is_typed_anew = came_with_document.current === due;
    if (++tries.current > most_by_itself) return;
    let left = false;
    setState("working");
    solve({ address: paths.captcha(), own_address: paths.captcha({ own: 1 }), action, own_only }).then((solved) => {
      if (left || !answer.current) return;
      setState(solved.trouble ?? "ready");
      if (solved.trouble) return;
      answer.current.value = solved.answer;
      if (!is_typed_anew) form.current?.requestSubmit(buttonOf(form.current, due.intent));
    });
    return () => {
      left = true;
    };
  }, [due, form, action, own_only, paths]);

  const seconds = due?.retry_after_seconds;
  const wait = seconds === undefined ? due?.message : words.captcha_wait({ seconds });
  return (
    <>
      <input ref={answer} type="hidden" name="captcha" defaultValue="" />
      {due && (
        <Note tone="honey" role="alert">
          {state === "working" ? words.captcha_working : state === "ready" ? words.captcha_ready : wait}
          {state !== "waiting" && state !== "working" && state !== "ready" && <p>{words[state]}</p>}
        </Note>
      )}
    </>
  );
}

export type CaptchaTrouble = "captcha_no_key" | "captcha_no_version" | "captcha_failed" | "captcha_script";
export type Solved = { trouble: CaptchaTrouble; answer?: never } | { trouble?: never; answer: string };
export type Solving = { address: string; own_address: string; action: string; own_only: boolean };

async function solve(solving: Solving): Promise<Solved> {
  try {
    const { solveCaptcha } = await import("./captcha.ts");
    return await solveCaptcha(solving);
  } catch (error) {
    console.warn("The captcha did not come:", error); // the form waits it out, and says so
    return { trouble: "captcha_failed" };
  }
}

/** The button that was pressed: a form may have several ways on. */
function buttonOf(form: HTMLFormElement, intent: string): HTMLButtonElement | null {
  return form.querySelector<HTMLButtonElement>(`button[name="intent"][value="${CSS.escape(intent)}"]`);
}
