import { messagesOf } from "messages/messages.ts";
import { Form, redirect } from "react-router";
import { callerContext, localeOf, shopOf, visitContext } from "../../context.ts";
import { backTo } from "../../guards.ts";
import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { forgetOrderProof } from "../../order-proof.ts";
import { pathsIn } from "../../paths.ts";
import { forgetSigningIn, googleLink, googleState } from "../../signing-in.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { flash, forgetVisitor, rememberMember } from "../../visitor.ts";
import type { Route } from "./+types/sign-out";

/** A dead session ends here with its cart and its way back; a live one is asked first, because an image tag could come. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const caller = await context.get(callerContext)();
  const is_member = caller !== null && caller.kind !== "visitor";
  if (!is_member) rememberMember(context, false);
  const callbackurl = backTo(url.searchParams.get("callbackurl"), "");
  const lapsed = caller === null && context.get(visitContext).has_session;
  return { asks: is_member || (caller !== null && callbackurl === ""), lapsed, callbackurl };
}

/** A chosen sign-out clears everything, the cart included. Readings "Addresses of pages". */
export async function action({ context }: Route.ActionArgs) {
  const caller = await context.get(callerContext)();
  // Whatever becomes of the call, this device forgets. Spec §8 Failed logout call.
  if (caller && caller.kind !== "visitor")
    await shopOf(context)
      .identity.logout({})
      .catch(() => undefined);
  for (const note of [forgetVisitor, forgetOrderProof, forgetSigningIn, googleState.forget, googleLink.forget]) {
    note(context);
  }
  flash(context, "success", messagesOf(localeOf(context)).common.signed_out);
  return redirect(pathsIn(localeOf(context)).home(), { headers: { "Clear-Site-Data": '"storage"' } });
}

export const meta: Route.MetaFunction = (args) => {
  const { common } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: common.sign_out_title, description: common.sign_out_text, path: null });
};

export default function SignOutScreen({ loaderData: { asks, lapsed, callbackurl } }: Route.ComponentProps) {
  const { common, identity } = useMessages();
  const paths = usePaths();
  const over = lapsed
    ? { title: identity.session_over_title, text: identity.session_over_text }
    : { title: identity.login_title, text: identity.need_to_login };
  return (
    <div className="wrap section empty-state">
      <h1>{asks ? common.sign_out_title : over.title}</h1>
      <p>{asks ? common.sign_out_text : over.text}</p>
      {asks ? (
        <Form method="post" className="row row-wrap" reloadDocument>
          <Button variant="danger">{common.sign_out}</Button>
          <ButtonLink variant="secondary" href={paths.home()}>
            {common.sign_out_stay}
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
