/**
 * The redirects of failed calls, decided once for every page of the office: without a session to sign-in and back, after
 * a recovery code to the new second step. A page that reads gets a page of its own for every other refusal; a form shows
 * it in place (web/app/forms/forms.ts). rules/office#pages
 */
import type { Transport } from "contract/client.ts";
import { isWireFailure, type WireError } from "contract/errors.ts";
import { data, redirect } from "react-router";
import { pageOf, paths } from "./paths.ts";

/** The data of an error page. */
export type ErrorPageData = Pick<WireError, "code" | "message" | "request_id">;

export function guarded(carry: Transport, request: Request): Transport {
  const reads = request.method === "GET" || request.method === "HEAD";
  const { pathname, search } = new URL(request.url);
  const here = pageOf(pathname + search);
  return async (name, input, options) => {
    try {
      return await carry(name, input, options);
    } catch (error) {
      if (!isWireFailure(error)) throw error;
      const { code, message, request_id } = error.body;
      if (code === "unauthenticated") throw redirect(paths.signIn(here));
      if (code === "factor_pending") throw redirect(paths.own());
      if (!reads || error.status >= 500 || isAnswered.has(code)) throw error;
      throw data({ code, message, request_id } satisfies ErrorPageData, {
        status: error.status === 422 ? 404 : error.status,
      });
    }
  };
}

/** Refusals that a page to read answers by itself: a link that is over says so. */
const isAnswered: ReadonlySet<string> = new Set(["link_over", "sign_in_over", "too_many"]);
