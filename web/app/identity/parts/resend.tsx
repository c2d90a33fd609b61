import type { Channel } from "contract/identity/accounts.ts";
import { useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import type { FormProblem } from "../../forms/forms.ts";
import { useMessages } from "../../i18n.tsx";
import type { Sent } from "../../session/signing-in.ts";
import { CaptchaStep } from "../../shared/captcha-step.tsx";
import { ProblemNote } from "../../shared/problem.tsx";
import { Button } from "../../ui/button.tsx";
import { useSecondsLeft } from "../../ui/countdown.tsx";

export type ResendProps = {
  sent: Sent;
  /** The server's time of this response, RFC 3339. */
  now: string;
  failures: number;
  submission_key: string;
  problem: FormProblem | undefined;
  /** A code that no longer counts: another is then the first thing wanted. */
  is_over: boolean;
  own_captcha?: boolean;
};

const CALL_AFTER = 2; // wrong codes: rules/identity

/** Another code: after its wait, by another way, and by a call when two were wrong. The end of the wait is announced politely. */
export function Resend({ sent, now, failures, submission_key, problem, is_over, own_captcha }: ResendProps) {
  const { identity: words } = useMessages();
  const form = useRef<HTMLFormElement>(null);
  const until = new Date(sent.resend_at).toISOString();
  const [said, setSaid] = useState("");
  const left = useSecondsLeft(until, now, () => setSaid(words.resend_ready)) ?? 0;
  const busy = useNavigation().formData?.get("intent") === "resend";
  const ways: Channel[] = [
    sent.channel === "zns" ? "sms" : "zns",
    ...(failures >= CALL_AFTER ? ["voice" as const] : []),
  ];
  const labels = { sms: words.resend_sms, zns: words.resend_zns, voice: words.resend_voice, email: words.resend };
  const send = (
    <>
      <Button
        variant={is_over ? "primary" : "ghost"}
        size={is_over ? "medium" : "small"}
        name="intent"
        value="resend"
        loading={busy}
        loadingText={words.sending}
      >
        {words.resend}
      </Button>
      {ways.map((way) => (
        <Button key={way} variant="ghost" size="small" name="channel" value={way}>
          {labels[way]}
        </Button>
      ))}
    </>
  );
  return (
    <Form ref={form} method="post" className="stack" noValidate>
      <input type="hidden" name="intent" value="resend" />
      <input type="hidden" name="idempotency_key" value={submission_key} />
      <ProblemNote problem={problem} />
      <CaptchaStep problem={problem} form={form} action="send_code" own_only={own_captcha ?? false} />
      {left > 0 && (
        <p className="muted small">
          {words.resend_in}
          <b className="num" role="timer">
            {words.minutes({ minutes: Math.floor(left / 60), seconds: String(left % 60).padStart(2, "0") })}
          </b>
        </p>
      )}
      <div className={left > 0 ? "other-codes without-script" : "other-codes"}>{send}</div>
      <p className="visually-hidden" aria-live="polite">
        {said}
      </p>
    </Form>
  );
}
