/** A provider on loopback that answers the same whatever it is asked: for tests of an adapter alone. sandbox/ plays each whole. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** `answer` by the path that was asked for, or the same for all. */
export async function answeringServer(answer: string | ((path: string) => string)) {
  const server = createServer((request, response) => {
    const text = typeof answer === "string" ? answer : answer(request.url ?? "");
    request.resume().on("end", () => response.writeHead(200).end(text));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, close: () => new Promise((resolve) => server.close(resolve)) };
}
