/** The file of an applicant, only ever as an attachment: no page of the office shows it. */
import { shopOf } from "../context.ts";
import type { Route } from "./+types/application-cv";

export async function loader({ params, context }: Route.LoaderArgs): Promise<Response> {
  const { name, kind, content } = await shopOf(context).recruitment.cv({ code: params.code });
  // The name came from outside: only RFC 5987 carries it, and the plain one is ours.
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return new Response(Buffer.from(content, "base64"), {
    headers: {
      "content-type": "application/octet-stream",
      "content-disposition": `attachment; filename="${params.code}.${kind}"; filename*=UTF-8''${encoded}`,
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    },
  });
}
