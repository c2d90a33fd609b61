/** One call for each permission of staff, each declared as a domain declares its own, and answering who acted. */
import { call } from "contract/call.ts";
import { permissions } from "contract/staff/permissions.ts";
import { z } from "zod";
import type { CallHandlers } from "../calls/handle.ts";

const input = z.object({
  reason: z.string().min(1),
  lines: z.array(z.object({ key: z.string(), quantity: z.number() })).default([]),
  address: z.union([z.literal(""), z.object({ street: z.string() })]).default(""),
});

export const staffCallName = (permission: string) => `test.${permission.replace(":", "_")}`;

/** Names and rows, to be joined with the shop's own table. */
export const staffCalls: CallHandlers = new Map(
  permissions.map((permission) => {
    const name = staffCallName(permission);
    const row = call(`POST /test/staff/${name}`, {
      summary: `What ${permission} is for`,
      who: { staff: permission },
      input,
      output: z.object({ actor: z.string(), reason: z.string() }),
      limit: { times: 1_000, seconds: 3600, per: "session" },
      example: { input: { reason: "thử" } },
    });
    const run = async (ctx: { actor(): Promise<string> }, given: unknown) => ({
      actor: await ctx.actor(),
      reason: input.parse(given).reason,
    });
    return [name, { name, call: row, run }];
  }),
);
