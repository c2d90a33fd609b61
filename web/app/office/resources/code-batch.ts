/** The codes of a batch as a file, once; a form asks for it, so that no link spends it. */
import { isWireFailure } from "contract/errors.ts";
import { redirect } from "react-router";
import { shopOf } from "../context.ts";
import { flash } from "../cookies.ts";
import { paths } from "../paths.ts";
import type { Route } from "./+types/code-batch";

export async function action({ params, context }: Route.ActionArgs): Promise<Response> {
  const { code, batch } = params;
  try {
    const { name, content } = await shopOf(context).promotions.fetchBatch({ code, batch });
    return new Response(content, {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="${name}"`,
        "cache-control": "no-store",
      },
    });
  } catch (error) {
    if (!isWireFailure(error) || error.status !== 409) throw error;
    flash(context, "error", error.body.message);
    return redirect(paths.promotion(code));
  }
}
