/**
 * What a page asks before and after the browser's own dialog of passkeys; scripts only. Answers data: what the browser is
 * to be asked, that a proof holds, or why not.
 */
import { isWireFailure } from "contract/errors.ts";
import { redirect } from "react-router";
import { fromForm, readForm } from "../../forms/forms.ts";
import { requestContext, shopOf } from "../context.ts";
import { paths } from "../paths.ts";
import type { Route } from "./+types/passkey";

export type PasskeyStep = { options: string } | { done: true } | { refused: string };

export const loader = () => redirect(paths.home());

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { staff } = shopOf(context);
  const { sign_in_proof } = context.get(requestContext);
  try {
    switch (form.intent) {
      case "sign-in":
        return Response.json(await staff.passkeyStart(sign_in_proof === undefined ? {} : { proof: sign_in_proof }));
      case "prove":
        return Response.json(await staff.stepUpPasskeyStart({}));
      case "proved":
        await fromForm(staff.stepUpPasskey)({ answer: form.input.answer ?? "" });
        return Response.json({ done: true });
      case "add":
        return Response.json(await staff.addPasskeyStart({}));
      default:
        return new Response(null, { status: 404 });
    }
  } catch (error) {
    if (!isWireFailure(error) || error.status >= 500) throw error;
    return Response.json({ refused: error.body.message } satisfies PasskeyStep, { status: error.status });
  }
}
