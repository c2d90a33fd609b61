/**
 * The queue of notifications: each is tried until its vendor is satisfied or its retry table is at its end. What goes wrong
 * on the way is a fault's doing (`sandbox/core/faults.ts`).
 */
import type { Clock } from "./clock.ts";
import { type Fault, type FaultKind, takeFault } from "./faults.ts";
import { isLocal } from "./http.ts";
import type { Ids } from "./ids.ts";
import type { Ipn, Notification, State } from "./ledger.ts";
import type { Log } from "./log.ts";
import { type Sending, type Sent, send, sendTogether } from "./send.ts";
import type { OutgoingMessage, Sender, Signing, Vendor } from "./vendor.ts";

export type Dispatcher = {
  /** Queues; `seconds` on the virtual clock, null where the caller delivers it. */
  notify(vendor: string, ipn: Ipn, options?: { seconds?: number | null; is_forged?: boolean }): Notification;
  /** One try, now; with the browser's return beside it, both leave at the same instant. */
  deliver(id: string, beside?: string): Promise<void>;
  /** One try of everything that waits or is held. */
  flush(): Promise<void>;
  /** The slow reader reads on. */
  resume(id: string): Promise<void>;
};

type Options = {
  state: State;
  clock: Clock;
  ids: Ids;
  log: Log;
  vendorNamed(name: string): Vendor;
  key(vendor: string, name: string): string;
  portal(vendor: string, name: string): string;
  /** Instead of each vendor's own patience, for tests. */
  reply_timeout_ms: number | undefined;
};
type Take = (kind: FaultKind) => Fault | undefined;
/** One that changes what the vendor holds is used up when the payment ends. */
const isOfMessage = (fault: Fault) => !fault.captured;

export function createDispatcher(options: Options): Dispatcher {
  const { state, clock, ids, vendorNamed } = options;
  const readers = new Map<string, { read: () => void; finished: Promise<void> }>();

  const again = (id: string, vendor: string, seconds: number) =>
    clock.schedule({ vendor, name: "notify", data: { id } }, seconds);

  async function deliver(id: string, beside?: string): Promise<void> {
    const notification = state.notifications.find((each) => each.id === id);
    if (notification?.status !== "waiting") return;
    const { vendor } = notification;
    const take: Take = (kind) =>
      notification.is_forged ? undefined : takeFault(state, kind, vendor, notification.ref, isOfMessage);
    const delay = take("delay");
    if (delay) return again(id, vendor, delay.seconds ?? 60);
    if (take("reorder")) {
      notification.status = "held";
      return;
    }
    notification.tries += 1;
    notification.status = "sending";
    const sender = senderOf(vendorNamed(vendor), notification.sender);
    await attempt(notification, sender, take, beside);
    await release(notification);
  }

  /** What was held goes out behind the one that overtook it. */
  async function release(overtaking: Notification): Promise<void> {
    for (const held of state.notifications.filter(({ status }) => status === "held")) {
      if (held.vendor !== overtaking.vendor || held.id === overtaking.id) continue;
      held.status = "waiting";
      await deliver(held.id);
    }
  }

  async function attempt(notification: Notification, sender: Sender, take: Take, beside?: string): Promise<void> {
    const message = sender.compose(changed(notification, take), signingOf(options, notification, take));
    if (take("drop")) {
      record(options, notification, message, { failed: "dropped" }, "lost on the way");
      return conclude(notification, sender, { failed: "dropped" });
    }
    if (!isLocal(new URL(message.url).hostname)) {
      record(options, notification, message, { failed: "not sent" }, "outside the local network, so not sent");
      return conclude(notification, sender, { failed: "not sent" });
    }
    const slow = take("slow_reader");
    const { promise: until, resolve: read } = Promise.withResolvers<void>();
    const sending: Sending = {
      timeout_ms: options.reply_timeout_ms ?? sender.timeout_seconds * 1000,
      half_closed: take("half_closed") !== undefined,
      ...(slow ? { until } : {}),
    };
    const finished = sendAll(message, sending, take("duplicate"), beside).then((exchanges) => {
      readers.delete(notification.id);
      for (const { message: one, sent } of exchanges) {
        const text = one === message ? verdict(sender, sent).text : "the browser's return";
        record(options, notification, one, sent, text);
      }
      conclude(notification, sender, exchanges.at(-1)?.sent ?? { failed: "not sent" });
    });
    if (!slow) return finished;
    readers.set(notification.id, { read, finished });
    clock.schedule({ vendor: notification.vendor, name: "resume", data: { id: notification.id } }, slow.seconds ?? 20);
  }

  function conclude(notification: Notification, sender: Sender, sent: Sent): void {
    const { ok, text } = verdict(sender, sent);
    notification.verdicts.push(text);
    const wait = sender.retry[notification.tries - 1];
    const isOver = wait === undefined || notification.is_forged;
    notification.status = ok ? "acknowledged" : isOver ? "given_up" : "waiting";
    if (notification.status === "waiting") again(notification.id, notification.vendor, wait ?? 0);
  }

  async function readOn(id: string): Promise<boolean> {
    const reader = readers.get(id);
    reader?.read();
    await reader?.finished;
    return reader !== undefined;
  }

  async function resume(id: string): Promise<void> {
    if (await readOn(id)) return;
    // The program was started again meanwhile, and the connection is gone.
    const cut = state.notifications.find((each) => each.id === id && each.status === "sending");
    if (cut) conclude(cut, senderOf(vendorNamed(cut.vendor), cut.sender), { failed: "timeout" });
  }

  async function flush(): Promise<void> {
    for (const each of state.notifications) {
      if (each.status === "held") each.status = "waiting";
      await readOn(each.id);
    }
    for (const { id } of state.notifications.filter(({ status }) => status === "waiting")) {
      state.tasks = state.tasks.filter(({ data }) => data.id !== id);
      await deliver(id);
    }
  }

  // A try without a reply when the program ended is made again, unless its reader comes back to it.
  for (const cut of state.notifications.filter(({ status }) => status === "sending")) {
    if (state.tasks.some(({ data }) => data.id === cut.id)) continue;
    cut.status = "waiting";
    again(cut.id, cut.vendor, 0);
  }

  return {
    notify: (vendor, ipn, { seconds = 0, is_forged = false } = {}) => {
      const id = `n-${ids.count("notification")}`;
      const notification: Notification = { ...ipn, id, vendor, is_forged, tries: 0, status: "waiting", verdicts: [] };
      state.notifications.push(notification);
      if (seconds !== null) again(id, vendor, seconds);
      return notification;
    },
    deliver,
    flush: () => clock.inOrder(flush),
    resume,
  };
}

