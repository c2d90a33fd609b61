/**
 * Where a provider sends the browser back, by GET or by a post of its own page. What it brings proves nothing: it is handed
 * on, the provider is asked, and the browser goes on to the stored state. rules/payments#settlement
 */
import { isWireFailure } from "contract/errors.ts";
import { redirect } from "react-router";
import { shopOf } from "../context.ts";
import { pathsIn } from "../paths.ts";
import type { Route } from "./+types/payment-return";

const MAX_FIELDS = 100;

export function loader({ request, params, context }: Route.LoaderArgs) {
  return goOn(context, params.provider, request, {});
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const isForm = /^application\/x-www-form-urlencoded|^multipart\/form-data/.test(
    request.headers.get("content-type") ?? "",
  );
  const form = isForm ? await request.formData().catch(() => new FormData()) : new FormData();
  return goOn(context, params.provider, request, textsOf(form));
}

async function goOn(
  context: Route.LoaderArgs["context"],
  provider: string,
  request: Request,
  form: Record<string, string>,
) {
  const brought = textsOf(new URL(request.url).searchParams);
  const method = request.method === "POST" ? "POST" : "GET";
  try {
    const { uid_payment, locale } = await shopOf(context).payments.returned({ provider, method, query: brought, form });
    const query = uid_payment === null ? {} : { uid_payment };
    // A bank's frame comes back in its frame, where no page of ours but one may be shown.
    const isFramed = request.headers.get("sec-fetch-dest") === "iframe";
    const paths = pathsIn(locale);
    return redirect(isFramed ? paths.cardReturned(query) : paths.paymentStatus(query), 303);
  } catch (error) {
    if (!isWireFailure(error)) throw error;
    return redirect(pathsIn("vi").paymentStatus(), 303); // an unknown provider, or a message beyond every bound
  }
}

/** Texts alone, few, and each name once: the first of two is as good as none. */
function textsOf(fields: FormData | URLSearchParams): Record<string, string> {
  const texts = [...fields]
    .slice(0, MAX_FIELDS)
    .filter((each): each is [string, string] => typeof each[1] === "string");
  return Object.fromEntries(texts);
}
