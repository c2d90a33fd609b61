/** Every answer of a survey without a person, as a file. */
import { shopOf } from "../context.ts";
import type { Route } from "./+types/poll-file";

export async function loader({ params, context }: Route.LoaderArgs): Promise<Response> {
  const { name, content } = await shopOf(context).surveys.resultsFile({ id: params.id });
  return new Response(content, {
    headers: { "content-type": "text/csv; charset=utf-8", "content-disposition": `attachment; filename="${name}"` },
  });
}
