import { isWireFailure } from "contract/errors.ts";
import { redirect, redirectDocument } from "react-router";
import { shopOf } from "../../context.ts";
import { flash, forgetSession } from "../../cookies.ts";
import { messagesIn } from "../../i18n.tsx";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/sign-out";

export const loader = () => redirect(paths.home());

export async function action({ context }: Route.ActionArgs) {
  try {
    await shopOf(context).staff.signOut({});
  } catch (error) {
    if (!(error instanceof Response) && !isWireFailure(error, "unauthenticated")) throw error; // over already
  }
  forgetSession(context);
  flash(context, "info", messagesIn(context).access.signed_out);
  return redirectDocument(paths.signIn());
}

export default function SignOut() {
  return null;
}
