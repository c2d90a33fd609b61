import { Form } from "react-router";
import { callerContext, requestContext, shopOf } from "../context.ts";
import { ORDER_FORM_KEY, STORED_FORM_KEY } from "../forms/stored-form.ts";
import { backTo } from "../guards.ts";
import { messagesAt, useMessages, usePaths } from "../i18n.tsx";
import { pageMeta } from "../meta.ts";
import { signedOut } from "../session/signing-out.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { rememberMember } from "../visitor.ts";
import type { Route } from "./+types/sign-out";

/** An ended session leads here and keeps cart and return path; a live one has to confirm, because an image tag could request this. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const caller = await context.get(callerContext)();
  const isMember = caller !== null && caller.kind !== "visitor";
  if (!isMember) rememberMember(context, false);
  const callbackurl = backTo(url.searchParams.get("callbackurl"), "");
  const lapsed = caller === null && context.get(requestContext).has_session;
  return { asks: isMember || (caller !== null && callbackurl === ""), lapsed, callbackurl };
}

/** A chosen sign-out clears everything, the cart included. rules/site#sessions */
export async function action({ context }: Route.ActionArgs) {
  const caller = await context.get(callerContext)();
  // Also when the call fails this device is cleared. Spec §8 Failed logout call.
  if (caller && caller.kind !== "visitor")
    await shopOf(context)
      .identity.logout({})
      .catch(() => undefined);
  return signedOut(context);
}

export const meta: Route.MetaFunction = (args) => {
  const { identity } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: identity.sign_out_title, description: identity.sign_out_text, path: null });
};

export default function SignOutScreen({ loaderData: { asks, lapsed, callbackurl } }: Route.ComponentProps) {
  const { common, identity } = useMessages();
  const paths = usePaths();
  const over = lapsed
    ? { title: identity.session_over_title, text: identity.session_over_text }
    : { title: identity.login_title, text: identity.need_to_login };
  return (
    <div className="wrap section empty-state">
      <h1>{asks ? identity.sign_out_title : over.title}</h1>
      <p>{asks ? identity.sign_out_text : over.text}</p>
      {asks ? (
        <Form method="post" className="row row-wrap" reloadDocument onSubmit={removeStoredForms}>
          <Button variant="danger">{common.sign_out}</Button>
          <ButtonLink variant="secondary" href={paths.home()}>
            {identity.sign_out_stay}
          </ButtonLink>
        </Form>
      ) : (
        <div className="row row-wrap">
          <ButtonLink href={paths.login(callbackurl || undefined)}>{identity.log_in}</ButtonLink>
          <ButtonLink variant="secondary" href={paths.home()}>
            {common.continue_shopping}
          </ButtonLink>
        </div>
      )}
    </div>
  );
}

/** Nothing of what the person typed stays on the device; "typed" is the key of web/app/hydration/boot.ts. */
function removeStoredForms(): void {
  try {
    for (const key of [STORED_FORM_KEY, ORDER_FORM_KEY, "typed"]) sessionStorage.removeItem(key);
  } catch {
    // forbidden: then nothing was stored either
  }
}
