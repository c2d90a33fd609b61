/** What the payment providers read of the environment, judged at the start. docs/providers.md */
import type { Env, Fault } from "../kernel/config.ts";
import { providers } from "./providers/index.ts";

/** A payment provider is configured by all of its variables or none; half of them is a mistake to be named. */
export function providerFaults(env: Env): Fault[] {
  return providers.flatMap(({ variables = {} }) => {
    const names = Object.keys(variables);
    const there = names.filter((name) => (env[name] ?? "").trim() !== "");
    return Object.entries(there.length === 0 ? {} : variables).flatMap(([variable, { schema }]) => {
      if (!there.includes(variable)) return [{ variable, why: `needed beside ${there.join(", ")}` }];
      const issue = schema.safeParse(env[variable]).error?.issues[0];
      return issue ? [{ variable, why: issue.message }] : [];
    });
  });
}
