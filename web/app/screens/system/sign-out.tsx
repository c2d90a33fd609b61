import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { ButtonLink } from "../../ui/button.tsx";
import type { Route } from "./+types/sign-out";

export const meta: Route.MetaFunction = (args) => {
  const { common } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: common.session_over_title, description: common.session_over_text, path: null });
};

/** Where a dead session leads: the cart and the way back are kept. Spec §8; readings "Addresses of pages". */
export default function SignOutScreen() {
  const { common } = useMessages();
  const paths = usePaths();
  return (
    <div className="wrap empty-state">
      <h1>{common.session_over_title}</h1>
      <p>{common.session_over_text}</p>
      <ButtonLink href={paths.home()}>{common.continue_shopping}</ButtonLink>
    </div>
  );
}
