/** Sends the code to the phone that was typed; what was typed comes back. */
import { type RouteContext, shopOf } from "../context.ts";
import { type FormCall, type SentForm, sent, submit, unfinished } from "../forms/forms.ts";

type Asking = { phone: string; captcha?: string | undefined };

export function sendCode(context: RouteContext, form: SentForm) {
  const { identity } = shopOf(context);
  const call: FormCall<Asking, unknown> = ({ phone, captcha }, options) =>
    identity.sendCode({ phone, captcha, purpose: "warranty" }, options);
  return submit(form, call, sent(form, "phone", "captcha"), () => ({
    code_sent: true as const,
    typed: unfinished(form, form.intent),
  }));
}
