/** Both rows of a desk in the contract, described once: its list, and the list as a file. rules/office#desks */
import { unchecked } from "../unchecked.ts";
import type { DeskShape } from "./desk.ts";
import { deskCall, deskFileCall } from "./desk-call.ts";

type Described = { list: string; file: string; example?: Record<string, string> };

/** The list at `route`, the file at the same below `/v1/staff/files/`. `list` and `file` are their summaries. */
export function deskCalls<const N extends string, D extends DeskShape>(
  route: `GET /v1/staff/${N}`,
  desk: D,
  { list, file, ...rest }: Described,
) {
  // The compiler does not follow `replace`.
  const fileRoute = unchecked<`GET /v1/staff/files/${N}`>(route.replace("/v1/staff/", "/v1/staff/files/"));
  return {
    desk: deskCall(route, desk, { summary: list, ...rest }),
    file: deskFileCall(fileRoute, desk, { summary: file, ...rest }),
  };
}
