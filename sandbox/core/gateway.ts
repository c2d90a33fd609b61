/** What a vendor's code works with: the state and everything that acts on it. */
import { type Clock, createClock, type Task } from "./clock.ts";
import { createDispatcher, type Dispatcher } from "./dispatcher.ts";
import { takeFault } from "./faults.ts";
import { createIds, type Ids } from "./ids.ts";
import { type Details, emptyState, type Payment, type State } from "./ledger.ts";
import { createLog, type Log } from "./log.ts";
import type { Settings } from "./settings.ts";
import { finish, undecided } from "./settle.ts";
import type { Vendor } from "./vendor.ts";

export type Gateway = {
  settings: Settings;
  state: State;
  clock: Clock;
  ids: Ids;
  log: Log;
  dispatcher: Dispatcher;
  vendors: readonly Vendor[];
  /** Ids of requests that are not answered yet. */
  running: Set<string>;
  vendorNamed(name: string): Vendor;
  /** A test key. Throws where the vendor has none of that name. */
  key(vendor: string, name: string): string;
  /** What the merchant chose in the vendor's portal. Throws as `key` does. */
  portal(vendor: string, name: string): string;
  /** Where a sender's notifications go that have no address of their own. */
  ipnUrl(sender: string): string;
  /** Where the program itself answers. */
  ownUrl(): string;
  /** As a browser reaches a page, through the shop where it passes pages on. */
  pageUrl(path: string): string;
  /** Records what a merchant asks for; it expires by itself. */
  open(payment: { vendor: string; ref: string; amount: number; seconds: number; details: Details }): Payment;
  /** Forgets everything; ids begin again. */
  reset(): void;
};

type Options = {
  settings: Settings;
  vendors: readonly Vendor[];
  state: State;
  own_url: () => string;
  onError: (error: unknown) => void;
};

export function createGateway({ settings, vendors, state, own_url, onError }: Options): Gateway {
  const vendorNamed = (name: string): Vendor => {
    const vendor = vendors.find((each) => each.name === name);
    if (!vendor) throw new Error(`There is no vendor ${name}`);
    return vendor;
  };
  const valueIn = (of: "keys" | "portal") => (vendor: string, name: string) => {
    const value = settings[of][vendor]?.[name];
    if (value === undefined) throw new Error(`${vendor} has nothing named ${name} in its ${of}`);
    return value;
  };
  const [key, portal] = [valueIn("keys"), valueIn("portal")];
  const log = createLog(settings.now);
  const ids = createIds(settings.seed, () => state.counters);
  const clock = createClock({
    state,
    wall: settings.now,
    speed: settings.speed,
    run: (task) => perform(gateway, task),
    onError,
  });
  const { reply_timeout_ms } = settings;
  const dispatcher = createDispatcher({ state, clock, ids, log, vendorNamed, key, portal, reply_timeout_ms });
  const gateway: Gateway = {
    settings,
    state,
    clock,
    ids,
    log,
    dispatcher,
    vendors,
    running: new Set(),
    vendorNamed,
    key,
    portal,
    ipnUrl: (sender) => settings.ipn_urls[sender] ?? new URL(`/v1/payments/${sender}/ipn`, settings.shop_url).href,
    ownUrl: own_url,
    pageUrl: (path) => `${settings.pages_url || own_url()}${path}`,
    open: ({ vendor, ref, amount, seconds, details }) => {
      const token = ids.hex("page", 32);
      const payment: Payment = {
        vendor,
        ref,
        token,
        amount,
        captured: 0,
        state: "open",
        code: "",
        txn: "",
        created_at: clock.wall(),
        ended_at: null,
        expires_at: clock.now() + seconds * 1000,
        details,
        otp_failures: 0,
        is_confirmed: false,
        refunds: [],
      };
      state.payments.push(payment);
      clock.schedule({ vendor, name: "expire", data: { token } }, seconds);
      return payment;
    },
    reset: () => {
      const { shift_ms } = state; // the clock never goes back
      Object.assign(state, emptyState(), { shift_ms });
      log.clear();
    },
  };
  return gateway;
}

async function perform(gateway: Gateway, task: Task): Promise<void> {
  const { data, name, vendor } = task;
  const payment = gateway.state.payments.find(({ token }) => token === data.token);
  if (name === "notify") await gateway.dispatcher.deliver(data.id ?? "");
  else if (name === "resume") await gateway.dispatcher.resume(data.id ?? "");
  else if (name === "expire") {
    if (payment && undecided.includes(payment.state)) await finish(gateway, payment, "expire");
  } else if (name === "pay") {
    if (payment && payment.state !== "paid") await finish(gateway, payment, "pay");
  } else await gateway.vendorNamed(vendor).tasks?.[name]?.(gateway, task);
}

/** Whether this query is to be answered with pending, whatever is true. */
export function saysPending(gateway: Gateway, vendor: string, ref: string): boolean {
  return takeFault(gateway.state, "query_pending", vendor, ref) !== undefined;
}
