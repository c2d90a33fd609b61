/** One notification over the wire, with the sockets behaving as a fault says. */
import { type ClientRequest, type IncomingMessage, request as plainRequest } from "node:http";
import { request as encryptedRequest } from "node:https";
import type { OutgoingMessage, ReceivedReply } from "./vendor.ts";

/** `failed` says why there was no reply. */
export type Sent = { reply: ReceivedReply } | { failed: string };
export type Sending = {
  timeout_ms: number;
  half_closed?: boolean;
  /** The body of the reply is read only when this is done. */
  until?: Promise<void>;
};
const MAX_REPLY_BYTES = 64 * 1024;

export function send(message: OutgoingMessage, sending: Sending): Promise<Sent> {
  return openSocket(message, sending).then((opened) => ("failed" in opened ? opened : opened.finish()));
}

/** All messages leave in the same turn, each over a socket that is open by then. */
export async function sendTogether(messages: readonly OutgoingMessage[], sending: Sending): Promise<Sent[]> {
  const opened = await Promise.all(messages.map((message) => openSocket(message, sending)));
  return Promise.all(opened.map((each) => ("failed" in each ? each : each.finish())));
}

type Opened = { finish(): Promise<Sent> };

function openSocket(message: OutgoingMessage, sending: Sending): Promise<Opened | { failed: string }> {
  const url = new URL(message.url);
  const start = url.protocol === "https:" ? encryptedRequest : plainRequest;
  const body = Buffer.from(message.body);
  const length = message.method === "POST" ? { "content-length": String(body.length) } : {};
  const request = start(url, {
    method: message.method,
    headers: { ...message.headers, ...length },
    agent: false,
    // A shop of a local network has a certificate of its own.
    rejectUnauthorized: false,
  });
  const sent = replyTo(request, sending);
  return new Promise((settle) => {
    sent.then((ended) => {
      if ("failed" in ended) settle(ended);
    });
    const opened = {
      finish: () => {
        if (sending.half_closed) request.once("finish", () => request.socket?.end());
        request.end(body);
        return sent;
      },
    };
    request.once("socket", (socket) =>
      socket.once(url.protocol === "https:" ? "secureConnect" : "connect", () => settle(opened)),
    );
  });
}

function replyTo(request: ClientRequest, { timeout_ms, until }: Sending): Promise<Sent> {
  return new Promise((settle) => {
    const timer = setTimeout(() => end({ failed: "timeout" }), timeout_ms);
    const end = (sent: Sent) => {
      clearTimeout(timer);
      settle(sent);
      request.destroy();
    };
    request.once("error", (error) => end({ failed: `connection: ${error.message}` }));
    let hasResponse = false;
    request.once("close", () => {
      if (!hasResponse) end({ failed: "connection closed" });
    });
    request.once("response", (response) => {
      hasResponse = true;
      if (until) clearTimeout(timer);
      Promise.resolve(until)
        .then(() => readReply(response))
        .then(
          (reply) => end({ reply }),
          (error: Error) => end({ failed: `reply cut short: ${error.message}` }),
        );
    });
  });
}

async function readReply(response: IncomingMessage): Promise<ReceivedReply> {
  let body = "";
  response.setEncoding("utf8");
  for await (const part of response) {
    body += part;
    if (body.length > MAX_REPLY_BYTES) break;
  }
  return { status: response.statusCode ?? 0, body };
}
