/**
 * The sandbox gateway: plays the payment providers for development, tests and the demo. It simulates and takes no money;
 * near anything real it refuses to start. `sandbox/README.md` says how a shop uses it.
 */
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { type Actions, createActions } from "./core/control/actions.ts";
import { createGateway } from "./core/gateway.ts";
import { emptyState, type State } from "./core/ledger.ts";
import { createSandboxServer } from "./core/server.ts";
import { type Keys, refuseNearTheReal, SandboxRefusal, type Settings } from "./core/settings.ts";
import { vendors } from "./vendors.ts";

export { SandboxRefusal };

export type SandboxOptions = {
  /** 0 (the default): a free one. */
  port?: number;
  /** Ids follow from it. Default: a new one. */
  seed?: string;
  /** Virtual seconds a second; 0: the clock moves by `advance` alone. Default 1. */
  speed?: number;
  /** The shop's clock, epoch milliseconds. */
  now?: () => number;
  /** Where notifications go; `configure` sets it later too. */
  shop_url?: string;
  /** How browsers reach the pages, without a slash at the end. Default: the program's own URL. */
  pages_url?: string;
  /** Addresses of single senders instead of `{shop_url}/v1/payments/{sender}/ipn`. */
  ipn_urls?: Readonly<Record<string, string>>;
  /** Instead of the test keys of a vendor's folder, by vendor and name. They begin with SANDBOX. */
  keys?: Keys;
  /** What the merchant chose in a vendor's portal, by vendor and name: `{ bank: { sepay_auth: "apikey" } }`. */
  portal?: Keys;
  /** Survives a restart; without one everything is in memory. */
  state_file?: string;
  /** Instead of each vendor's own patience. */
  reply_timeout_ms?: number;
  /** What the shop is configured with; real providers in it stop the start. */
  env?: NodeJS.ProcessEnv;
  onError?: (error: unknown) => void;
};

export type Sandbox = Actions & {
  /** Of the program: `http://127.0.0.1:{port}`. */
  url: string;
  keys: Keys;
  seed: string;
  /** Of the control API. */
  token: string;
  close(): Promise<void>;
};

/** Throws SandboxRefusal, and what the port or the state file throw. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const settings = settingsOf(options);
  refuseNearTheReal(options.env ?? process.env, settings, vendors);
  const onError = options.onError ?? ((error) => process.stderr.write(`sandbox: ${String(error)}\n`));
  const state = stored(options.state_file);
  let url = "";
  const gateway = createGateway({ settings, vendors, state, own_url: () => url, onError });
  const onChange = () => store(options.state_file, state, gateway.clock.now());
  const token = randomBytes(24).toString("base64url");
  const server = createSandboxServer({ gateway, token, onChange, onError });
  await new Promise<void>((settle, fail) => {
    server.once("error", fail);
    server.listen(options.port ?? 0, "127.0.0.1", settle);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...createActions(gateway),
    url,
    keys: settings.keys,
    seed: settings.seed,
    token,
    close: async () => {
      gateway.clock.stop();
      onChange();
      server.closeAllConnections();
      await new Promise((settle) => server.close(settle));
    },
  };
}

function settingsOf(options: SandboxOptions): Settings {
  const withoutSlash = (url = "") => url.replace(/\/$/, "");
  return {
    seed: options.seed ?? randomBytes(6).toString("hex"),
    speed: options.speed ?? 1,
    now: options.now ?? Date.now,
    shop_url: withoutSlash(options.shop_url ?? "http://localhost:3000"),
    pages_url: withoutSlash(options.pages_url),
    ipn_urls: options.ipn_urls ?? {},
    keys: merged("keys", options.keys),
    portal: merged("portal", options.portal),
    reply_timeout_ms: options.reply_timeout_ms,
  };
}

/** Throws for a vendor or a name that is not there: it would change nothing. */
function merged(of: "keys" | "portal", given: Keys = {}): Keys {
  for (const [name, values] of Object.entries(given)) {
    const known = vendors.find((vendor) => vendor.name === name)?.[of] ?? {};
    const strange = Object.keys(values).find((each) => !(each in known));
    if (strange !== undefined) throw new Error(`${name} has nothing named ${strange} in its ${of}`);
  }
  return Object.fromEntries(vendors.map((vendor) => [vendor.name, { ...vendor[of], ...given[vendor.name] }]));
}

/** Throws where the file is there and cannot be read: what it held would be lost. */
function stored(file: string | undefined): State {
  if (file === undefined || !existsSync(file)) return emptyState();
  return { ...emptyState(), ...(JSON.parse(readFileSync(file, "utf8")) as Partial<State>) };
}

function store(file: string | undefined, state: State, now: number): void {
  if (file === undefined) return;
  state.saved_at = now;
  writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
