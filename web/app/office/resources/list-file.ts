/** A list as a file: what its address asked, for the person who is signed in. */
import { shopOf } from "../context.ts";
import { listOf } from "../list/desks.ts";
import { askedOf, readListQuery, without } from "../list/list-query.ts";
import type { Route } from "./+types/list-file";

export async function loader({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  const { desk, file } = listOf(params.desk);
  const asked = without(askedOf(readListQuery(desk, request.url)), "after");
  const { name, content } = await file(shopOf(context), asked);
  return new Response(content, {
    headers: { "content-type": "text/csv; charset=utf-8", "content-disposition": `attachment; filename="${name}"` },
  });
}
