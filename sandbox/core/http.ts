/** Reading a request with its raw bytes, and finding who answers it. Nothing here knows a vendor. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";

const MAX_BODY_BYTES = 64 * 1024;

export type Incoming = {
  method: string;
  path: string;
  /** As it came, path and query. */
  target: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  raw: Buffer;
};

export type Reply = {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
  about?: About;
};
/** For the log, and for faults that need to know which payment a request was about. */
export type About = {
  ref?: string;
  signature?: "valid" | "invalid";
  verdict?: string;
  /** Where one path serves several. */
  operation?: "query" | "refund";
  /** Token of the payment it created. */
  created?: string;
  /** Token of the payment whose present state it states. */
  confirms?: string;
  /** A refund was taken on. */
  has_refunded?: boolean;
  /** Of a request that must not come twice: it runs until it is answered. */
  running?: string;
};

/** Nothing where the body is longer than a vendor reads. */
export async function readRequest(message: IncomingMessage): Promise<Incoming | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of message) {
    length += (part as Buffer).length;
    if (length > MAX_BODY_BYTES) return undefined;
    parts.push(part as Buffer);
  }
  const target = message.url ?? "/";
  const [path = "/", ...rest] = target.split("?");
  return {
    method: message.method ?? "GET",
    path,
    target,
    query: new URLSearchParams(rest.join("?")),
    headers: message.headers,
    raw: Buffer.concat(parts),
  };
}

export function writeReply(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, { ...headers, "cache-control": "no-store", "x-simulated": "1" });
  response.end(body);
}

export function jsonReply(status: number, body: string, about: About = {}): Reply {
  return { status, headers: { "content-type": "application/json; charset=utf-8" }, body, about };
}

/** The fields of a form post. */
export function formOf({ raw }: Incoming): URLSearchParams {
  return new URLSearchParams(raw.toString("utf8"));
}

export function flatHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(", ")]));
}

/** The machine itself, by the name of a host as a URL or a Host header has it. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, "").toLowerCase();
  return (
    name === "localhost" || name.endsWith(".localhost") || name === "::1" || /^(::ffff:)?127(\.\d+){3}$/.test(name)
  );
}

/** The machine itself or the local network. */
export function isLocal(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, "").toLowerCase();
  if (isLoopback(name)) return true;
  if (/^(10|192\.168|172\.(1[6-9]|2\d|3[01])|169\.254)\.[\d.]+$/.test(name)) return /^\d+(\.\d+){3}$/.test(name);
  if (name.includes(":")) return /^f[cd][0-9a-f]{2}:|^fe[89ab][0-9a-f]:/.test(name);
  return /^[a-z0-9-]*[a-z][a-z0-9-]*$/.test(name) || /\.(local|lan|internal|home\.arpa)$/.test(name);
}
