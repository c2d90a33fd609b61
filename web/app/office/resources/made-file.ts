/** A file that a job has made, part by part, to the person whose it is. */
import { shopOf } from "../context.ts";
import type { Route } from "./+types/made-file";

const types = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;

export async function loader({ params, context }: Route.LoaderArgs): Promise<Response> {
  const { desks } = shopOf(context);
  const id = Number(params.id) || 0;
  const { name, format, parts } = await desks.fileInfo({ id });
  if (parts === 0) throw new Response("Not found", { status: 404 });
  let part = 0;
  const content = new ReadableStream<Uint8Array>({
    async pull(stream) {
      if (part === parts) return stream.close();
      const read = await desks.filePart({ id, part });
      part += 1;
      stream.enqueue(Buffer.from(read.content, "base64"));
    },
  });
  return new Response(content, {
    headers: { "content-type": types[format], "content-disposition": `attachment; filename="${name}"` },
  });
}
