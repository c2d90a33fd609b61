import { rules } from "virtual:field-rules/orders.byCode";
import { isWireFailure } from "contract/errors.ts";
import { formatDateTime } from "contract/values/locale.ts";
import { groupedCode, normaliseCode } from "contract/values/public-code.ts";
import { messagesOf } from "messages/messages.ts";
import { useRef } from "react";
import { Form, redirect, useActionData, useNavigation } from "react-router";
import { localeOf, shopOf } from "../../context.ts";
import { CheckedForm } from "../../forms/checked-form.tsx";
import { useFocusFirstError } from "../../forms/form-focus.ts";
import { EMPTY, field, newSubmissionKey, readForm, sent, submit } from "../../forms/forms.ts";
import { problemOf } from "../../forms/problem-of.ts";
import { messagesAt, useLocale, useMessages } from "../../i18n.tsx";
import { breadcrumbs, pageMeta } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { forgetOrderProof, keepOrderProof, orderProof } from "../../session/order-proof.ts";
import { CaptchaStep } from "../../shared/captcha-step.tsx";
import { Button } from "../../ui/button.tsx";
import { TextInput } from "../../ui/fields/inputs.tsx";
import { Note } from "../../ui/text/note.tsx";
import { Unbroken } from "../../ui/text/unbroken.tsx";
import { flash } from "../../visitor.ts";
import { buyAgain } from "../parts/buy-again.ts";
import { OrderView } from "../parts/order-view.tsx";
import type { Route } from "./+types/order-lookup";

/** Code and phone are posted and stored in a signed cookie for half an hour; no URL ever carries them. */
const nothing = { order: null, reasons: [], submission_key: "", idempotency_key: "", now: "" };

export async function loader({ context }: Route.LoaderArgs) {
  const proof = await orderProof(context);
  if (!proof) return nothing;
  const shop = shopOf(context);
  try {
    const order = await shop.orders.byCode({ id: proof.order_code, order_phone: proof.phone });
    const reasons = order.can_cancel ? await shop.orders.cancelReasons({}) : [];
    const keys = { submission_key: newSubmissionKey(), idempotency_key: newSubmissionKey() };
    return { order, reasons, ...keys, now: new Date().toISOString() };
  } catch (error) {
    forgetOrderProof(context);
    if (isGone(error)) return nothing;
    throw error;
  }
}

function isGone(error: unknown): boolean {
  if (isWireFailure(error)) return error.status === 404;
  return (error as { init?: { status?: unknown } } | null)?.init?.status === 404;
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const shop = shopOf(context);
  const locale = localeOf(context);
  const paths = pathsIn(locale);
  const words = messagesOf(locale).orders;
  const proof = await orderProof(context);
  const again = () => redirect(paths.orderLookup(), 303);
  const proven = { id: proof?.order_code ?? "", order_phone: proof?.phone };
  switch (form.intent) {
    case "look_up":
      // Who placed the order needs no phone; that is known only once there is a code.
      if (!form.input.id) form.input.order_phone ??= EMPTY;
      return submit(form, shop.orders.byCode, sent(form, "id", "order_phone", "captcha"), async (order) => {
        await keepOrderProof(context, { order_code: order.order_code, phone: textOf(form.input.order_phone) });
        return again();
      });
    case "forget":
      forgetOrderProof(context);
      return again();
    case "cancel":
      return submit(form, shop.orders.cancel, { ...sent(form, "reason", "note"), ...proven }, () => {
        flash(context, "success", words.cancelled_now);
        return again();
      });
    case "received":
      return submit(form, shop.orders.confirmReceived, proven, () => {
        flash(context, "success", words.received_now);
        return again();
      });
    case "buy_again":
      return buyAgain(context, form, proven, again);
    default:
      return again();
  }
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

export const meta: Route.MetaFunction = (args) => {
  const { orders, common } = messagesAt(args.location.pathname);
  const paths = pathsIn("vi");
  return pageMeta(args, {
    title: orders.lookup_title,
    description: orders.lookup_text,
    path: paths.orderLookup(),
    json_ld: [
      breadcrumbs([
        { name: common.home, path: paths.home() },
        { name: orders.lookup_title, path: paths.orderLookup() },
      ]),
    ],
  });
};

export default function OrderLookupScreen({ loaderData: { order, ...shown } }: Route.ComponentProps) {
  const { orders: words } = useMessages();
  const locale = useLocale();
  if (!order) return <LookupForm />;
  return (
    <div className="wrap section stack-loose">
      <div className="section-head">
        <div>
          <h1>
            <Unbroken text={words.order({ code: groupedCode(order.order_code) })} />
          </h1>
          <p className="muted">{words.placed_at({ at: formatDateTime(new Date(order.placed_at), locale) })}</p>
        </div>
        <Form method="post">
          <Button variant="ghost" name="intent" value="forget">
            {words.look_up_another}
          </Button>
        </Form>
      </div>
      <OrderView order={order} {...shown} />
    </div>
  );
}

/** By a note of its own, at the fields, by the captcha's step. */
const saidElsewhere: ReadonlySet<string> = new Set(["not_found", "invalid", "captcha_required"]);

function LookupForm() {
  const { orders: words } = useMessages();
  const form = useRef<HTMLFormElement>(null);
  const problem = problemOf(useActionData(), "look_up");
  const busy = useNavigation().formData?.get("intent") === "look_up";
  useFocusFirstError(problem);
  return (
    <div className="wrap section">
      <div className="centred form-width stack-loose">
        <h1>{words.lookup_title}</h1>
        <p className="muted">{words.lookup_text}</p>
        {problem?.code === "not_found" && (
          <Note tone="danger" role="alert">
            <b>{words.not_found}</b>
            <p>{words.not_found_text}</p>
          </Note>
        )}
        {problem && !saidElsewhere.has(problem.code) && (
          <Note tone="danger" role="alert">
            {problem.message}
          </Note>
        )}
        <CheckedForm ref={form} rules={rules} problem={problem} className="card panel stack">
          <input type="hidden" name="intent" value="look_up" />
          <TextInput
            {...field<"orders.byCode">(problem, "id")}
            label={words.order_code}
            help={words.order_code_help}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
            required
            onBlur={(event) => {
              event.currentTarget.value = groupedCode(normaliseCode(event.currentTarget.value));
            }}
          />
          <TextInput
            {...field<"orders.byCode">(problem, "order_phone")}
            type="tel"
            inputMode="tel"
            label={words.phone}
            help={words.phone_help}
            autoComplete="tel"
            maxLength={30}
            required
          />
          <CaptchaStep problem={problem} form={form} action="look_up" own_only />
          <Button full loading={busy} loadingText={words.checking}>
            {words.look_up}
          </Button>
        </CheckedForm>
      </div>
    </div>
  );
}
