/** Sessions on the wire. Spec §7 Other, §4 Auth status; readings "The wire": nothing is created on a read. */
import { z } from "zod";
import { call } from "./call.ts";

export const identity = {
  session: call("GET /session", {
    summary: "The caller's session: empty without one; nothing is created",
    who: "anyone",
    input: z.object({ session_id: z.string().max(64).optional() }),
    output: z.object({
      status: z.enum(["empty", "visitor", "success"]),
      cart_count: z.int(),
      expires_at: z.string().nullable(),
    }),
    envelope: "bare",
    example: { input: {}, output: { status: "empty", cart_count: 0, expires_at: null } },
  }),
};
