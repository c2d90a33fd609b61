/** The provider that does not exist, as a server on loopback: it says of each attempt what a test has told it to. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Message } from "../../provider.ts";
import { bogusSign } from "./bogus.ts";

export type BogusSays = { status?: number; outcome?: string; amount?: number; txn?: string };

export async function bogusServer() {
  const says = new Map<string, BogusSays>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    asked.push(path);
    if (path === "/start") {
      let ref = "";
      request.on("data", (part) => {
        ref += part;
      });
      request.on("end", () => response.writeHead(says.get("start")?.status ?? 200).end(`session-of-${ref}`));
      return;
    }
    const ref = path.split("/")[2] ?? "";
    const { status = 200, outcome = "pending", amount = 1, txn = "T1" } = says.get(ref) ?? {};
    response.writeHead(status).end(JSON.stringify({ ref, txn, amount, outcome }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, says, asked, close: () => new Promise((resolve) => server.close(resolve)) };
}

/** What it would send for an attempt. */
export function bogusIpn(body: { ref: string; txn: string; amount: number; outcome: string }, secret: string): Message {
  const raw = Buffer.from(JSON.stringify(body));
  const headers = { "content-type": "application/json", "x-bogus-signature": bogusSign(secret, raw) };
  return { sender: "bogus", method: "POST", url: "/v1/payments/bogus/ipn", headers, raw };
}
