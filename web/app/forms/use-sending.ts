/** A form with files, sent by script to its call while the page stays: progress, and an error that leaves every field as it is. */
import { type FormEvent, useRef, useState } from "react";
import { useLocale } from "../i18n.tsx";
import type { FormProblem } from "./forms.ts";
import { sendForm } from "./send-form.ts";

export function useSending<T>(intent: string, first: FormProblem | undefined, onSent: (sent: T) => void) {
  const locale = useLocale();
  const [problem, setProblem] = useState(first);
  const [percent, setPercent] = useState<number | null>(null);
  const [failed, setFailed] = useState(false);
  /** The same for a repeat of what did not arrive; a new one for what was changed. */
  const key = useRef("");
  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (percent !== null) return;
    key.current ||= crypto.randomUUID();
    setPercent(0);
    setFailed(false);
    const answer = await sendForm<T>(event.currentTarget, { locale, key: key.current, onPercent: setPercent });
    setPercent(null);
    if (answer === null) return setFailed(true);
    if ("data" in answer) return onSent(answer.data);
    const { errors = {}, message, code } = answer.body;
    const wait = answer.retry_after_seconds === undefined ? {} : { retry_after_seconds: answer.retry_after_seconds };
    setProblem({ intent, errors, values: {}, message, code, ...wait });
  }
  const onInput = () => {
    key.current = "";
  };
  return { problem, percent, failed, onSubmit, onInput };
}
