/** The gateway as a server on loopback that opens every session: for tests of the adapter alone. sandbox/ plays it whole. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export async function mpgsServer() {
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(200).end(OPENED));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, close: () => new Promise((resolve) => server.close(resolve)) };
}

export const OPENED = '{"result":"SUCCESS","session":{"id":"SESSION0001","updateStatus":"SUCCESS"}}';

/** Those of the gateway, without its addresses. */
export const mpgsTestKeys = {
  MPGS_VERSION: "73",
  MPGS_MERCHANT_ID: "SANDBOXSHOP",
  MPGS_API_PASSWORD: "SANDBOX0MPGS0API0PASSWORD0000001",
  MPGS_NOTIFICATION_SECRET: "SANDBOX0MPGS0NOTIFICATION0SECRET",
};
