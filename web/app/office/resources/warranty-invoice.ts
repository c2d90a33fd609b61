import { shopOf } from "../context.ts";
import type { Route } from "./+types/warranty-invoice";

/** The invoice of a warranty card, as a file: it is opened nowhere inside a page of ours. */
export async function loader({ params, context }: Route.LoaderArgs): Promise<Response> {
  const { kind, content } = await shopOf(context).warranty.invoice({ code: params.code });
  return new Response(Buffer.from(content, "base64"), {
    headers: {
      "content-type": "application/octet-stream",
      "content-security-policy": "default-src 'none'; sandbox",
      "content-disposition": `attachment; filename="${params.code}.${kind}"`,
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    },
  });
}
