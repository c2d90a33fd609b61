/** The program's HTTP server: who answers a request, the faults of answers, the log. Binds the machine itself alone. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { control } from "./control/control.ts";
import { type FaultKind, takeFault } from "./faults.ts";
import type { Gateway } from "./gateway.ts";
import { flatHeaders, type Incoming, type Reply, readRequest, writeReply } from "./http.ts";
import { messagePage, welcomePage } from "./pages/pages.ts";
import { finish } from "./settle.ts";
import type { Operation, Route, Vendor } from "./vendor.ts";

type Options = { gateway: Gateway; token: string; onChange: () => void; onError: (error: unknown) => void };

export function createSandboxServer(options: Options): Server {
  return createServer((message, response) => {
    answer(options, message, response)
      .catch((error: unknown) => {
        options.onError(error);
        if (!response.headersSent) writeReply(response, messagePage(500, "Lỗi của trình mô phỏng", String(error)));
      })
      .finally(options.onChange);
  });
}

async function answer({ gateway, token }: Options, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const request = await readRequest(message);
  if (!request) return writeReply(response, messagePage(413, "Nội dung quá dài", "Tối đa 64 KB."));
  if (request.path.startsWith("/_ctl/")) {
    const address = message.socket.remoteAddress ?? "";
    return writeReply(response, await control(gateway, request, { token, address }));
  }
  const found = routeOf(gateway, request);
  if (!found) return writeReply(response, request.path === "/" ? welcomePage(gateway.vendors) : notFound());
  const { vendor, route } = found;
  const reply = await route.handle(gateway, request);
  const { about = {} } = reply;
  const sent = await faulty(gateway, vendor, about.operation ?? route.operation, reply);
  record(
    gateway,
    vendor,
    request,
    sent ?? { ...reply, status: 0, body: "", about: { ...about, verdict: "never answered" } },
  );
  if (sent) return writeReply(response, sent);
  const { running: id } = about;
  if (id === undefined) return;
  gateway.running.add(id);
  response.once("close", () => gateway.running.delete(id));
}

function routeOf({ vendors }: Gateway, { method, path }: Incoming): { vendor: Vendor; route: Route } | undefined {
  const vendor = vendors.find(({ name }) => path.startsWith(`/${name}/`));
  const rest = vendor ? path.slice(vendor.name.length + 1) : "";
  const route = vendor?.routes.find((each) => each.method === method && isAt(each.path, rest));
  return vendor && route ? { vendor, route } : undefined;
}

/** Word by word; `*` is any word that is not empty. */
function isAt(path: string, given: string): boolean {
  if (!path.includes("*")) return path === given;
  const [words, others] = [path.split("/"), given.split("/")];
  return (
    words.length === others.length && words.every((word, at) => word === others[at] || (word === "*" && others[at]))
  );
}

/** What is sent instead; nothing where there is to be no answer. */
async function faulty(
  gateway: Gateway,
  vendor: Vendor,
  operation: Operation,
  reply: Reply,
): Promise<Reply | undefined> {
  const { about = {} } = reply;
  const take = (kind: FaultKind) => takeFault(gateway.state, kind, vendor.name, about.ref ?? "");
  const broken = (status: number): Reply => ({
    status,
    headers: { "content-type": "text/plain; charset=utf-8" },
    body: "Simulated failure",
    about,
  });
  if (operation === "query" && take("query_500")) return broken(503);
  const payment = gateway.state.payments.find(({ token }) => token === about.created);
  if (payment) {
    if (take("notify_before_create")) await finish(gateway, payment, "pay", { is_awaited: true });
    if (take("create_500")) return broken(500);
    if (take("create_timeout")) return undefined;
  }
  if (about.has_refunded && take("refund_500")) return broken(500);
  if (about.has_refunded && take("refund_timeout")) return undefined;
  const confirmed = gateway.state.payments.find(({ token }) => token === about.confirms);
  if (confirmed) confirmed.is_confirmed = true;
  return reply;
}

function record(gateway: Gateway, vendor: Vendor, request: Incoming, { status, body, about = {} }: Reply): void {
  gateway.log.add({
    direction: "in",
    vendor: vendor.name,
    ref: about.ref ?? "",
    method: request.method,
    url: request.target,
    headers: flatHeaders(request.headers),
    body_base64: request.raw.toString("base64"),
    body: request.raw.toString("utf8"),
    signature: about.signature ?? "none",
    status,
    reply: body,
    verdict: about.verdict ?? "",
  });
}

function notFound(): Reply {
  return messagePage(404, "Không có trang này", "Địa chỉ này không thuộc nhà cung cấp nào được mô phỏng.");
}
