/** MoMo as a server on loopback that takes every payment: for tests of the adapter alone. The gateway of sandbox/ plays it whole. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export async function momoServer() {
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(200).end(CREATED));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, close: () => new Promise((resolve) => server.close(resolve)) };
}

export const CREATED = '{"resultCode":0,"payUrl":"http://127.0.0.1/pay"}';
