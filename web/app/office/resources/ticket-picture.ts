import { shopOf } from "../context.ts";
import type { Route } from "./+types/ticket-picture";

/** A picture of a ticket, drawn again when it came; shown by itself. */
export async function loader({ params, context }: Route.LoaderArgs): Promise<Response> {
  const { content } = await shopOf(context).service.picture({ code: params.code, key: `service/${params.name}` });
  return new Response(Buffer.from(content, "base64"), {
    headers: {
      "content-type": "image/webp",
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    },
  });
}