type Exchange = { message: OutgoingMessage; sent: Sent };

/** Last of all comes the reply that counts: of the last duplicate, never that of the browser's return. */
async function sendAll(
  message: OutgoingMessage,
  sending: Sending,
  duplicate: Fault | undefined,
  beside: string | undefined,
): Promise<Exchange[]> {
  const copies = Array.from({ length: 1 + (duplicate ? (duplicate.times ?? 1) : 0) }, () => message);
  if (beside !== undefined || duplicate?.at_once) {
    const returned: OutgoingMessage[] = beside ? [{ method: "GET", url: beside, headers: {}, body: "" }] : [];
    const messages = [...returned, ...copies];
    const sent = await sendTogether(messages, sending);
    return messages.flatMap((one, at) => (sent[at] ? [{ message: one, sent: sent[at] }] : []));
  }
  const exchanges: Exchange[] = [];
  for (const copy of copies) exchanges.push({ message: copy, sent: await send(copy, sending) });
  return exchanges;
}

function senderOf(vendor: Vendor, name: string): Sender {
  const sender = vendor.senders.find((each) => each.name === name);
  if (!sender) throw new Error(`${vendor.name} has no sender ${name}`);
  return sender;
}

function changed(ipn: Ipn, take: Take): Ipn {
  const amount = take("changed_amount");
  const unknown = take("unknown_reference");
  return {
    ...ipn,
    amount: amount ? (amount.amount ?? ipn.amount + 1000) : ipn.amount,
    ref: unknown ? `KHONGCO${ipn.ref.length}` : ipn.ref,
  };
}

function signingOf({ key, portal, clock }: Options, notification: Notification, take: Take): Signing {
  const isOther = take("other_secret") !== undefined || notification.is_forged;
  const isSpoilt = take("bad_signature") !== undefined;
  return {
    key: (name) => {
      return isOther && /secret|key/.test(name) ? `of-a-stranger-${name}` : key(notification.vendor, name);
    },
    portal: (name) => portal(notification.vendor, name),
    spoil: (signature) => (isSpoilt ? signature.replace(/.$/, (last) => (last === "0" ? "1" : "0")) : signature),
    wall: clock.wall(),
  };
}

function verdict(sender: Sender, sent: Sent): { ok: boolean; text: string } {
  return "failed" in sent ? { ok: false, text: sent.failed } : sender.verdictOf(sent.reply);
}

function record(
  { log }: Options,
  notification: Notification,
  message: OutgoingMessage,
  sent: Sent,
  text: string,
): void {
  log.add({
    direction: "out",
    vendor: notification.vendor,
    ref: notification.ref,
    method: message.method,
    url: message.url,
    headers: message.headers,
    body_base64: Buffer.from(message.body).toString("base64"),
    body: message.body,
    signature: "none",
    status: "reply" in sent ? sent.reply.status : 0,
    reply: "reply" in sent ? sent.reply.body : "",
    verdict: text,
  });
}
