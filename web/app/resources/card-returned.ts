/**
 * What a card's bank leaves in its frame when it has answered: two lines that tell the page around it to look, and a link for
 * where it is shown alone. It says nothing of the payment: the page asks the server. rules/payments#content-policy
 */
import { createHash } from "node:crypto";
import { messagesOf } from "messages/messages.ts";
import { localeOf } from "../context.ts";
import { pathsIn } from "../paths.ts";
import type { Route } from "./+types/card-returned";

const SCRIPT = 'parent.postMessage("card-returned", location.origin)';
const HASH = createHash("sha256").update(SCRIPT).digest("base64");

export function loader({ context, url }: Route.LoaderArgs) {
  const locale = localeOf(context);
  const { card: words } = messagesOf(locale);
  const given = url.searchParams.get("uid_payment") ?? "";
  const uid_payment = /^[\w-]{22}$/.test(given) ? given : "";
  const address = pathsIn(locale).paymentStatus(uid_payment === "" ? {} : { uid_payment });
  const html = `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${words.returned_title}</title></head><body><p>${words.returned_title}.</p><p><a href="${address}" target="_top">${words.back_to_shop}</a></p><script>${SCRIPT}</script></body></html>`;
  return new Response(html, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": `default-src 'none'; script-src 'sha256-${HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
    },
  });
}
