/** A picture of premises: drawn anew by the server when it came, so a page of the office may show it. */
import { shopOf } from "../context.ts";
import type { Route } from "./+types/rent-ground-picture";

export async function loader({ params, context }: Route.LoaderArgs): Promise<Response> {
  const { content } = await shopOf(context).partners.rentGroundPicture({ code: params.code, number: params.number });
  return new Response(Buffer.from(content, "base64"), {
    headers: {
      "content-type": "image/webp",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    },
  });
}
