/**
 * The floor: a bare Fastify that sends the bytes of a page as the shop sent them, from memory, and does nothing else.
 * Started by run.ts with the page in a file; prints its port.
 */
import { readFileSync } from "node:fs";
import fastify from "fastify";

type Page = { headers: Record<string, string>; body_base64: string };

const page = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as Page;
const body = Buffer.from(page.body_base64, "base64");
const app = fastify();
app.get("/*", (_request, reply) => {
  for (const [name, value] of Object.entries(page.headers)) reply.header(name, value);
  reply.send(body);
});
const address = await app.listen({ host: "127.0.0.1", port: 0 });
process.stdout.write(`${new URL(address).port}\n`);
