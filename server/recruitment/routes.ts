/** What recruitment answers beside the calls of the contract: an application comes with its file. */
import type { RouteContext } from "../http/route-context.ts";
import { receiveApplications } from "./apply-route.ts";

export function mountRecruitmentRoutes(context: RouteContext): void {
  receiveApplications(context);
}
