/**
 * The table of the contract as functions over any transport. A caller in process, in a browser or in a test uses the same
 * names and gets the same checks. No schema library is imported here, so that a browser may. Spec §7; rules/wire#contract
 */
import type { z } from "zod";
import type { CallOutput, Contract } from "./call.ts";

/** Options of a call beside its input. */
export type CallOptions = {
  idempotency_key?: string;
  /** In process only: where the same submission is still in flight, its answer is waited for. */
  awaits_first?: boolean;
  signal?: AbortSignal;
};

export type Client<C extends Contract> = {
  [D in keyof C]: {
    [K in keyof C[D]]: (input: z.input<C[D][K]["input"]>, options?: CallOptions) => Promise<CallOutput<C[D][K]>>;
  };
};

/** Carries a call by name ("cart.addItem"). Rejects with a `WireFailure`. */
export type Transport = (name: string, input: unknown, options?: CallOptions) => Promise<unknown>;

/** Functions for every call of a contract over `transport`; needs the contract's types only, so zod stays away. */
export function client<C extends Contract>(transport: Transport): Client<C> {
  const domains = new Map<string, object>();
  return new Proxy({} as Client<C>, {
    get(_target, domain: string) {
      let calls = domains.get(domain);
      if (!calls) {
        calls = new Proxy(
          {},
          {
            get: (_calls, name: string) => (input: unknown, options?: CallOptions) =>
              transport(`${domain}.${name}`, input, options),
          },
        );
        domains.set(domain, calls);
      }
      return calls;
    },
  });
}
