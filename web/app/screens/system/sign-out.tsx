import { messagesOf } from "messages/messages.ts";
import { Form, redirect } from "react-router";
import { localeOf, visitContext } from "../../context.ts";
import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { flash, forgetVisitor } from "../../visitor.ts";
import type { Route } from "./+types/sign-out";

/** A dead session ends here with its cart and its way back; a live one is asked first, because an image tag could come. */
export function loader({ context }: Route.LoaderArgs) {
  return { has_session: context.get(visitContext).has_session };
}

/** A chosen sign-out clears everything, the cart included. Readings "Addresses of pages". */
export function action({ context }: Route.ActionArgs) {
  forgetVisitor(context);
  flash(context, "success", messagesOf(localeOf(context)).common.signed_out);
  return redirect(pathsIn(localeOf(context)).home(), { headers: { "Clear-Site-Data": '"storage"' } });
}

export const meta: Route.MetaFunction = (args) => {
  const { common } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: common.sign_out_title, description: common.sign_out_text, path: null });
};

export default function SignOutScreen({ loaderData: { has_session } }: Route.ComponentProps) {
  const { common } = useMessages();
  const paths = usePaths();
  const stay = { variant: "secondary", href: paths.home() } as const;
  return (
    <div className="wrap empty-state">
      <h1>{has_session ? common.sign_out_title : common.session_over_title}</h1>
      <p>{has_session ? common.sign_out_text : common.session_over_text}</p>
      {has_session ? (
        <Form method="post" className="row row-wrap" reloadDocument>
          <Button variant="danger">{common.sign_out}</Button>
          <ButtonLink {...stay}>{common.sign_out_stay}</ButtonLink>
        </Form>
      ) : (
        <ButtonLink href={paths.home()}>{common.continue_shopping}</ButtonLink>
      )}
    </div>
  );
}
