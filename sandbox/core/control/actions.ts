/** What a test or a person may do to the vendors, in process and by the control API alike. Throws InvalidInput. */
import { armFault, type Fault, InvalidInput, readFault } from "../faults.ts";
import type { Gateway } from "../gateway.ts";
import { type Credit, type Notification, type Payment, paymentsOf, refunded } from "../ledger.ts";
import { type Outcome, outcomes } from "../pages/pay-page.ts";
import { strangeUrl } from "../settings.ts";
import { finish, finishAs, rulesOf, undecided } from "../settle.ts";
import type { JsonObject } from "../values/json.ts";
import { type BookProblem, compareBooks } from "./reconcile.ts";
import { scenarioFaults } from "./scenarios.ts";

export type Paid = {
  vendor: string;
  ref: string;
  state: Payment["state"];
  return_url: string | null;
  /** Where the browser comes back by a form's post. */
  return_form?: Readonly<Record<string, string>>;
};
export type Ledger = {
  payments: readonly Payment[];
  credits: readonly Credit[];
  /** Notifications that were not acknowledged. */
  unsettled: readonly Notification[];
  /** By vendor, in đồng. */
  totals: Readonly<Record<string, { captured: number; refunded: number }>>;
};
export type Actions = ReturnType<typeof createActions>;

export function createActions(gateway: Gateway) {
  const names = gateway.vendors.map(({ name }) => name);
  const arm = (faults: readonly JsonObject[]): Fault[] =>
    faults.map((input) => readFault(input, names)).map((fault) => armFault(gateway.state, fault));
  return {
    /** Arms faults; all or none. */
    arm,
    disarm: () => {
      gateway.state.faults = [];
    },
    /** Arms the faults of a named scenario, for a vendor or a reference if given. */
    scenario: (name: string, input: JsonObject = {}) => arm(scenarioFaults(name, input)),
    pay: (ref: string, input: JsonObject) => pay(gateway, ref, input),
    /** Moves the virtual clock; returns when all that fell due was done. */
    advance: (seconds: number) => {
      if (!Number.isFinite(seconds) || seconds < 0) throw new InvalidInput("seconds is a number from 0");
      return gateway.clock.advance(seconds);
    },
    flush: () => gateway.dispatcher.flush(),
    ledger: (): Ledger => ledger(gateway),
    log: () => gateway.log.entries(),
    reconcile: (books: unknown): { ok: boolean; compared: number; problems: BookProblem[] } =>
      compareBooks(gateway.state, books),
    /** What a shop is configured with to use this gateway: names and values of its variables. */
    environment: (): Record<string, string> =>
      Object.assign(
        { SANDBOX_URL: gateway.ownUrl(), SANDBOX_PAGES: pages(gateway).join(" ") },
        ...gateway.vendors.map((vendor) => vendor.environment(gateway)),
      ),
    /** Paths that a browser asks for: what a shop passes on, and nothing else. */
    pages: (): string[] => pages(gateway),
    reset: () => gateway.reset(),
    configure: (input: JsonObject) => configure(gateway, input),
    /** A control of one vendor, by name. */
    control: (vendor: string, name: string, input: JsonObject) => {
      const run = gateway.vendors.find((each) => each.name === vendor)?.controls?.[name];
      if (!run) throw new InvalidInput(`${vendor} has no control ${name}`);
      return run(gateway, input);
    },
  };
}

/** As a payer would, without a browser; `code` instead of `outcome` plays one of the vendor's own result codes. */
async function pay(gateway: Gateway, ref: string, { vendor, outcome = "pay", code }: JsonObject): Promise<Paid> {
  const payments = gateway.vendors
    .filter(({ name }) => name === (vendor ?? name))
    .flatMap(({ name }) => paymentsOf(gateway.state, name, ref));
  const payment = payments.find(({ state }) => undecided.includes(state));
  if (!payment) {
    throw new InvalidInput(payments[0] ? `${ref} has ended as ${payments[0].state}` : `There is no payment ${ref}`);
  }
  const known = outcomes.find((each) => each === outcome);
  if (!known) throw new InvalidInput(`outcome is one of ${outcomes.join(", ")}`);
  const hasReturn = code !== undefined || (known !== "close" && known !== "lose_return");
  if (code !== undefined) await finishAs(gateway, payment, String(code));
  else await play(gateway, payment, known);
  const rules = rulesOf(gateway, payment);
  const form = hasReturn ? rules.returnForm?.(gateway, payment) : undefined;
  return {
    vendor: payment.vendor,
    ref,
    state: payment.state,
    return_url: hasReturn ? rules.returnUrl(gateway, payment) : null,
    ...(form && { return_form: form }),
  };
}

async function play(gateway: Gateway, payment: Payment, outcome: Outcome): Promise<void> {
  if (outcome === "close") return;
  await finish(gateway, payment, outcome === "pay_otp" || outcome === "lose_return" ? "pay" : outcome);
}

function pages({ vendors }: Gateway): string[] {
  const found = vendors.flatMap(({ name, routes }) =>
    routes
      .filter(({ method, operation }) => operation === "page" || (operation === "create" && method === "GET"))
      .map(({ path }) => `/${name}${path}`),
  );
  return [...new Set(found)];
}

function ledger({ state, vendors }: Gateway): Ledger {
  const totals = vendors.map(({ name }) => {
    const payments = state.payments.filter(({ vendor }) => vendor === name);
    const captured = payments.reduce((sum, each) => sum + each.captured, 0);
    return [name, { captured, refunded: payments.reduce((sum, each) => sum + refunded(each, ["success"]), 0) }];
  });
  return {
    payments: state.payments,
    credits: state.credits,
    unsettled: state.notifications.filter(({ status }) => status !== "acknowledged"),
    totals: Object.fromEntries(totals),
  };
}

function configure({ settings }: Gateway, input: JsonObject): void {
  for (const [name, value] of Object.entries(input)) {
    if ((name !== "shop_url" && name !== "pages_url") || typeof value !== "string")
      throw new InvalidInput("shop_url and pages_url are the addresses that may be set");
    const [reason] = strangeUrl(name, value);
    if (reason) throw new InvalidInput(reason);
    settings[name] = value.replace(/\/$/, "");
  }
}
