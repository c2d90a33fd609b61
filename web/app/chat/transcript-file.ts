/** All that was written, as a text file. */
import { shopOf } from "../context.ts";
import type { Route } from "./+types/transcript-file";

export async function loader({ params, context }: Route.LoaderArgs): Promise<Response> {
  const { name, text } = await shopOf(context).chat.transcript({ id: params.id });
  return new Response(text, {
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
    },
  });
}
