import { rules } from "virtual:field-rules/identity.confirmPhone";
import { rules as send_rules } from "virtual:field-rules/identity.sendCode";
import type { Shop } from "contract/contract.ts";
import { formatPhone } from "contract/values/phone.ts";
import { messagesOf } from "messages/messages.ts";
import { redirect, useActionData } from "react-router";
import { callerContext, localeOf, type RouteContext, shopOf } from "../../context.ts";
import { fromForm, newSubmissionKey, readForm, sent } from "../../forms/forms.ts";
import { problemOf } from "../../forms/problem-of.ts";
import { MembersStyles } from "../../hydration/more-styles.tsx";
import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import type { CheckoutStep } from "../../layouts/checkout.tsx";
import { pageMeta } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { forgetSigningIn, type Purpose, signingIn } from "../../session/signing-in.ts";
import { flash } from "../../visitor.ts";
import { CodeForm } from "../parts/code-form.tsx";
import { codeStep, enterCode, isWaiting, resendCode } from "../parts/code-step.ts";
import { PhoneForm } from "../parts/phone-form.tsx";
import { codeFor, noteOf, sendCode } from "../parts/send-code.ts";
import type { Route } from "./+types/checkout-code";

/**
 * The phone of an order, proved before it is placed: a guest's where the shop asks for it, and the first one of an account
 * who came by Google. The order form waits in the cart meanwhile. Spec §2; rules/identity
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const purpose = await purposeOf(context);
  const note = await signingIn(context, purpose);
  const step = isWaiting(note) && !url.searchParams.has("change") ? codeStep(note) : null;
  const { receiver } = await shopOf(context).cart.get({});
  const phone = note?.phone || receiver?.phone || "";
  return {
    step,
    purpose,
    phone: phone && formatPhone(phone),
    submission_key: newSubmissionKey(),
    checkout_step: "cart" as CheckoutStep,
  };
}

async function purposeOf(context: RouteContext): Promise<Purpose> {
  const caller = await context.get(callerContext)();
  return caller === null || caller.kind === "visitor" ? "checkout" : "first_phone";
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const shop = shopOf(context);
  const locale = localeOf(context);
  const paths = pathsIn(locale);
  const purpose = await purposeOf(context);
  const note = await signingIn(context, purpose);
  const byGuest = purpose === "checkout";
  const call = byGuest ? codeFor(shop, purpose) : phoneCode(shop);
  const next = paths.checkoutCode();
  if (form.intent === "code") {
    return sendCode(context, form, { note: noteOf(form.input, purpose, locale, note), call, next });
  }
  if (!isWaiting(note)) return redirect(next, 303);
  if (form.intent === "resend") return resendCode(context, form, { note, call, next });
  const { confirmPhone, updatePhoneOtp } = shop.identity;
  const input = { ...sent(form, "otp"), phone: note.phone };
  const done = () => {
    forgetSigningIn(context);
    flash(context, "success", messagesOf(locale).identity.phone_confirmed);
    return redirect(paths.cart(), 303);
  };
  return byGuest
    ? enterCode(context, form, note, confirmPhone, input, done)
    : enterCode(context, form, note, updatePhoneOtp, input, done);
}

/** The first phone of an account: its code comes by SMS alone. */
function phoneCode({ identity }: Shop): Parameters<typeof sendCode>[2]["call"] {
  return ({ phone, captcha, current_password }, options) =>
    fromForm(identity.updatePhone)({ phone, captcha, current_password }, options);
}

export const meta: Route.MetaFunction = (args) => {
  const { identity } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: identity.checkout_title, description: identity.checkout_text, path: null });
};

export default function CheckoutCodeScreen({ loaderData }: Route.ComponentProps) {
  const { identity: words } = useMessages();
  const paths = usePaths();
  const { step, purpose, phone, submission_key } = loaderData;
  const problem = problemOf(useActionData(), "code");
  const why = purpose === "checkout" ? words.checkout_text : words.first_phone_text;
  return (
    <div className="section">
      <MembersStyles />
      <div className="centred form-width stack-loose">
        {step ? (
          <CodeForm
            rules={rules}
            {...step}
            title={words.checkout_title}
            change={paths.checkoutCode({ change: 1 })}
            before={<p className="muted">{why}</p>}
            own_captcha
          />
        ) : (
          <>
            <h1>{words.checkout_title}</h1>
            <p className="muted">{why}</p>
            <PhoneForm
              rules={send_rules}
              problem={problem}
              phone={phone}
              callbackurl=""
              submission_key={submission_key}
              own_captcha
            />
          </>
        )}
        <p>
          <a className="link" href={paths.cart()}>
            {words.back_to_checkout}
          </a>
        </p>
      </div>
    </div>
  );
}
